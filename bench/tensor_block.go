package bench

import (
	"encoding/binary"
	"fmt"
	"iter"

	"ridgeline/results"
)

// The kernels whose instruction a block issues as one, on matrices in shared memory and
// sums in tensor memory (kernels/tensor/tcgen05.cuh).
const (
	blockRows = 128
	// blockHalves are the threads that share a row of the sums, and blockWords the words
	// that each makes of its part.
	blockHalves, blockWords = 2, 32
	// signTrips is after how many trips the signs of A turn: two, one for each of two
	// sums.
	signTrips = 2
)

// blockKernels are those by tcgen05.
func blockKernels() []tensorKernel {
	const (
		onBlackwell = "Compute capabilities 10.0, 10.3 and 10.7 have it, which reach their rate by it alone."
		onB200      = "Compute capability 10.0 alone has it."
	)
	var all []tensorKernel
	add := func(name, path, kind, about string, from Preset, element, sum numberType, columns, scales int) {
		depth := 2 * 256 / element.bits()
		all = append(all, tensorKernel{name: name + "_tcgen05", path: path, instruction: "tcgen05.mma " + kind, about: about, from: from,
			form: operandForm{rows: blockRows, columns: columns, depth: depth, element: element, sum: sum, scales: 2 * scales, block: true}})
	}
	plain := func(name, path, kind string, from Preset, element, sum numberType) {
		add(name, path, kind, onBlackwell, from, element, sum, 256, 0)
	}
	withScales := func(name, path, kind string, element numberType, scales int) {
		add(name, path, kind, onBlackwell+scaled, Standard, element, singleNumber, 192, scales)
	}
	plain("fp16_fp32", "tc.fp16.fp32", "kind::f16", Quick, halfNumber, singleNumber)
	plain("fp16_fp16", "tc.fp16.fp16", "kind::f16", Standard, halfNumber, halfNumber)
	plain("bf16_fp32", "tc.bf16.fp32", "kind::f16", Standard, brainNumber, singleNumber)
	plain("tf32_fp32", "tc.tf32.fp32", "kind::tf32", Standard, singleNumber, singleNumber)
	plain("e4m3_fp32", "tc.e4m3.fp32", "kind::f8f6f4", Standard, e4m3Number, singleNumber)
	plain("e5m2_fp32", "tc.e5m2.fp32", "kind::f8f6f4", Standard, e5m2Number, singleNumber)
	plain("e2m3_fp32", "tc.e2m3.fp32", "kind::f8f6f4", Standard, paddedSixNumber, singleNumber)
	plain("e2m1_fp32", "tc.e2m1.fp32", "kind::f8f6f4", Standard, paddedFourNumber, singleNumber)
	add("int8", "tc.int8.int32", "kind::i8", onB200, Standard, byteInteger, wordInteger, 256, 0)
	withScales("mxfp8_fp32", "tc.mxfp8.fp32", "kind::mxf8f6f4", e4m3Number, 1)
	withScales("mxfp6_fp32", "tc.mxfp6.fp32", "kind::mxf8f6f4", paddedSixNumber, 1)
	withScales("mxfp4_fp32", "tc.mxfp4.fp32", "kind::mxf4", nibbleNumber, 2)
	withScales("nvfp4_fp32", "tc.nvfp4.fp32", "kind::mxf4nvf4", nibbleNumber, 4)
	return all
}

func (k tensorKernel) buildBlock() Case {
	f := k.form
	c := Case{
		Name:     "tensor/" + k.name,
		Family:   "tensor",
		Question: "How many operations a second can the tensor cores do on " + k.path + " by " + k.instruction + "?",
		Explanation: fmt.Sprintf("One thread of a block issues %s of 128 x %d, 16 in a trip, on matrices that lie in shared memory; "+
			"the sums lie in tensor memory, twice, so that the tensor cores add to one while the threads read the other. %s "+
			"The elements are random small integers, and every other time the instruction counts A negative, so that the sums stay "+
			"exact however long a launch is. Every sum goes into a word in every trip, by y = 5*y + bits, so that no product and no "+
			"trip can be left out. mma.sync reaches a quarter of this rate.",
			k.instruction, f.columns, k.about),
		WorkFormula: fmt.Sprintf("operations = 2 * %d * %d * %d * %d * trips * blocks; bytes = %d of matrices, which stay in cache, "+
			"+ %d written a block; an SM has one block of 8 warps",
			f.rows, f.columns, f.depth/f.instructions(), tensorSteps, f.poolBytes(), f.writtenBytes()),
		Check:   "exact: every word of the sums, on random small integers",
		Symbols: []string{"tensor_" + k.name},
		recipe: recipe{
			from:   k.from,
			thin:   map[Preset][]span{Quick: {{}}, Standard: {{}}},
			symbol: only("tensor_" + k.name),
			layout: layout{warpsPerSM: func(axes) int { return blockWarps }},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: operandsInput, form: f} },
				bytes: func(axes, shape) int64 { return f.poolBytes() },
			}},
			output: func(_ axes, s shape) int64 { return int64(s.grid) * f.writtenBytes() },
			args:   chainArgs(nil),
			probe:  &k,
			expect: k.expectBlocks,
			work:   k.blockWork,
		},
	}
	patterns := []dataPattern{zerosPattern, constantPattern, integerPattern}
	if f.element <= singleNumber && f.sum != halfNumber { // else the sums of such products are not exact
		patterns = append(patterns, mantissaPattern)
	}
	return withPatterns(c, span{}, patterns...)
}

func (k tensorKernel) blockWork(_ axes, s shape) results.Work {
	bytes := float64(k.form.poolBytes()) + float64(s.grid)*float64(k.form.writtenBytes())
	return results.Work{
		Path: k.path, Way: k.reached(), Measures: "path:" + k.path,
		Operations:     k.form.operations() / float64(k.form.instructions()) * tensorSteps * float64(s.trips) * float64(s.grid),
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
}

// expectBlocks knows the words of a block by what its sums hold. All blocks have the same
// sums, and words that begin with the number of the block.
func (k tensorKernel) expectBlocks(_ axes, s shape, in []input) expectation {
	f := k.form
	words := k.foldedSums(s.trips, in[0].pool)
	power, _, _ := hornerSums(s.trips)
	return expectation{
		outputs: int64(s.grid) * f.writtenBytes() / wordBytes,
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				want := make([]byte, 0, f.writtenBytes())
				for _, word := range words {
					want = binary.LittleEndian.AppendUint32(want, word+power*uint32(b))
				}
				yield(int64(b)*f.writtenBytes(), want)
			}
		},
	}
}

// foldedSums are the words of block 0, by threads.
func (k tensorKernel) foldedSums(trips int, pool operandPool) []uint32 {
	f := k.form
	product := make([]int64, 0, f.rows*f.columns)
	for row := range f.rows {
		for column := range f.columns {
			product = append(product, pool.product(f, 0, 0, row, column))
		}
	}
	words, fold := make([]uint32, f.rows*blockHalves*blockWords), []uint32(nil)
	for t := range trips {
		if turn := t / signTrips; t%signTrips == 0 {
			fold = f.foldBlock(pool.sums[0], product, f.timesAdded(turn))
		}
		for i := range words {
			words[i] = 5*words[i] + fold[i]
		}
	}
	return words
}

// timesAdded is how often the product is in the sums after so many turns of the signs;
// of integers, which have none, in every turn once more.
func (f operandForm) timesAdded(turn int) int64 {
	if f.sum == wordInteger {
		return int64(turn+1) * int64(f.turns())
	}
	return int64(1-turn%2) * int64(f.turns())
}

// foldBlock makes what each thread makes of its part of a row: thread 128*h + r of the
// h-th half of row r, word i the XOR of the columns i, i+32 and so on.
func (f operandForm) foldBlock(sums, product []int64, times int64) []uint32 {
	fold := make([]uint32, f.rows*blockHalves*blockWords)
	half := f.columns / blockHalves
	for row := range f.rows {
		for column := range f.columns {
			at := row*f.columns + column
			thread := column/half*f.rows + row
			fold[thread*blockWords+column%half%blockWords] ^= f.sum.word(sums[at] + times*product[at])
		}
	}
	return fold
}

// probeWord is the word of line i: that of row i and column i of the first sum.
func (f operandForm) probeWord(raw []byte, i int) uint32 {
	if f.block {
		return binary.LittleEndian.Uint32(raw[(i*blockWords+i)*wordBytes:])
	}
	return f.sum.readWord(raw, i*f.columns+i)
}

// padded is the size of a number of which 16 lie in 16 bytes, with a padding behind them;
// 0 where they do not.
func (t numberType) padded() int {
	switch t {
	case paddedSixNumber:
		return 6
	case paddedFourNumber:
		return 4
	}
	return 0
}

// pad writes codes, 16 by 16.
func (t numberType) pad(raw []byte, codes []byte) []byte {
	size := t.padded()
	for first := 0; first < len(codes); first += 16 {
		var unit [16]byte
		for i, code := range codes[first : first+16] {
			for b := range size {
				at := size*i + b
				unit[at/8] |= code >> b & 1 << (at % 8)
			}
		}
		raw = append(raw, unit[:]...)
	}
	return raw
}

// sumsInMemory are the elements of C, by rows, in the order of memory: by columns where
// the block multiplies as one, as a warp then has 32 rows.
func sumsInMemory[T any](f operandForm, sums []T) []T {
	if !f.block {
		return sums
	}
	turned := make([]T, 0, len(sums))
	for column := range f.columns {
		for row := range f.rows {
			turned = append(turned, sums[row*f.columns+column])
		}
	}
	return turned
}
