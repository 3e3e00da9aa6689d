package cuda

import "maps"

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

// Add takes the counts of another launch, or of a part of the same, on top.
func (c *Counters) Add(o Counters) {
	c.WarpInstructions += o.WarpInstructions
	c.ThreadInstructions += o.ThreadInstructions
	c.Branches += o.Branches
	c.DivergentBranches += o.DivergentBranches
	c.Barriers += o.Barriers
	c.Operations, c.Pipes = addNamed(c.Operations, o.Operations), addNamed(c.Pipes, o.Pipes)
	ours, theirs := c.traffic(), o.traffic()
	for i := range ours {
		ours[i].Add(*theirs[i])
	}
	if c.SpillSource == SpillsNone {
		c.SpillSource = o.SpillSource
	}
}

// addNamed adds to a map of its own.
func addNamed(to, from map[string]uint64) map[string]uint64 {
	sum := maps.Clone(to)
	if sum == nil {
		sum = map[string]uint64{}
	}
	for name, n := range from {
		sum[name] += n
	}
	return sum
}

func (c *Counters) traffic() []*Traffic {
	return []*Traffic{&c.GlobalLoad, &c.GlobalStore, &c.GlobalAtomic, &c.SharedLoad, &c.SharedStore, &c.SharedAtomic,
		&c.LocalLoad, &c.LocalStore, &c.ConstLoad, &c.SpillLoad, &c.SpillStore}
}

// Traffic is what one kind of access did.
type Traffic struct {
	Requests uint64
	// UsefulBytes is what the lanes asked for, summed.
	UsefulBytes uint64
	// Sectors are distinct 32-byte sectors per request, summed; global and
	// local only.
	Sectors uint64
	// Passes and IdealPasses are those through the banks of shared memory; of
	// constant memory they are the different words of a request, and 1.
	Passes, IdealPasses uint64
}

// Add takes the counts of other accesses on top.
func (t *Traffic) Add(o Traffic) {
	t.Requests += o.Requests
	t.UsefulBytes += o.UsefulBytes
	t.Sectors += o.Sectors
	t.Passes += o.Passes
	t.IdealPasses += o.IdealPasses
}
