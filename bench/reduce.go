package bench

import (
	"encoding/binary"
	"iter"

	"ridgeline/results"
)

// reduceRung is one way to add up many words.
type reduceRung struct{ name, way string }

// reduceCases are the rungs of the ladder of sums: one problem, a kernel each, the slowest
// first.
func reduceCases() []Case {
	var cases []Case
	for _, r := range []reduceRung{
		{"interleaved", "A block adds up 256 words at a time in shared memory: in each of 8 steps every second, fourth, eighth " +
			"thread adds the word of a neighbour. In every warp most lanes have nothing to do, yet the warp is issued in " +
			"each step, and all wait at a barrier after it."},
		{"sequential", "As interleaved, but in each step the first half, quarter, eighth of the threads adds: the lanes that " +
			"have nothing to do are those of whole warps. The barriers remain."},
		{"shuffle", "The lanes of a warp exchange their words by shuffles, and shared memory has one word of each warp: two " +
			"barriers instead of ten."},
		{"vector", "Each thread adds up its own words first, 64 bytes of every chunk of the block, in a register; threads are " +
			"added up once, after the last trip. DRAM is the bound: what comes after the loads no longer shows."},
	} {
		cases = append(cases, r.build())
	}
	return cases
}

func (r reduceRung) build() Case {
	symbol := "reduce_" + r.name
	return Case{
		Name:     "reduce/" + r.name,
		Family:   "reduce",
		Question: "How fast do many words become one sum, and what stands in the way of DRAM?",
		Explanation: "Each block adds up the words of its chunks, from a buffer far above the L2 cache; the same problem for " +
			"each kernel of the family. " + r.way + " The addition costs next to nothing; what the slow rungs pay for are " +
			"waits and idle lanes.",
		WorkFormula: "bytes = grid * trips * 16384 read + grid * 4 written; no FLOPs, one addition a word",
		Check:       "exact: every block's sum modulo 2^32, on random words",
		Symbols:     []string{symbol},
		recipe: recipe{
			from:   Standard,
			symbol: only(symbol),
			layout: layout{overCache: true},
			inputs: []feed{repeated(wordsInput)},
			output: func(_ axes, s shape) int64 { return int64(s.grid) * wordBytes },
			args:   inOutTrips,
			expect: func(_ axes, s shape, in []input) expectation { return chunkSums(s, in[0]) },
			work: func(_ axes, s shape) results.Work {
				read := float64(s.chunkedBytes())
				moved := read + float64(s.grid*wordBytes)
				return results.Work{Bytes: map[string]float64{"dram": moved, "l2": moved}, FootprintBytes: read}
			},
		},
	}
}

// chunkSums expects from each block the sum of the words of its chunks, modulo 2^32.
func chunkSums(s shape, in input) expectation {
	sums := make([]uint32, in.chunks())
	for i, w := range in.words {
		sums[i/chunkWords] += w
	}
	return perBlock(s, func(block int) (sum uint32) {
		for t := range s.trips {
			sum += sums[(block+t*s.grid)%len(sums)]
		}
		return sum
	})
}

// perBlock expects one word from each block, as word computes it.
func perBlock(s shape, word func(block int) uint32) expectation {
	return expectation{
		outputs: int64(s.grid),
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				yield(int64(b)*wordBytes, binary.LittleEndian.AppendUint32(nil, word(b)))
			}
		},
	}
}
