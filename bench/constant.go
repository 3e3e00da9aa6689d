package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	differentAxis = "different_words"

	constantPlaces = 1024 // where a trip may begin, in words
	constantLoads  = 16   // of a thread in a trip
	constantApart  = 32   // words from a lane's begin to the next lane's
	constantBytes  = (constantPlaces + constantLoads) * wordBytes
	// constantFactor makes word i of the table from i (Fibonacci hashing).
	constantFactor = 0x9E3779B9
)

// constantCases are the cases that ask how fast constant memory is.
func constantCases() []Case {
	return []Case{{
		Name:     "constant/read",
		Family:   "constant",
		Question: "What does a load from constant memory cost whose lanes ask for different words?",
		Explanation: "The constant cache gives one word to all lanes of a warp that ask for it, and takes a turn for each other " +
			"word. So one index for a whole warp is free, and 32 different ones take 32 times as long: a table that is " +
			"indexed by data belongs into shared memory. How many words differ is an argument: the same code runs at all of " +
			"them. The table is 4 KiB and stays in the cache.",
		Axes: []Axis{{Name: differentAxis, Unit: "words", Values: []int64{1, 2, 4, 8, 16, 32},
			Meaning: "different words that the lanes of a warp ask for in one load"}},
		WorkFormula: "loads = grid * trips * 8 * 16 of a warp, each with as many passes as different words; bytes of DRAM = 4160 + " +
			"grid * 256 * 4 written; no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip",
		Symbols: []string{"constant_read_b32"},
		recipe: recipe{
			from:    Standard,
			thin:    map[Preset][]span{Standard: {{differentAxis: {1, 32}}}},
			symbol:  only("constant_read_b32"),
			pattern: "fibonacci",
			layout:  layout{oneWave: always},
			output:  perThreadOutput,
			args: func(a axes, s shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(uint32(a[differentAxis] - 1)), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(a axes, s shape, _ []input) expectation { return expectConstant(int(a[differentAxis]), s) },
			work: func(_ axes, s shape) results.Work {
				moved := constantBytes + s.writtenBytes()
				return results.Work{Bytes: map[string]float64{"dram": moved}, FootprintBytes: moved, OtherLimit: "constant memory"}
			},
		},
	}}
}

// expectConstant walks through the table as the kernel does.
func expectConstant(different int, s shape) expectation {
	var sums, loads [warpThreads]uint32
	for trip := range s.trips {
		for lane := range loads {
			loads[lane] = 0
			first := (lane%different*constantApart + trip*constantLoads) % constantPlaces
			for i := first; i < first+constantLoads; i++ {
				loads[lane] ^= uint32(i) * constantFactor
			}
		}
		hashTrip(sums[:], loads[:])
	}
	return perThread(s, func(block, thread int) uint32 { return hashed(s, block, thread, sums[thread%warpThreads]) })
}
