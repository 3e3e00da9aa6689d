package bench

import (
	"encoding/binary"
	"iter"

	"ridgeline/results"
)

// transposeVariant is one way to turn rows into columns.
type transposeVariant struct {
	name, explanation, counts string
	shared                    bool
}

// transposeCases are the cases that show what shared memory is for.
func transposeCases() []Case {
	var cases []Case
	for _, v := range []transposeVariant{
		{"naive", "It stores each row that a warp has loaded as a column, straight to global memory: 32 lanes touch 32 " +
			"sectors, of which each gets 4 bytes. L2 gathers them if they stay there until the sector is full.",
			"32 sectors a store of a warp; no shared memory", false},
		{"shared", "It turns a tile of 32 x 32 words in shared memory, so that loads and stores of global memory are both " +
			"whole rows. But a column of the tile lies in one bank: each load from shared memory takes 32 passes.",
			"4 sectors a store of a warp; 32 passes a load from shared memory", true},
		{"padded", "The tile has rows of 33 words: a column then lies in 32 different banks, and no load conflicts. The " +
			"price is one word a row that holds nothing.",
			"4 sectors a store of a warp; 1 pass a load from shared memory", true},
		{"swizzled", "The word of row r and column c lies at column c XOR r: rows and columns both spread over all " +
			"banks, without padding. This is how tensor kernels lay out their tiles.",
			"4 sectors a store of a warp; 1 pass a load from shared memory", true},
	} {
		cases = append(cases, v.build())
	}
	return cases
}

func (v transposeVariant) build() Case {
	symbol := "bank_transpose_" + v.name
	return Case{
		Name:     "bank/transpose_" + v.name,
		Family:   "bank",
		Question: "How fast is a transpose, and what do scattered stores or bank conflicts take from it?",
		Explanation: "A matrix of 32-bit words is transposed from one buffer to another, both together at least eight " +
			"times the L2 cache, so that a perfect transpose is as fast as a copy. " + v.explanation +
			" The four transposes do the same work on the same data and differ only in the way between.",
		WorkFormula: "bytes = grid * trips * 16384 read + as many written; " + v.counts + "; no FLOPs",
		Check:       "exact: every word of the transpose, on random words",
		Symbols:     []string{symbol},
		recipe: recipe{
			from:   Standard,
			symbol: only(symbol),
			layout: layout{overCache: true},
			inputs: []feed{repeated(wordsInput)},
			output: chunked,
			args:   inOutTrips,
			expect: func(_ axes, s shape, in []input) expectation { return transposed(s, in[0]) },
			work: func(_ axes, s shape) results.Work {
				moved := 2 * float64(s.chunkedBytes())
				w := results.Work{Bytes: map[string]float64{"dram": moved}, FootprintBytes: moved}
				if v.shared {
					w.Bytes["shared"] = moved
				}
				return w
			},
		},
	}
}

// transposed expects out[c*R + r] = in[r*C + c] of R = 128*trips rows and
// C = 32*grid columns. Block b writes the rows 32*b ... 32*b + 31 of the output.
func transposed(s shape, in input) expectation {
	rows, columns := 128*s.trips, 32*s.grid
	return expectation{
		outputs: s.chunkedBytes() / wordBytes,
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				row := make([]byte, rows*wordBytes)
				for c := 32 * b; c < 32*b+32; c++ {
					for r := range rows {
						word := in.words[(r*columns+c)%len(in.words)]
						binary.LittleEndian.PutUint32(row[r*wordBytes:], word)
					}
					if !yield(int64(c)*int64(len(row)), row) {
						return
					}
				}
			}
		},
	}
}
