package results

// Outcome is how a case ended.
type Outcome string

const (
	OutcomeOK          Outcome = "ok"          // verified and timed
	OutcomeFailed      Outcome = "failed"      // an error, or a wrong result: no number
	OutcomeUnsupported Outcome = "unsupported" // the device cannot do it
	OutcomeSkipped     Outcome = "skipped"     // the run ended first
)

// Record is one case at one point of its axes.
type Record struct {
	Case    string           `json:"case"` // family/name, such as "stream/copy"
	Axes    map[string]int64 `json:"axes"`
	Outcome Outcome          `json:"outcome" jsonschema:"enum=ok,enum=failed,enum=unsupported,enum=skipped"`
	// Reason says why, for every outcome but ok.
	Reason string `json:"reason,omitempty"`
	// Place is where the point stands among those of its run, from 0; the records
	// of a finished document are in this order. Order is how many points were
	// measured before it; it is missing where the run ended first. Both are
	// missing from documents before 1.2.
	Place *int `json:"place,omitempty"`
	Order *int `json:"order,omitempty"`

	Kernel       *Kernel       `json:"kernel,omitempty"`
	Launch       *Launch       `json:"launch,omitempty"`
	Work         *Work         `json:"work,omitempty"`
	Data         *Data         `json:"data,omitempty"`
	Verification *Verification `json:"verification,omitempty"`
	Samples      []Sample      `json:"samples,omitempty"`
	Estimate     *Estimate     `json:"estimate,omitempty"`
	Sustained    *Sustained    `json:"sustained,omitempty"`
	Evidence     *Evidence     `json:"evidence,omitempty"`
	Limit        *Limit        `json:"limit,omitempty"`
	Tensor       *TensorProof  `json:"tensor,omitempty"`
	Counters     *Counters     `json:"counters,omitempty"`
	Warnings     []string      `json:"warnings,omitempty"`
}

// Kernel is the machine-level identity of what ran.
type Kernel struct {
	Symbol      string `json:"symbol"`
	Module      string `json:"module"` // PTX file
	PTXSHA256   string `json:"ptx_sha256"`
	Target      string `json:"target"`      // the PTX target, such as sm_70
	PTXVersion  string `json:"ptx_version"` // such as "6.3"
	Registers   int    `json:"registers"`
	LocalBytes  int64  `json:"local_bytes"`  // a thread
	SharedBytes int64  `json:"shared_bytes"` // static, a block
	// RegistersSource is "driver", "manifest" or "estimate".
	RegistersSource string `json:"registers_source"`
	// BinaryVersion is the architecture of the machine code, 90 for sm_90; it is
	// missing where there is none.
	BinaryVersion int `json:"binary_version,omitempty"`
	// CompilerWarnings are those of the driver's compiler for the kernel's module.
	CompilerWarnings []string `json:"compiler_warnings,omitempty"`
	// OpcodeAudit is what the machine code that ran is made of; missing from
	// documents of an older program.
	OpcodeAudit *OpcodeAudit `json:"opcode_audit,omitempty"`
}

// AuditOutcome is what came of an opcode audit.
type AuditOutcome string

const (
	AuditKept      AuditOutcome = "kept"      // all that the contract of the kernel demands
	AuditBroken    AuditOutcome = "broken"    // the instructions are there, in another number or place
	AuditAbsent    AuditOutcome = "absent"    // an instruction that the kernel claims is not there
	AuditUndecided AuditOutcome = "undecided" // the machine code could not be read
	AuditNone      AuditOutcome = "none"      // there is no machine code to look at
)

// OpcodeAudit holds the machine code that the driver made of a kernel to the
// contract of the kernel: which instructions it must have, and how many.
type OpcodeAudit struct {
	Outcome AuditOutcome `json:"outcome" jsonschema:"enum=kept,enum=broken,enum=absent,enum=undecided,enum=none"`
	// Reason says why, for every outcome but kept.
	Reason string `json:"reason,omitempty"`
	// CubinSHA256 is of the module's machine code, where there is any.
	CubinSHA256 string `json:"cubin_sha256,omitempty"`
}

// Launch is the shape of a launch.
type Launch struct {
	Grid               [3]int `json:"grid"`
	Block              [3]int `json:"block"`
	DynamicSharedBytes int64  `json:"dynamic_shared_bytes"`
	BlocksPerSM        int    `json:"blocks_per_sm"` // resident at a time
}

// Work is what one launch does, by the formula of its case.
type Work struct {
	// Path is the math path, such as "fp32"; empty where there is no math.
	Path string `json:"path,omitempty"`
	// Way is the family of instructions by which a path of the tensor cores is
	// reached: "mma.sync", which has wmma, too, "wgmma" or "tcgen05".
	Way string `json:"way,omitempty"`
	// Operations are FLOPs, an FMA being 2, or integer operations.
	Operations float64 `json:"operations"`
	// Bytes moved at each level, such as "dram".
	Bytes map[string]float64 `json:"bytes"`
	// DependentLoads is how many loads a thread does one after another, each with
	// the address that the one before brought; 0 where the case is no pointer
	// chase. The time of a launch over it is the latency of a load.
	DependentLoads float64 `json:"dependent_loads,omitempty"`
	// OtherLimit is what holds the kernel back where that is neither a path nor a
	// level, such as "atomic operations in L2": no ceiling says how much it could do.
	OtherLimit string `json:"other_limit,omitempty"`
	// FootprintBytes is the distinct memory touched.
	FootprintBytes float64 `json:"footprint_bytes"`
	// Measures is what the record is a ceiling of, "path:fp32" or "level:dram";
	// empty where it is a point only.
	Measures string `json:"measures,omitempty"`
}

// Data is what the inputs were.
type Data struct {
	// Pattern is "random", "zeros", "constant" (all ones), "integers" (-1, 0 and 1) or
	// "mantissa" (every bit of the mantissa of the first operand is random).
	Pattern string `json:"pattern"`
	Seed    uint64 `json:"seed"`
	// PeriodBytes is after how many bytes a large input repeats; 0 is never.
	PeriodBytes int64 `json:"period_bytes,omitempty"`
}

// Verification is the check of the results, at the timed shape.
type Verification struct {
	Passed bool `json:"passed"`
	// Method is "exact" (every bit) or "bounded".
	Method string `json:"method"`
	// Checked of Total outputs were compared; they differ when the device ran a
	// sample of the blocks.
	Checked int64  `json:"checked"`
	Total   int64  `json:"total"`
	Sampled bool   `json:"sampled,omitempty"`
	Detail  string `json:"detail,omitempty"` // the first mismatch
}

// Sample is one timed window.
type Sample struct {
	Seconds  float64 `json:"seconds"`
	Launches int     `json:"launches"`
	Replayed int     `json:"replayed,omitempty"`
	// HostSeconds is what it took the host to ask for the launches of the window,
	// and LaunchesPerGraph how many of them it asked for at a time, as one graph.
	// They are missing where the device does not tell, and where each launch was
	// asked for by itself.
	HostSeconds      float64 `json:"host_seconds,omitempty"`
	LaunchesPerGraph int     `json:"launches_per_graph,omitempty"`

	// SensorReadings is how many times the sensors were read while the window ran:
	// the clocks and the power are their means, the temperature is the last, and the
	// event reasons are all that were seen. It is missing where they were read once
	// before and once after the window.
	SensorReadings int `json:"sensor_readings,omitempty"`
	// SMClockMHz is by stamps where they tell it, else by the sensor. The former, with
	// its interval, and the latter are both missing where they do not tell, and from
	// documents of an older program, whose clock is the sensor's.
	SMClockMHz       *float64       `json:"sm_clock_mhz" jsonschema:"nullable"`
	StampedSMClock   *ClockInterval `json:"sm_clock_stamped,omitempty"`
	SensorSMClockMHz *float64       `json:"sensor_sm_clock_mhz,omitempty"`

	MemoryClockMHz *float64 `json:"memory_clock_mhz" jsonschema:"nullable"`
	EventReasons   *uint64  `json:"event_reasons" jsonschema:"nullable"`
	TemperatureC   *float64 `json:"temperature_c" jsonschema:"nullable"`
	PowerWatts     *float64 `json:"power_watts" jsonschema:"nullable"`
}

// Limit is the physical limit of what the record measures.
type Limit struct {
	// Resource is the path or level, as in Work.Measures.
	Resource string `json:"resource"`
	// PerSecond is in FLOP/s or B/s at the sampled clock; null is unknown, and
	// Source then says why.
	PerSecond  *float64 `json:"per_second" jsonschema:"nullable"`
	PerSMCycle *float64 `json:"per_sm_cycle" jsonschema:"nullable"`
	Source     string   `json:"source"`
	// Way is the limit of the way that the work took, where another is faster.
	Way *WayLimit `json:"way,omitempty"`
}

// WayLimit is the limit of one way to a math path.
type WayLimit struct {
	Name string `json:"name"` // as in Work.Way
	// Fastest is the way that reaches the limit of the path.
	Fastest    string   `json:"fastest"`
	PerSecond  *float64 `json:"per_second" jsonschema:"nullable"` // as in Limit
	PerSMCycle float64  `json:"per_sm_cycle"`
	Source     string   `json:"source"`
}
