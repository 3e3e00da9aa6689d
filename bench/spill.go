package bench

import (
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	liveAxis = "live"
	regsAxis = "regs"
	// accumulatorScale is what the first values of the accumulators are over.
	accumulatorScale = 256
)

// spillCases are the cases that ask what it costs to want too many registers.
func spillCases() []Case { return []Case{spillCase(), arrayCase()} }

func spillCase() Case {
	c := Case{
		Name:     "spill/fp32",
		Family:   "spill",
		Question: "What does it cost when a kernel wants more registers than it has?",
		Explanation: "A thread keeps L accumulators alive and steps each of them once in a trip, by x = x*x + c. Its " +
			"registers are capped: what does not fit lies in local memory, which is DRAM behind the caches, and is loaded " +
			"and stored in every trip. With a cap of 255 nothing spills: that is the twin to compare with. A higher cap " +
			"also lets fewer warps reside, so that for few accumulators the lowest cap is the fastest, and for many the " +
			"highest one.",
		Axes: []Axis{
			{Name: liveAxis, Values: []int64{32, 64, 96, 128, 160, 192, 224}, Meaning: "accumulators that live at a time in a thread"},
			{Name: regsAxis, Values: []int64{32, 64, 128, 255}, Meaning: "registers that a thread may have at most"},
		},
		WorkFormula: "FLOPs = 2 * live * trips * 256 * grid, and live products a thread before them; bytes = 4096 of seeds, " +
			"which stay in cache, + grid * 256 * 4 written; local memory: n words loaded and n stored a thread and trip, " +
			"n = live - regs + 20 where live > regs, 6 where they are equal, else none (compute capability 7.0: + 21, and 8), " +
			"as the machine code has it, and some words more outside of the loop",
		Check: "exact: every thread's XOR of the bits of its accumulators, on random seeds in [-1, 1)",
		recipe: recipe{
			from: Standard,
			thin: map[Preset][]span{Standard: {{liveAxis: {32, 128, 224}, regsAxis: {32, 128, 255}}}},
			symbol: func(a axes) string {
				return fmt.Sprintf("spill_fp32_live%d_regs%d", a[liveAxis], a[regsAxis])
			},
			inputs: []feed{seeded(floatSeedsInput, 4)},
			output: perThreadOutput,
			args:   chainArgs([]cuda.Arg{cuda.ArgF32(squareConstant)}),
			expect: expectSpill,
			work: func(a axes, s shape) results.Work {
				bytes := seedValues*wordBytes + s.writtenBytes()
				return results.Work{
					Path:           "fp32",
					Operations:     float64(a[liveAxis]) * float64(2*s.trips+1) * float64(s.allThreads()),
					Bytes:          map[string]float64{"dram": bytes},
					FootprintBytes: bytes,
				}
			},
		},
	}
	for _, a := range c.points() {
		c.Symbols = append(c.Symbols, c.recipe.symbol(a))
	}
	return c
}

// expectSpill has the result of each seed: a thread has one of them.
func expectSpill(a axes, s shape, in []input) expectation {
	var words [seedValues]uint32
	x := make([]float32, a[liveAxis])
	for i, seed := range in[0].floats {
		for j := range x {
			x[j] = float32(seed * (float32(j+1) / accumulatorScale))
		}
		squares(x, squareConstant, s.trips)
		for _, value := range x {
			words[i] ^= math.Float32bits(value)
		}
	}
	return perThread(s, func(block, thread int) uint32 { return words[(block*blockThreads+thread)%seedValues] })
}
