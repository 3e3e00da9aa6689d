package userkernel

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

// Lines adds the instructions of each line up: of the source where the compiler
// said which, else of the PTX. Those with the most warp instructions come first.
// A line of which nothing became a machine instruction is left out.
func lines(file string, list []cuda.InstructionCounters) []results.KernelLine {
	sums := map[string]*cuda.Counters{}
	ptx := map[string][]int{}
	for _, in := range list {
		name := in.Source
		if name == "" {
			name = fmt.Sprintf("%s:%d", filepath.Base(file), in.Line)
		}
		if sums[name] == nil {
			sums[name] = &cuda.Counters{}
		}
		sums[name].Add(in.Counters)
		ptx[name] = append(ptx[name], in.Line)
	}
	out := []results.KernelLine{}
	for name, c := range sums {
		if len(c.Pipes) == 0 {
			continue
		}
		slices.Sort(ptx[name])
		out = append(out, results.KernelLine{Source: name, PTXLines: slices.Compact(ptx[name]), Counters: *bench.CounterFacts(c)})
	}
	slices.SortFunc(out, func(a, b results.KernelLine) int {
		return cmp.Or(cmp.Compare(b.Counters.WarpInstructions, a.Counters.WarpInstructions),
			cmp.Compare(a.PTXLines[0], b.PTXLines[0]), strings.Compare(a.Source, b.Source))
	})
	return out
}
