package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	rowAxis     = "row_bytes"
	swizzleAxis = "swizzle"

	matrixRows      = 8
	matrixRowBytes  = 16
	matrixLoads     = 4 // of a warp in a trip, of four matrices each
	matrixTileBytes = 31*144 + 8*matrixRowBytes
	sharedBanks     = 32
)

func matrixBankCase() Case {
	return Case{
		Name:     "bank/matrix",
		Family:   "bank",
		Question: "What does a load of matrices from shared memory cost (ldmatrix), and what do padding and a swizzle save?",
		Explanation: "An instruction loads four matrices of 8 rows of 16 bytes. A matrix takes one pass of the 32 banks where its " +
			"rows lie in different ones: side by side, they do. In a tile whose rows are 128 bytes long all eight begin in " +
			"the same bank, and the load takes eight times as long. Rows of 144 bytes, with 16 of padding, part them again; so " +
			"does a swizzle, which costs no memory: the piece of 16 bytes of a row is exchanged with another by the number of the row. " +
			"The same code runs at all of them.",
		Axes: []Axis{
			{Name: rowAxis, Unit: "B", Values: []int64{16, 32, 64, 128, 144}, Meaning: "bytes from one row to the next"},
			{Name: swizzleAxis, Unit: "", Values: []int64{0, 1}, Meaning: "1: piece c of row r is piece c XOR r mod 8"},
		},
		WorkFormula: "useful bytes of shared memory = grid * trips * 16384 loaded, and a tile of 4592 bytes a block stored; passes of " +
			"a load = those of each of its matrices, 1 to 8; bytes of DRAM = the tile + grid * 256 * 4 written; no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		Symbols: []string{"bank_matrix"},
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{rowAxis: {128}}, {rowAxis: {144}, swizzleAxis: {0}}}},
			symbol: only("bank_matrix"),
			layout: layout{slowdown: func(a axes) float64 { return float64(matrixPasses(a)) / (8 * matrixLoads) }},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(axes, shape) int64 { return matrixTileBytes },
			}},
			output: perThreadOutput,
			args: func(a axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(uint32(a[rowAxis])),
					cuda.ArgU32(uint32(7 * a[swizzleAxis])), cuda.ArgU32(uint32(s.trips))}
			},
			expect: expectMatrixBank,
			work:   func(_ axes, s shape) results.Work { return sharedWork(s, matrixTileBytes, matrixTileBytes) },
		},
	}
}

// matrixWord is where word i of a row of a matrix begins in the tile, in words: row
// r of 32, and of it the piece that the kernel takes for piece c.
func matrixWord(a axes, r, c, i int) int {
	c ^= r & int(7*a[swizzleAxis])
	return (r*int(a[rowAxis])+c*matrixRowBytes)/wordBytes + i
}

// matrixPasses are the passes of the loads of a warp in two trips, all pieces of its
// rows: for each matrix the most different words that its rows want of one bank.
func matrixPasses(a axes) (passes int) {
	for piece := range 2 * matrixLoads {
		for first := 0; first < warpThreads; first += matrixRows {
			wanted := map[int]map[int]bool{}
			for r := first; r < first+matrixRows; r++ {
				for i := range matrixRowBytes / wordBytes {
					word := matrixWord(a, r, piece, i)
					if wanted[word%sharedBanks] == nil {
						wanted[word%sharedBanks] = map[int]bool{}
					}
					wanted[word%sharedBanks][word] = true
				}
			}
			deepest := 0
			for _, words := range wanted {
				deepest = max(deepest, len(words))
			}
			passes += deepest
		}
	}
	return passes
}

// expectMatrixBank loads as the kernel does: of matrix m lane l gets word l mod 4 of
// row l/4.
func expectMatrixBank(a axes, s shape, in []input) expectation {
	const distinct = 2 * warpThreads // warps take turns at two halves of the pieces
	var loads [2][distinct]uint32
	for trip := range loads {
		for t := range distinct {
			lane := t % warpThreads
			for u := range matrixLoads {
				piece := (t/warpThreads+trip)%2*matrixLoads + u
				for m := range 4 {
					loads[trip][t] ^= in[0].words[matrixWord(a, m*matrixRows+lane/4, piece, lane%4)]
				}
			}
		}
	}
	var sums [distinct]uint32
	for trip := range s.trips {
		hashTrip(sums[:], loads[trip%2][:])
	}
	return perThread(s, func(block, thread int) uint32 { return hashed(s, block, thread, sums[thread%distinct]) })
}
