package virtual

import (
	"maps"
	"slices"

	"ridgeline/cuda"
)

// perInstruction is the counters of each instruction, of a sample scaled to the
// grid.
func perInstruction(j job, o outcome) []cuda.InstructionCounters {
	list := slices.Clone(o.Instructions)
	for i := range list {
		if o.blocks != nil {
			list[i].Counters = scale(list[i].Counters, j.launch.Grid.Count(), len(o.blocks))
		}
	}
	return list
}

// cloneInstructions makes a list that shares nothing with the first.
func cloneInstructions(list []cuda.InstructionCounters) []cuda.InstructionCounters {
	list = slices.Clone(list)
	for i := range list {
		in := &list[i]
		in.Operations, in.Pipes = maps.Clone(in.Operations), maps.Clone(in.Pipes)
	}
	return list
}
