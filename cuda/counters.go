package cuda

// Counters is what a launch did, counted exactly over all of its blocks.
// FLOPs count an FMA as 2. A request is one warp-level memory instruction with
// at least one active lane; a sector is 32 bytes; a pass is one trip through
// the 32 banks of shared memory.
type Counters struct {
	WarpInstructions   uint64
	ThreadInstructions uint64 // lanes that executed, summed over warp instructions
	Branches           uint64
	DivergentBranches  uint64
	Barriers           uint64

	// Operations by math path: FLOPs, or integer operations for int32.
	Operations map[string]uint64
	// Instructions by pipe, warp level: fma, alu, fp64, xu, lsu, branch, tensor, uniform.
	Pipes map[string]uint64

	GlobalLoad, GlobalStore, GlobalAtomic Traffic
	SharedLoad, SharedStore, SharedAtomic Traffic
	LocalLoad, LocalStore                 Traffic
	ConstLoad                             Traffic

	// SpillLoad and SpillStore are not executed but derived, as SpillSource says.
	SpillLoad, SpillStore Traffic
	SpillSource           SpillSource
}

// SpillSource says where the traffic of spilled registers comes from.
type SpillSource string

const (
	// SpillsNone is of a kernel that spills nothing, as far as anybody knows.
	SpillsNone SpillSource = ""
	// SpillsMachineCode is exact: the accesses in the machine code, outside of its
	// loop and in a trip, times the threads and the trips that were executed.
	SpillsMachineCode SpillSource = "machine_code"
	// SpillsTotals is a model: each byte that the assembler says it spilled is
	// stored and loaded once whenever a thread comes to where it lacks registers.
	SpillsTotals SpillSource = "assembler_totals"
)

// Traffic is what one kind of access did.
type Traffic struct {
	Requests uint64
	// UsefulBytes is what the lanes asked for, summed.
	UsefulBytes uint64
	// Sectors are distinct 32-byte sectors per request, summed; global and
	// local only.
	Sectors uint64
	// Passes and IdealPasses are shared-memory passes; shared only.
	Passes, IdealPasses uint64
}
