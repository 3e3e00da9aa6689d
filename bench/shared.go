package bench

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	// sharedTileBytes is what a block of shared/read keeps in shared memory, and
	// sharedRegionBytes one of shared/write.
	sharedTileBytes   = 8 << 10
	sharedRegionBytes = chunkBytes
	// sharedPhases is after how many trips a warp loads the same words again.
	sharedPhases = 4
	// sharedDistinct is how many threads of a block load other words than the rest.
	sharedDistinct = sharedPhases * warpThreads
	// laneWords are the words of a thread in a trip.
	laneWords = chunkWords / blockThreads
)

// sharedCases are the cases that ask how fast shared memory is.
func sharedCases() []Case { return []Case{sharedReadCase(), sharedWriteCase()} }

// sharedCase is what the cases of the family have in common.
func sharedCase(name string, c Case) Case {
	symbol := func(a axes) string { return fmt.Sprintf("shared_%s_b%d", name, a[bitsAxis]) }
	c.Name, c.Family = "shared/"+name, "shared"
	c.Axes = []Axis{{Name: bitsAxis, Unit: "bit", Values: []int64{32, 64, 128},
		Meaning: "size of the element that a lane loads or stores in one instruction"}}
	for _, bits := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, symbol(axes{bitsAxis: bits}))
	}
	c.recipe.symbol, c.recipe.output = symbol, perThreadOutput
	return c
}

func sharedReadCase() Case {
	return sharedCase("read", Case{
		Question: "How many bytes a cycle does an SM load from its shared memory?",
		Explanation: "Shared memory has 32 banks of 4 bytes: 128 bytes a cycle and SM, whatever the width of a load. A warp " +
			"loads 2 KiB in one piece each trip, so that no two lanes meet in a bank, and nobody waits for a barrier: one " +
			"beside each load would be what is measured. Narrow loads need four times the instructions; where they are " +
			"slower, the instructions limit and not the banks. Every trip loads from another place and changes a hash that " +
			"is stored and compared, so no load can be left out or moved out of the loop.",
		WorkFormula: "bytes of shared memory = grid * trips * 16384 loaded + grid * 8192 stored; bytes of DRAM = 8192 + grid * " +
			"256 * 4 written; no FLOPs",
		Check: "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		recipe: recipe{
			from: Quick,
			thin: map[Preset][]span{Quick: {{bitsAxis: {128}}}, Standard: {{bitsAxis: {32, 128}}}},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(axes, shape) int64 { return sharedTileBytes },
			}},
			args:   inOutTrips,
			expect: expectSharedRead,
			work: func(_ axes, s shape) results.Work {
				w := sharedWork(s, sharedTileBytes, sharedTileBytes)
				w.Measures = "level:shared"
				return w
			},
		},
	})
}

func sharedWriteCase() Case {
	return sharedCase("write", Case{
		Question: "How many bytes a cycle does an SM store to its shared memory?",
		Explanation: "The stores of a warp cover 2 KiB of its own each trip, in one piece and so without a conflict, and the " +
			"next trip overwrites them by other words. In the end each thread folds the words of the lane beside it, so " +
			"that what is stored decides on what is compared. The data follow from the number of the thread and are not " +
			"random, so the rate is a point and never a ceiling.",
		WorkFormula: "bytes of shared memory = grid * trips * 16384 stored + grid * 16384 loaded; bytes of DRAM = grid * 256 * 4 " +
			"written; no FLOPs",
		Check: "exact: every thread's hash y = 5 * y + word of the 16 words that its neighbour stored last",
		recipe: recipe{
			from:    Standard,
			thin:    map[Preset][]span{Standard: {{bitsAxis: {128}}}},
			pattern: "iota",
			args: func(_ axes, s shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(_ axes, s shape, _ []input) expectation { return expectSharedWrite(s) },
			work:   func(_ axes, s shape) results.Work { return sharedWork(s, sharedRegionBytes, 0) },
		},
	})
}

// sharedWork is the work of a launch that moves a chunk a trip between a block and
// its shared memory, and so many bytes once beside it; and reads some from DRAM,
// the same for all blocks.
func sharedWork(s shape, beside, read float64) results.Work {
	return results.Work{
		Bytes: map[string]float64{
			"shared": float64(s.chunkedBytes()) + beside*float64(s.grid),
			"dram":   read + s.writtenBytes(),
		},
		FootprintBytes: read + s.writtenBytes(),
	}
}

// expectSharedRead walks as the kernel does. Its sums depend on the phase at which
// a warp begins and on the lane.
func expectSharedRead(a axes, s shape, in []input) expectation {
	loads := sharedLoads(int(a[bitsAxis])/8/wordBytes, in[0].words)
	var sums [sharedDistinct]uint32
	for trip := range s.trips {
		hashTrip(sums[:], loads[trip%sharedPhases][:])
	}
	return perThread(s, func(block, thread int) uint32 { return hashed(s, block, thread, sums[thread%sharedDistinct]) })
}

// sharedLoads is the XOR of all that each thread loads in a trip, by trip modulo
// sharedPhases: rows of a warp of vectors of so many words.
func sharedLoads(vectorWords int, tile []uint32) (loads [sharedPhases][sharedDistinct]uint32) {
	const phaseWords = warpThreads * laneWords
	for trip := range loads {
		for t := range loads[trip] {
			phase := (t/warpThreads + trip) % sharedPhases * phaseWords
			for w := range laneWords {
				row, part := w/vectorWords, w%vectorWords
				loads[trip][t] ^= tile[phase+(row*warpThreads+t%warpThreads)*vectorWords+part]
			}
		}
	}
	return loads
}

// expectSharedWrite gives what a thread finds in its neighbour's words: x, x + 1 and
// so on, where the trips have made x of the number of the neighbour.
func expectSharedWrite(s shape) expectation {
	var sum [1]uint32
	for range s.trips {
		hashTrip(sum[:], []uint32{1})
	}
	power := s.hashPower()
	return perThread(s, func(block, thread int) uint32 {
		beside := thread/warpThreads*warpThreads + (thread+1)%warpThreads
		first := power*uint32(block*blockThreads+beside) + sum[0]
		var y uint32
		for w := range laneWords {
			y = hashFactor*y + first + uint32(w)
		}
		return y
	})
}
