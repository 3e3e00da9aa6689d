package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

// l2Part is the part of L2 that the set takes: where L2 has two halves, each of
// them keeps a copy of what the SMs beside it read, so that at most half of L2
// is of use to all; and half of that leaves room for what else is there.
const l2Part = 0.25

// l2Cases are the cases that ask how fast L2 is.
func l2Cases() []Case {
	return []Case{{
		Name:     "l2/read",
		Family:   "l2",
		Question: "How many bytes a second does the L2 cache give to all SMs together?",
		Explanation: "All blocks walk round and round a set of a quarter of L2, each from a start of its own, with loads " +
			"that L1 does not keep (ld.global.cg); the set is also far larger than the L1 of an SM. A quarter, because an " +
			"L2 of two halves keeps what all SMs read in both of them. The launch before has left the set in L2; and a " +
			"launch takes at least a hundred times as long as it takes to read the set from DRAM once, so that even a first " +
			"pass that misses hardly counts. Every trip changes a hash that is stored and compared, so no load can be left out.",
		WorkFormula: "bytes of L2 = grid * trips * 16384 read + grid * 256 * 4 written; bytes of DRAM = the set, once, and " +
			"what is written; no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		Symbols: []string{"l2_read_b128"},
		recipe: recipe{
			from:   Quick,
			symbol: only("l2_read_b128"),
			layout: layout{partOfL2: l2Part},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(_ axes, s shape) int64 { return s.setBytes() },
			}},
			output: perThreadOutput,
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(uint32(s.setChunks)), cuda.ArgU32(uint32(s.trips))}
			},
			expect: expectL2,
			work: func(_ axes, s shape) results.Work {
				written := float64(s.threadBytes())
				return results.Work{
					Bytes: map[string]float64{
						"l2":   float64(s.chunkedBytes()) + written,
						"dram": float64(s.setBytes()) + written,
					},
					FootprintBytes: float64(s.setBytes()),
					Measures:       "level:l2",
				}
			},
		},
	}}
}

// expectL2 walks as the kernel does: block b begins at chunk b of the set and
// goes on by one a trip. All blocks that begin at one chunk meet the same words.
func expectL2(_ axes, s shape, in []input) expectation {
	folds := xorChunks(in[0], vectorWords)
	walks := map[int]*[blockThreads]uint32{}
	return perThread(s, func(block, thread int) uint32 {
		start := block % s.setChunks
		sums, found := walks[start]
		if !found {
			sums = new([blockThreads]uint32)
			for trip := range s.trips {
				chunk := (start + trip) % s.setChunks % len(folds)
				hashTrip(sums[:], folds[chunk][:])
			}
			walks[start] = sums
		}
		return hashed(s, block, thread, sums[thread])
	})
}
