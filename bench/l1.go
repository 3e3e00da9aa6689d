package bench

import (
	"ridgeline/results"
)

const (
	// l1SetBytes is what a block reads again and again.
	l1SetBytes = 8 << 10
	// l1Phases is after how many trips a warp loads the same vectors again.
	l1Phases = 4
	// l1Distinct is how many threads of a block load other vectors than the rest:
	// the warps that begin at another phase.
	l1Distinct = l1Phases * warpThreads
)

// l1Cases are the cases that ask how fast L1 is.
func l1Cases() []Case {
	return []Case{{
		Name:     "l1/read",
		Family:   "l1",
		Question: "How many bytes a cycle does an SM load from its L1 cache?",
		Explanation: "Each block reads 8 KiB of its own again and again, by loads that L1 keeps (ld.global.ca). The blocks " +
			"that fill an SM have 64 KiB at most, half of the smallest L1 that serves so many. A warp loads 512 bytes in " +
			"one piece, so that lanes meet in no bank, and every thread has 64 bytes in flight. Only the first of hundreds " +
			"of trips misses. Every trip changes a hash that is stored and compared, so no load can be left out.",
		WorkFormula: "bytes of L1 = grid * trips * 16384; bytes of L2 and DRAM = grid * 8192 read + grid * 256 * 4 written; " +
			"no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		Symbols: []string{"l1_read_b128"},
		recipe: recipe{
			from:   Quick,
			symbol: only("l1_read_b128"),
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(_ axes, s shape) int64 { return int64(s.grid) * l1SetBytes },
			}},
			output: perThreadOutput,
			args:   inOutTrips,
			expect: expectL1,
			work: func(_ axes, s shape) results.Work {
				once := float64(int64(s.grid)*l1SetBytes + s.threadBytes())
				return results.Work{
					Bytes:          map[string]float64{"l1": float64(s.chunkedBytes()), "l2": once, "dram": once},
					FootprintBytes: once,
					Measures:       "level:l1",
				}
			},
		},
	}}
}

// expectL1 hashes the trips of each thread that differs, in each set of the
// period of the input.
func expectL1(_ axes, s shape, in []input) expectation {
	const setWords = l1SetBytes / wordBytes
	sums := make([][l1Distinct]uint32, len(in[0].words)/setWords)
	for set := range sums {
		loads := l1Loads(in[0].words[set*setWords : (set+1)*setWords])
		for trip := range s.trips {
			hashTrip(sums[set][:], loads[trip%l1Phases][:])
		}
	}
	return perThread(s, func(block, thread int) uint32 {
		return hashed(s, block, thread, sums[block%len(sums)][thread%l1Distinct])
	})
}

// l1Loads is the XOR of all that each thread loads in a trip, by trip modulo
// l1Phases: four rows of 32 vectors of 16 bytes.
func l1Loads(set []uint32) (loads [l1Phases][l1Distinct]uint32) {
	const rowWords = warpThreads * vectorWords
	for trip := range loads {
		for t := range loads[trip] {
			lane, phase := t%warpThreads, (t/warpThreads+trip)%l1Phases
			for row := 4 * phase; row < 4*phase+4; row++ {
				first := row*rowWords + lane*vectorWords
				for _, w := range set[first : first+vectorWords] {
					loads[trip][t] ^= w
				}
			}
		}
	}
	return loads
}
