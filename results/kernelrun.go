package results

// KernelSchema is the version of what `ridgeline kernel --json` prints.
const KernelSchema = "ridgeline-kernel/1"

// KernelRun is what one launch of a user's kernel did, and how long it took.
type KernelRun struct {
	Schema  string       `json:"schema"`
	File    string       `json:"file"`
	Kernel  string       `json:"kernel"` // the name in the PTX
	Counted KernelCounts `json:"counted"`
	// Time is null where the launch could not be timed; a warning says why.
	Time    *KernelTime `json:"time" jsonschema:"nullable"`
	Outputs []Output    `json:"outputs"` // what was expected of the buffers
	Printed string      `json:"printed"` // by the kernel's printf
	// Agreement says whether the GPU that gave the time left the same in the
	// buffers as the virtual one that counted; empty where they are the same device.
	Agreement string   `json:"agreement,omitempty"`
	Warnings  []string `json:"warnings"`
}

// KernelCounts is what a virtual GPU counted. All of it is of one launch, over
// all blocks.
type KernelCounts struct {
	Device             Device   `json:"device"`
	Grid               [3]int   `json:"grid"`
	Block              [3]int   `json:"block"`
	Cluster            [3]int   `json:"cluster"` // zeros without clusters
	StaticSharedBytes  int64    `json:"static_shared_bytes"`
	DynamicSharedBytes int64    `json:"dynamic_shared_bytes"`
	LocalBytes         int64    `json:"local_bytes"` // a thread, that the PTX declares
	Registers          int      `json:"registers"`
	RegistersSource    string   `json:"registers_source"` // "estimate": from the liveness in the PTX
	BlocksPerSM        int      `json:"blocks_per_sm"`
	WarpsPerSM         int      `json:"warps_per_sm"`
	MaxWarpsPerSM      int      `json:"max_warps_per_sm"`
	Blocks             int      `json:"blocks"`
	ExecutedBlocks     int      `json:"executed_blocks"` // fewer than Blocks where they are a sample
	Counters           Counters `json:"counters"`
	// Levels are the bytes moved, the nearest level last.
	Levels []LevelBytes `json:"levels"`
	// Lines are the lines of the source, as .loc says, or of the PTX without it;
	// those with the most warp instructions first.
	Lines []KernelLine `json:"lines"`
}

// LevelBytes is what a launch moved at one level.
type LevelBytes struct {
	Level string  `json:"level"`
	Bytes float64 `json:"bytes"`
	// Counted is exact; else the timing model's caches moved it, see Basis.
	Counted bool   `json:"counted"`
	Basis   string `json:"basis"`
}

// KernelLine is what one line of a kernel did.
type KernelLine struct {
	Source   string   `json:"source"` // "file:line"
	PTXLines []int    `json:"ptx_lines"`
	Counters Counters `json:"counters"`
}

// KernelTime is how long a launch took.
type KernelTime struct {
	Provenance Provenance `json:"provenance" jsonschema:"enum=measured,enum=simulated"`
	Device     Device     `json:"device"`
	Seconds    Interval   `json:"seconds"` // of one launch
	Windows    int        `json:"windows"`
	Launches   int        `json:"launches"`                           // in a window
	Cycles     *float64   `json:"cycles" jsonschema:"nullable"`       // of the SM, simulated only
	SMClockMHz *float64   `json:"sm_clock_mhz" jsonschema:"nullable"` // behind the windows
	Waves      *float64   `json:"waves" jsonschema:"nullable"`        // blocks over those that the GPU holds at a time
	Stalls     []Stall    `json:"stalls"`                             // where warps wait, the most first; simulated only
}

// Interval is a median and the 95 % interval around it.
type Interval struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Stall is a reason for which warps waited, and its share of their time, in
// NVIDIA's words.
type Stall struct {
	Reason string  `json:"reason"`
	Share  float64 `json:"share"`
}

// Output is what came of an expectation on a buffer.
type Output struct {
	Buffer  string `json:"buffer"`
	File    string `json:"file"`
	Passed  bool   `json:"passed"`
	Checked int64  `json:"checked"` // elements
	Differ  int64  `json:"differ"`  // elements beyond the tolerance
	Detail  string `json:"detail,omitempty"`
}
