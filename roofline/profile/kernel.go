package profile

// Kernel is one launch of a kernel as a profiler saw it, whatever the profiler
// was and whatever file it wrote. Quantities are per launch, in base units
// (seconds, bytes, hertz, operations), and the field's name has the unit.
//
// A quantity that the input does not give is a missing Number with its reason;
// it is never zero and never a default. A list has no entry for what is not
// known.
type Kernel struct {
	// Name is what the tool shows: the demangled name, or else the function's, or
	// else the mangled one.
	Name     string `json:"name"`
	Mangled  string `json:"mangled,omitempty"`
	Function string `json:"function,omitempty"` // without template and parameters
	// LaunchID is the tool's own number of the launch, such as "0". It is unique
	// in a file only together with the process.
	LaunchID string  `json:"launch_id,omitempty"`
	Process  Process `json:"process"`
	Context  string  `json:"context,omitempty"`
	Stream   string  `json:"stream,omitempty"`
	Source   Source  `json:"source"`
	// Tier is how much the input tells, and so which verdicts it can carry.
	Tier Tier `json:"tier"`
	// Launches is how many launches the quantities are the mean of: 1, unless the
	// profiler itself kept only a sum (Proton, nsys stats).
	Launches int64 `json:"launches"`

	Device Device `json:"device"`
	Launch Launch `json:"launch"`
	// TimeSeconds is how long the launch ran on the GPU.
	TimeSeconds Number `json:"time_seconds"`
	Clocks      Clocks `json:"clocks"`

	// Work is what the launch computed, a row a path or group of paths, by path.
	Work []Work `json:"work"`
	// Traffic is what it moved at each memory level: dram, l2, l1, shared.
	Traffic []Traffic `json:"traffic"`
	// Accesses is how well it used what it moved, a row a kind of access.
	Accesses []Access `json:"accesses"`
	Local    Local    `json:"local"`

	Occupancy  Occupancy  `json:"occupancy"`
	Scheduler  Scheduler  `json:"scheduler"`
	Divergence Divergence `json:"divergence"`
	// Stalls is where a warp waits, the largest first.
	Stalls []Stall `json:"stalls"`
	// Pipes is how busy each execution pipe was, by name.
	Pipes  []Pipe `json:"pipes"`
	Tensor Tensor `json:"tensor"`
	// SpeedOfLight is NVIDIA's percentages of its theoretical peaks. They are no
	// share of a measured ceiling.
	SpeedOfLight SpeedOfLight `json:"speed_of_light"`
	// Rules is what NVIDIA's own rules said, in the order of the report.
	Rules []Rule `json:"rules"`
	// Warnings is what is odd about this launch, such as a hit rate above 100 %.
	Warnings []string `json:"warnings"`
}

// Process is the process that launched, as the profiler named it.
type Process struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	Host string `json:"host,omitempty"`
}

// Source is where a Kernel was read.
type Source struct {
	File   string `json:"file"` // as the caller named it
	Format Format `json:"format"`
	// ToolVersion is of the profiler; empty where the file does not say.
	ToolVersion string `json:"tool_version,omitempty"`
	// Row is the first line of the kernel in a text file, or its place from 1 on
	// in a file without lines.
	Row int64 `json:"row"`
	// Simulated tells that the kernel ran on a virtual GPU.
	Simulated bool `json:"simulated,omitempty"`
}

// Tier is how much an input tells, the most first.
type Tier string

const (
	TierStalls   Tier = "counters+stalls" // work, bytes and why warps wait
	TierCounters Tier = "counters"        // work or bytes, counted by the hardware
	TierSOL      Tier = "speed-of-light"  // NVIDIA's percentages alone
	TierDeclared Tier = "declared"        // work or bytes said by the author
	TierTriage   Tier = "triage"          // time alone
)

// Device is the GPU, as the profiler told it.
type Device struct {
	// Index is the number of the device in its process; empty where unknown.
	Index string `json:"index,omitempty"`
	Name  string `json:"name,omitempty"`
	// ComputeCapability is such as "9.0"; empty where unknown.
	ComputeCapability string `json:"compute_capability,omitempty"`
	SMs               Number `json:"sms"`
	L2Bytes           Number `json:"l2_bytes"`
	MemoryBytes       Number `json:"memory_bytes"`
	BusWidthBits      Number `json:"bus_width_bits"`
	// MaxSMHertz and MaxMemoryHertz are the highest clocks the device says it
	// has, not those of the launch.
	MaxSMHertz     Number `json:"max_sm_hertz"`
	MaxMemoryHertz Number `json:"max_memory_hertz"`
	// MaxWarpsPerSM is how many warps an SM can hold.
	MaxWarpsPerSM Number `json:"max_warps_per_sm"`
	Driver        string `json:"driver,omitempty"`
	CUDA          string `json:"cuda,omitempty"`
}

// Clocks is how fast the GPU ran during the launch: cycles over elapsed time, as
// the profiler counted them. Nsight Compute locks the SM clock to its base
// unless told otherwise, so these are often far below those of a free run.
type Clocks struct {
	SMHertz   Number `json:"sm_hertz"`
	DRAMHertz Number `json:"dram_hertz"`
	L2Hertz   Number `json:"l2_hertz"`
	// SMCycles is the elapsed cycles of the SMs.
	SMCycles Number `json:"sm_cycles"`
}

// Rule is one result of NVIDIA's own analysis.
type Rule struct {
	Section string `json:"section,omitempty"`
	Name    string `json:"name"`
	// Kind is "optimization", "information" or "warning", or else the tool's own
	// word.
	Kind    string `json:"kind,omitempty"`
	Message string `json:"message"`
	// SpeedupPercent is what NVIDIA thinks could be gained; SpeedupScope is
	// "local" (of the part) or "global" (of the kernel).
	SpeedupPercent Number `json:"speedup_percent"`
	SpeedupScope   string `json:"speedup_scope,omitempty"`
}

// What a Rule's Kind can be, beside other words that a tool may use.
const (
	RuleOptimization = "optimization"
	RuleInformation  = "information"
	RuleWarning      = "warning"
)
