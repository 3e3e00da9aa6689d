package profile

// Timeline is when the GPUs of a run worked.
type Timeline struct {
	Devices []DeviceTimeline `json:"devices"` // by index
}

// DeviceTimeline is the spans of one GPU, in the order they began.
type DeviceTimeline struct {
	Device Device `json:"device"`
	// Names is the names that the spans point to.
	Names []string `json:"names"`
	Spans []Span   `json:"spans"`
}

// Span is one thing that a GPU did.
type Span struct {
	StartNs int64    `json:"start_ns"`
	EndNs   int64    `json:"end_ns"`
	Name    int32    `json:"name"` // index in Names
	Kind    SpanKind `json:"kind"`
}

// SpanKind is what a span is.
type SpanKind uint8

const (
	SpanKernel        SpanKind = iota // a kernel that computes
	SpanCommunication                 // a kernel of NCCL or its like
	SpanCopy                          // a copy of memory
	SpanSet                           // a fill of memory
)

// String is the kind in a word.
func (k SpanKind) String() string {
	switch k {
	case SpanCommunication:
		return "communication"
	case SpanCopy:
		return "memcpy"
	case SpanSet:
		return "memset"
	}
	return "kernel"
}

// MarshalText writes the word.
func (k SpanKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// seconds is how long a span took.
func (s Span) seconds() float64 { return float64(s.EndNs-s.StartNs) / nanosecondsPerSecond }
