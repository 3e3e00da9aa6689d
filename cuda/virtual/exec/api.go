package exec

import "ridgeline/cuda"

// Kernel is a decoded entry.
type Kernel struct {
	Name        string
	Params      []Param
	ParamBytes  int
	SharedBytes int64 // static, a block
	LocalBytes  int64 // declared .local, a thread
	// RegisterEstimate is the number of 32-bit registers a thread that the
	// assembler would use, estimated from liveness.
	RegisterEstimate int
	// Slots is the number of scoreboard slots that Meta.Dst and Src name.
	Slots      int
	MaxThreads int // from .maxntid or .reqntid; 0 where absent
	// RequiredBlock is the one shape of block that the kernel takes, from
	// .reqntid; zero where it takes others.
	RequiredBlock cuda.Dim3
	// Err says why the kernel cannot run: a *cuda.Error of kind Unsupported
	// that names the instruction and its line. Of such a kernel, only the name
	// and the parameters are known. It is nil where the kernel can run.
	Err error

	module *Module
	prog   *program
}

// ReadsClocks tells whether the kernel reads a clock, and so does something else
// each time that it runs.
func (k *Kernel) ReadsClocks() bool { return k.prog != nil && k.prog.timed }

// Param is a kernel parameter in the parameter space.
type Param struct {
	Name                string
	Offset, Size, Align int
	Type                string // in the PTX, such as "u64"
	Array               bool   // it has an extent
}

// Launch is what to run.
type Launch struct {
	Kernel             *Kernel
	Grid, Block        cuda.Dim3
	DynamicSharedBytes int64
	Params             []byte // the parameter space, ParamBytes long
	// ComputeCapability decides how tensor instructions accumulate; zero
	// stands for the newest, 9.0 and later.
	ComputeCapability cuda.ComputeCapability
}

// Options is how to run a grid.
type Options struct {
	// Workers is the number of goroutines; 1 is serial, 0 as many as cores.
	// The results do not depend on it for kernels without global atomics on
	// floats and without data races.
	Workers int
	// Blocks are the linear indices of the blocks to run, rising; nil is all.
	Blocks []int
	// SMCount is what %nsmid says.
	SMCount int
	// Start is where the clocks stand.
	Start Moment
	// BudgetInstructions ends the launch with a LaunchTimeout error after so
	// many warp instructions; 0 is none.
	BudgetInstructions uint64
	// PerInstruction counts each instruction apart.
	PerInstruction bool
	// Checks are what else is an error of the launch.
	Checks cuda.Checks
}

// Result is what a run did.
type Result struct {
	// Counters are those of the blocks that ran; nothing is scaled.
	Counters cuda.Counters
	// ReadPages and WrittenPages are the pages touched, rising.
	ReadPages, WrittenPages []uint64
	Blocks                  int // that ran
	// Printed is what printf wrote, in the order of the blocks.
	Printed []byte
	// BlockRuns and BlockLanes are how often warps, and lanes, executed each
	// basic block of the kernel.
	BlockRuns, BlockLanes []uint64
	// Instructions are the counters of each, in the order of the program; nil
	// unless they were asked for.
	Instructions []cuda.InstructionCounters
}
