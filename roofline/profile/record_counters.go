package profile

import (
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
)

// addRecordCounters takes what only a virtual GPU tells: how well memory was
// used, how full the warps were, what was spilled.
func addRecordCounters(k *Kernel, c *results.Counters) {
	k.Scheduler.Instructions = Known(float64(c.WarpInstructions))
	perInstruction := ratio(Known(float64(c.ThreadInstructions)), Known(float64(c.WarpInstructions)))
	// The lanes that a predicate switches off are not among the counted.
	k.Divergence = Divergence{ThreadsPerInstruction: perInstruction, NotPredicatedOff: perInstruction}
	local, spilled := 0.0, 0.0
	for _, kind := range slices.Sorted(maps.Keys(c.Traffic)) {
		t := c.Traffic[kind]
		if isLocal(kind) {
			local += float64(t.Sectors)
		}
		if strings.HasPrefix(kind, "spill_") {
			spilled += float64(t.Requests)
		}
		if a, known := recordAccess(kind, t); known {
			k.Accesses = append(k.Accesses, a)
		}
	}
	k.Local = Local{Sectors: Known(local), SpillInstructions: Known(spilled)}
	addTensorInstructions(k, c)
}

// recordAccess is one kind of access; spills are local memory, and constants no
// access of this list.
func recordAccess(kind string, t results.Traffic) (Access, bool) {
	kind = strings.Replace(kind, "spill_", "local_", 1)
	a := Access{
		Kind: kind, Requests: Known(float64(t.Requests)), Sectors: Missing("shared memory has no sectors"),
		BytesPerSector: Missing("shared memory has no sectors"),
		Wavefronts:     Missing("only shared memory has wavefronts"), BankConflicts: Missing("only shared memory has banks"),
	}
	switch {
	case strings.HasPrefix(kind, "shared_"):
		a.Wavefronts, a.BankConflicts = Known(float64(t.Passes)), Known(float64(t.Passes-t.IdealPasses))
	case t.Sectors > 0:
		a.Sectors = Known(float64(t.Sectors))
		a.BytesPerSector = Known(min(sectorBytes, float64(t.UsefulBytes)/float64(t.Sectors)))
	default:
		return a, false
	}
	return a, true
}

// addTensorInstructions says whether the tensor pipe was used, and how.
func addTensorInstructions(k *Kernel, c *results.Counters) {
	if c.Pipes == nil {
		return
	}
	instructions := float64(c.Pipes["tensor"])
	k.Tensor.Instructions = Known(instructions)
	k.Tensor.Counters = []Counter{{"warp instructions of the tensor pipe, counted by the virtual GPU", instructions}}
}
