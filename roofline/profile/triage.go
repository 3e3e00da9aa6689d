package profile

// Triage is what a run's timeline tells before any kernel is looked at: was the
// GPU busy, with what, and which kernels are worth a deep look. It is no verdict
// on a kernel.
type Triage struct {
	Devices []DeviceTriage `json:"devices"`
	// Note says what the triage rests on where there was no timeline.
	Note string `json:"note,omitempty"`
}

// DeviceTriage is the triage of one GPU. Shares run from 0 to 1 and are of the
// span, from the start of the first event to the end of the last, unless said
// otherwise.
type DeviceTriage struct {
	Device      Device `json:"device"`
	SpanSeconds Number `json:"span_seconds"`
	// BusyShare is when any kernel or copy ran; IdleShare is the rest.
	BusyShare Number `json:"busy_share"`
	IdleShare Number `json:"idle_share"`
	// ComputeShare is when any kernel ran that computes.
	ComputeShare Number `json:"compute_share"`
	CopyShare    Number `json:"copy_share"` // copies and fills of memory
	// CommunicationShare is when a kernel of NCCL or its like ran;
	// CommunicationOverlap is how much of that time a computing kernel ran too, and
	// ExposedShare is the rest, as a share of the span.
	CommunicationShare   Number `json:"communication_share"`
	CommunicationOverlap Number `json:"communication_overlap"`
	ExposedShare         Number `json:"exposed_share"`
	// Gaps is the histogram of the times when nothing ran.
	Gaps                []GapBin `json:"gaps"`
	LargestGapSeconds   Number   `json:"largest_gap_seconds"`
	MedianGapSeconds    Number   `json:"median_gap_seconds"`
	MedianKernelSeconds Number   `json:"median_kernel_seconds"`
	// LaunchBound tells that the gaps between kernels are longer than the kernels
	// (median against median): the GPU waits for launches.
	LaunchBound bool   `json:"launch_bound"`
	Why         string `json:"why"` // of LaunchBound, with the figures
	// Kernels is the kernels by name, that with the most time first.
	Kernels []KernelShare `json:"kernels"`
}

// GapBin is the gaps shorter than a bound and no shorter than the bound before.
type GapBin struct {
	// BelowSeconds is the bound; 0 stands for no bound.
	BelowSeconds float64 `json:"below_seconds"`
	Count        int64   `json:"count"`
	Seconds      float64 `json:"seconds"`
}

// KernelShare is one kernel's part of a run.
type KernelShare struct {
	Name          string `json:"name"`
	Communication bool   `json:"communication"`
	Launches      int64  `json:"launches"`
	// TotalSeconds is the sum over the launches.
	TotalSeconds float64 `json:"total_seconds"`
	// ShareOfSpan is when at least one launch ran. ShareOfKernels is of the sum
	// over all kernels, as nsys shows it.
	ShareOfSpan    Number  `json:"share_of_span"`
	ShareOfKernels float64 `json:"share_of_kernels"`
	// AmdahlBound is how many times faster the whole run would be if this kernel
	// took no time at all.
	AmdahlBound Number `json:"amdahl_bound"`
	P50Seconds  Number `json:"p50_seconds"`
	P90Seconds  Number `json:"p90_seconds"`
	P99Seconds  Number `json:"p99_seconds"`
}

// Amdahl is how many times faster a run becomes if a share of it (0 to 1)
// becomes speedup times faster: 1/((1-share) + share/speedup) (Amdahl, AFIPS
// 1967).
func Amdahl(share, speedup float64) float64 { return 1 / (1 - share + share/speedup) }

// NewTriage judges a timeline. Where there is none (a summary of nsys, a report
// of single launches), pass nil and the kernels: then only their shares of each
// other are known.
func NewTriage(t *Timeline, kernels []Kernel) Triage {
	if t == nil {
		return triageOfSums(kernels)
	}
	var triage Triage
	for i := range t.Devices {
		triage.Devices = append(triage.Devices, triageDevice(&t.Devices[i]))
	}
	return triage
}
