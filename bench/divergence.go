package bench

import (
	"fmt"
	"math"

	"ridgeline/results"
)

const (
	pathsAxis = "paths"
	// divergenceSteps is how many steps a thread does in a trip
	// (kernels/divergence/divergence.cu).
	divergenceSteps = 32
	// waysOfConstant is how many ways the constants of two neighbours are apart by one.
	waysOfConstant = 128
)

// divergenceCases are the cases that ask what branches cost.
func divergenceCases() []Case {
	c := Case{
		Name:     "divergence/paths",
		Family:   "divergence",
		Question: "What does it cost when the lanes of a warp go different ways?",
		Explanation: "A thread goes one of K ways, that of its number modulo K, and does there 32 steps of x = x*x + c, with " +
			"a c of that way. A warp has one instruction for all its lanes: it goes each of the K ways, one after the other, " +
			"with those lanes on that take it. The work is the same for every K, and the time grows as K does; with 32 ways " +
			"one lane of 32 works. Ways that whole warps take cost nothing: it is the lanes of one warp that should agree.",
		Axes: []Axis{{Name: pathsAxis, Values: []int64{1, 2, 4, 8, 16, 32}, Meaning: "different ways that the lanes of a warp go"}},
		WorkFormula: "FLOPs = 2 * 32 * trips * threads, whatever paths is; bytes = 4096 of seeds, which stay in cache, + 4 " +
			"written a thread",
		Check: "exact: the bits of every thread's x, on random seeds in [-1, 1)",
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{pathsAxis: {1, 2, 8, 32}}}},
			symbol: func(a axes) string { return fmt.Sprintf("divergence_paths%d", a[pathsAxis]) },
			layout: layout{slowdown: func(a axes) float64 { return float64(a[pathsAxis]) }},
			inputs: []feed{seeded(floatSeedsInput, wordBytes)},
			output: perThreadOutput,
			args:   chainArgs(nil),
			expect: expectDivergence,
			work: func(_ axes, s shape) results.Work {
				bytes := seedValues*wordBytes + s.writtenBytes()
				return results.Work{
					Path:           "fp32",
					Operations:     2 * divergenceSteps * float64(s.trips) * float64(s.allThreads()),
					Bytes:          map[string]float64{"dram": bytes},
					FootprintBytes: bytes,
				}
			},
		},
	}
	for _, a := range c.points() {
		c.Symbols = append(c.Symbols, c.recipe.symbol(a))
	}
	return []Case{c}
}

// expectDivergence knows the word of each thread by its seed, which its number modulo 1024
// gives, and with it its way.
func expectDivergence(a axes, s shape, in []input) expectation {
	words := make([]uint32, seedValues)
	for way := range int(a[pathsAxis]) {
		var values []float32
		for i := way; i < seedValues; i += int(a[pathsAxis]) {
			values = append(values, in[0].floats[i])
		}
		squares(values, squareConstant-float32(way)/waysOfConstant, divergenceSteps*s.trips)
		for i, x := range values {
			words[way+i*int(a[pathsAxis])] = math.Float32bits(x)
		}
	}
	return perThread(s, func(block, thread int) uint32 { return words[(block*blockThreads+thread)%seedValues] })
}
