package bench

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	loadsAxis = "loads"
	// threadVectors are the vectors of 16 bytes that a thread loads in a trip
	// (kernels/occupancy/occupancy.cu).
	threadVectors = 4
	vectorBytes   = vectorWords * wordBytes
)

// occupancyCases are the cases that ask how much must be on its way.
func occupancyCases() []Case {
	c := Case{
		Name:     "occupancy/read",
		Family:   "occupancy",
		Question: "How many warps, with how many loads each on their way, does it take until DRAM is busy?",
		Explanation: "Little's law: bytes on their way = rate * latency. A warp has 1, 2 or 4 loads of 512 bytes on their way " +
			"at a time, and waits for all of them before it asks for the next. Few warps with one load each are bound by " +
			"latency, and the rate grows in proportion to the warps and to the loads; where their product is large enough, " +
			"DRAM is the bound, and more of either changes nothing. So half the warps with twice the loads are as good: it " +
			"is not occupancy that matters, but what is on its way. fma/fp32 has the same table for arithmetic, with chains " +
			"in place of loads. The addresses of the next loads depend on the last words, so that none begins before.",
		Axes: []Axis{
			{Name: loadsAxis, Values: []int64{1, 2, 4}, Meaning: "loads of 16 bytes that a thread has on their way at a time"},
			{Name: warpsAxis, Unit: "warps", Values: []int64{1, 2, 4, 8, 16, 32, 0},
				Meaning: "warps resident on an SM; 0 is as many as it holds, and a record then says how many these are"},
		},
		WorkFormula: "bytes = 64 * trips * threads read + 4 * threads written; no FLOPs; a block has 256 threads, or all that an " +
			"SM shall hold where that is fewer",
		Check: "exact: every thread's XOR of the words that it loads, on random words",
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{loadsAxis: {1, 4}, warpsAxis: {1, 4, 16, 0}}}},
			symbol: func(a axes) string { return fmt.Sprintf("occupancy_read_loads%d", a[loadsAxis]) },
			layout: layout{warpsPerSM: func(a axes) int { return int(a[warpsAxis]) }, overCache: true},
			inputs: []feed{{
				key:   repeated(wordsInput).key,
				bytes: func(_ axes, s shape) int64 { return s.vectorBytes() },
			}},
			output: perThreadOutput,
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				const nothing = 0 // of the words that the addresses depend on
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(nothing), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(_ axes, s shape, in []input) expectation { return expectVectors(s, in[0]) },
			work: func(_ axes, s shape) results.Work {
				read := float64(s.vectorBytes())
				moved := read + s.writtenBytes()
				return results.Work{Bytes: map[string]float64{"dram": moved, "l2": moved}, FootprintBytes: read}
			},
		},
	}
	for _, loads := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, c.recipe.symbol(axes{loadsAxis: loads}))
	}
	return []Case{c}
}

// vectorBytes is what all threads load that have threadVectors vectors each in a trip.
func (s shape) vectorBytes() int64 {
	return s.allThreads() * int64(s.trips) * threadVectors * vectorBytes
}

// expectVectors expects the XOR of the thread's vectors: vector u of thread t of block b in
// trip k is number ((b + k*grid)*threadVectors + u)*threads + t. A thread meets none of the
// period twice, as the period has no factor in common with the grid, nor with 2.
func expectVectors(s shape, in input) expectation {
	vectors := make([]uint32, len(in.words)/vectorWords)
	for i, w := range in.words {
		vectors[i/vectorWords] ^= w
	}
	return perThread(s, func(block, thread int) (word uint32) {
		for k := range s.trips {
			first := (block + k*s.grid) * threadVectors
			for u := range threadVectors {
				word ^= vectors[((first+u)*s.threads()+thread)%len(vectors)]
			}
		}
		return word
	})
}
