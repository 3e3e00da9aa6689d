package bench

import (
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	blocksAxis  = "blocks"
	percentAxis = "blocks_percent"
	tailChains  = 4
	tailSteps   = 128
	busySteps   = 512
	// emptyWord is what the first block of the empty kernel stores.
	emptyWord = 0x5eed
)

// launchCases are the cases that ask what the shape of a launch costs.
func launchCases() []Case { return []Case{emptyCase(), tailCase(), busyCase()} }

func emptyCase() Case {
	return Case{
		Name:     "launch/empty",
		Family:   "launch",
		Question: "What does a launch cost that does next to nothing?",
		Explanation: "A block stores one word and is done. Many such launches follow each other between two events, so that the " +
			"time of one is what a launch costs besides its work: from the end of a kernel to the begin of the next, and the " +
			"start of its blocks. A kernel that takes no more than a few times as long is bound by its launches: put the work " +
			"of several into one, or the launches into a graph.",
		Axes:        []Axis{{Name: blocksAxis, Values: []int64{1, 1024}, Meaning: "blocks of 256 threads"}},
		WorkFormula: "bytes = 4 * blocks written; no FLOPs",
		Check:       "exact: the word of every block",
		Symbols:     []string{"launch_empty"},
		recipe: recipe{
			from:    Standard,
			pattern: "counting",
			symbol:  only("launch_empty"),
			layout:  layout{grid: func(a axes) cuda.Dim3 { return cuda.D1(int(a[blocksAxis])) }, once: true},
			output:  func(_ axes, s shape) int64 { return int64(s.grid) * wordBytes },
			args: func(_ axes, _ shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(emptyWord)}
			},
			expect: func(_ axes, s shape, _ []input) expectation {
				return perBlock(s, func(block int) uint32 { return emptyWord + uint32(block) })
			},
			work: func(_ axes, s shape) results.Work {
				written := float64(s.grid) * wordBytes
				return results.Work{Bytes: map[string]float64{"dram": written}, FootprintBytes: written}
			},
		},
	}
}

func tailCase() Case {
	return Case{
		Name:     "launch/tail",
		Family:   "launch",
		Question: "What is lost when the blocks of a grid do not divide among the SMs?",
		Explanation: "One block fills the FMA pipe of an SM, so that an SM with two blocks takes twice as long as one with a " +
			"single block. A launch ends when the last SM does: with p blocks for 100 SMs the time is that of p/100, rounded " +
			"up, and the rate p/100 of it: 62.5 % at 125, 90 % at 450. Half a grid of blocks leaves half of the GPU idle, and " +
			"a few blocks too many leave nearly all of it waiting for them. The larger the grid, the less a tail weighs.",
		Axes: []Axis{{Name: percentAxis, Unit: "%", Values: []int64{25, 50, 100, 125, 150, 200, 225, 400, 450},
			Meaning: "blocks of the grid in hundredths of the number of SMs, rounded down"}},
		WorkFormula: "FLOPs = 2 * 4 * 128 * trips * 256 * blocks; bytes = 4096 of seeds, which stay in cache, + 4 written a thread",
		Check:       "exact: every thread's XOR of the bits of its chains, on random seeds in [-1, 1)",
		Symbols:     []string{"launch_tail"},
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{percentAxis: {25, 100, 125, 200, 450}}}},
			symbol: only("launch_tail"),
			layout: layout{blocks: func(a axes, sms int) int { return max(1, int(a[percentAxis])*sms/100) }},
			inputs: []feed{seeded(floatSeedsInput, wordBytes)},
			output: perThreadOutput,
			args:   chainArgs([]cuda.Arg{cuda.ArgF32(squareConstant)}),
			expect: func(_ axes, s shape, in []input) expectation { return expectSquares(s, in[0], tailChains, tailSteps) },
			work:   func(_ axes, s shape) results.Work { return squaresWork(s, tailChains*tailSteps) },
		},
	}
}

func busyCase() Case {
	return Case{
		Name:     "launch/busy",
		Family:   "launch",
		Question: "How much does a GPU do that its tools call fully busy?",
		Explanation: "One thread runs one chain of dependent FMAs; all other lanes, and all other SMs, are idle. What tools call " +
			"the utilisation of a GPU is the part of the time in which any kernel runs: here it reads 100 %, and the rate is " +
			"about a hundred-thousandth of the peak. Being busy is not being of use.",
		WorkFormula: "FLOPs = 2 * 512 * trips; bytes = 4096 of seeds, which stay in cache, + 4 written",
		Check:       "exact: the bits of the chain, on a random seed in [-1, 1)",
		Symbols:     []string{"launch_busy"},
		recipe: recipe{
			from:   Standard,
			symbol: only("launch_busy"),
			layout: layout{grid: func(axes) cuda.Dim3 { return cuda.D1(1) }, block: 1},
			inputs: []feed{seeded(floatSeedsInput, wordBytes)},
			output: perThreadOutput,
			args:   chainArgs([]cuda.Arg{cuda.ArgF32(squareConstant)}),
			expect: func(_ axes, s shape, in []input) expectation { return expectSquares(s, in[0], 1, busySteps) },
			work:   func(_ axes, s shape) results.Work { return squaresWork(s, busySteps) },
		},
	}
}

// squaresWork is the work of so many steps of x = x*x + c a thread and trip.
func squaresWork(s shape, steps int) results.Work {
	bytes := seedValues*wordBytes + s.writtenBytes()
	return results.Work{
		Path:           "fp32",
		Operations:     2 * float64(steps) * float64(s.trips) * float64(s.allThreads()),
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
}

// expectSquares expects the XOR of the chains of each thread.
func expectSquares(s shape, seeds input, chains, steps int) expectation {
	ends := append([]float32(nil), seeds.floats...)
	squares(ends, squareConstant, steps*s.trips)
	return perThread(s, func(block, thread int) (word uint32) {
		first := (block*blockThreads + thread) * chains
		for k := range chains {
			word ^= math.Float32bits(ends[(first+k)%seedValues])
		}
		return word
	})
}
