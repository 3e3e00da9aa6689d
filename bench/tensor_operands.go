package bench

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// poolMatrices is how many different matrices A, B and C the warps of a tensor
// kernel choose from (kernels/tensor/chains.cuh).
const poolMatrices = 16

// operandForm is the shape of a tensor instruction and the types of its operands.
type operandForm struct {
	rows, columns, depth int
	element, sum         numberType
	// sparse is true where A has two of four elements, or one of two TF32.
	sparse bool
	// scales are those of a row of A and of a column of B; 0 is none.
	scales int
	// block is true where the block multiplies from shared memory, all of them the same
	// matrices, whose lines are as long as two instructions take.
	block bool
}

// numberType is how the matrices hold numbers.
type numberType int

const (
	halfNumber numberType = iota + 1
	brainNumber
	singleNumber
	doubleNumber
	byteInteger
	nibbleInteger // two in a byte
	wordInteger
	e4m3Number
	e5m2Number
	e2m3Number
	e2m1Number   // alone in a byte, two bits from its end
	nibbleNumber // e2m1, two in a byte
	// Of these 16 lie in 16 bytes, with a padding behind them.
	paddedSixNumber  // e2m3
	paddedFourNumber // e2m1
)

// bits of a number in memory.
func (t numberType) bits() int {
	switch t {
	case halfNumber, brainNumber:
		return 16
	case singleNumber, wordInteger:
		return 32
	case nibbleInteger, nibbleNumber:
		return 4
	case doubleNumber:
		return 64
	}
	return 8
}

// bytes of so many numbers.
func (t numberType) bytes(numbers int) int64 { return int64(numbers * t.bits() / 8) }

// append writes small integers, an even number of those of four bits.
func (t numberType) append(raw []byte, values []int64) []byte {
	if t.padded() > 0 {
		codes := make([]byte, len(values))
		for i, value := range values {
			codes[i] = t.code(value)
		}
		return t.pad(raw, codes)
	}
	for i, value := range values {
		switch x := float64(value); t {
		case halfNumber:
			raw = binary.LittleEndian.AppendUint16(raw, roundToHalf(x))
		case brainNumber:
			raw = binary.LittleEndian.AppendUint16(raw, uint16(math.Float32bits(float32(x))>>16))
		case singleNumber:
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(x)))
		case doubleNumber:
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
		case wordInteger:
			raw = binary.LittleEndian.AppendUint32(raw, uint32(value))
		case nibbleInteger, nibbleNumber:
			if i%2 == 0 {
				raw = append(raw, 0)
			}
			raw[len(raw)-1] |= t.code(value) << (i % 2 * 4)
		default:
			raw = append(raw, t.code(value))
		}
	}
	return raw
}

// code is a small integer in a format of at most 8 bits. Of a float the integer is
// exact: at most 4 where there are 2 significant bits, 8 where 3, 16 where 4.
func (t numberType) code(value int64) byte {
	switch t {
	case byteInteger:
		return byte(value)
	case nibbleInteger:
		return byte(value) & 0xf
	case e4m3Number:
		return smallFloat(value, 3, 7, 0x80)
	case e5m2Number:
		return smallFloat(value, 2, 15, 0x80)
	case e2m3Number, paddedSixNumber:
		return smallFloat(value, 3, 1, 0x20)
	case e2m1Number:
		return smallFloat(value, 1, 1, 0x8) << 2
	}
	return smallFloat(value, 1, 1, 0x8)
}

// smallFloat encodes an integer in a format with so many fraction bits, a bias and a
// sign ("Alternate Floating-Point Data Formats", PTX ISA).
func smallFloat(value int64, fraction, bias int, sign byte) byte {
	code := byte(0)
	if value < 0 {
		code, value = sign, -value
	}
	if value == 0 {
		return code
	}
	exponent := bits.Len64(uint64(value)) - 1
	return code | byte(exponent+bias)<<fraction | byte(value<<fraction>>exponent)&(1<<fraction-1)
}

// word is what a kernel makes of a sum: its bits, those of a double folded.
func (t numberType) word(sum int64) uint32 {
	switch t {
	case halfNumber:
		return uint32(roundToHalf(float64(sum)))
	case doubleNumber:
		return foldDouble(float64(sum))
	case wordInteger:
		return uint32(sum)
	}
	return math.Float32bits(float32(sum))
}

// wordBytes is how much of the word of a sum is stored.
func (t numberType) wordBytes() int64 { return min(t.bytes(1), wordBytes) }

func (t numberType) appendWord(raw []byte, word uint32) []byte {
	if t == halfNumber {
		return binary.LittleEndian.AppendUint16(raw, uint16(word))
	}
	return binary.LittleEndian.AppendUint32(raw, word)
}

// span is that of an element, an integer: so few that the sums of a trip, of
// tensorSteps * depth products, are exact. FP16 has integers to 2^11, and then 256
// products of at most 4 are 2^10, and 512 of at most 1 are 2^9. The sums of narrow
// floats have 14 bits on Ada and Hopper: 512 products of at most 16 are 2^13. Doubles
// have so many bits that both halves of a sum are used: 64 products of 2^38 are 2^44.
func (f operandForm) span() (low, high int64) {
	ofBits := func(n int) (low, high int64) { return -1 << (n - 1), 1<<(n-1) - 1 }
	switch {
	case f.sum == halfNumber && f.products() > 16:
		return -1, 1
	case f.sum == halfNumber:
		return ofBits(2)
	case f.sum == doubleNumber:
		return ofBits(20)
	case f.element == byteInteger:
		return ofBits(7)
	case f.element >= nibbleInteger:
		return ofBits(3)
	}
	return ofBits(matrixBits)
}

// products are those of one element of the sums: the stored elements of a row of A.
func (f operandForm) products() int {
	if f.sparse {
		return f.depth / 2
	}
	return f.depth
}

// leftExtra and rightExtra are the bytes behind each A and B: the word that tells the
// places of a sparse A, and a word of scales for each row and column.
func (f operandForm) leftExtra() int64 {
	switch {
	case f.sparse:
		return wordBytes
	case f.scales > 0:
		return int64(f.rows) * f.scaleBytes()
	}
	return 0
}

// scaleBytes are those of the scales of a line, in whole words.
func (f operandForm) scaleBytes() int64 {
	return int64((f.scales + wordBytes - 1) / wordBytes * wordBytes)
}

func (f operandForm) rightExtra() int64 {
	if f.scales > 0 {
		return int64(f.columns) * f.scaleBytes()
	}
	return 0
}

// operations of one instruction.
func (f operandForm) operations() float64 { return float64(2 * f.rows * f.columns * f.depth) }

// poolBytes is the size of all matrices A, B and C.
func (f operandForm) poolBytes() int64 {
	left := f.element.bytes(f.rows*f.products()) + f.leftExtra()
	right := f.element.bytes(f.columns*f.depth) + f.rightExtra()
	return int64(f.pool()) * (left + right + f.sum.bytes(f.rows*f.columns))
}

// pool is how many different matrices there are of A, of B and of C.
func (f operandForm) pool() int {
	if f.block {
		return 1
	}
	return poolMatrices
}

// writtenBytes are those of a warp, or of a block where that multiplies as one.
func (f operandForm) writtenBytes() int64 {
	if f.block {
		return int64(f.rows) * blockHalves * blockWords * wordBytes
	}
	return int64(f.rows*f.columns) * f.sum.wordBytes()
}

// operandPool are the matrices: A and C by rows, B by columns.
type operandPool struct {
	left, right, sums [poolMatrices][]int64
	// places are where the stored elements of a chunk of A stand: two of four, pairs
	// of them where an element has four bits, one of two TF32.
	places [poolMatrices][2]int
	// leftScales and rightScales are those of the rows of A and the columns of B.
	leftScales, rightScales [poolMatrices][]int64
}

// makeOperands draws matrices of integers, and lays all A, all B and all C
// one behind the other.
func (k inputKey) makeOperands(rng *rand.Rand) input {
	f := k.form
	var in input
	for i := range f.pool() {
		in.pool.left[i] = f.draw(rng, f.rows*f.products(), k.pattern, false)
		in.raw = f.element.append(in.raw, in.pool.left[i])
		if f.sparse {
			in.pool.places[i] = f.drawPlaces(rng)
			in.raw = binary.LittleEndian.AppendUint32(in.raw, f.placesWord(in.pool.places[i]))
		}
		in.pool.leftScales[i] = f.drawScales(rng, f.rows)
		in.raw = f.appendScales(in.raw, in.pool.leftScales[i])
	}
	for i := range f.pool() {
		in.pool.right[i] = f.draw(rng, f.columns*f.depth, k.pattern, true)
		in.raw = f.element.append(in.raw, in.pool.right[i])
		in.pool.rightScales[i] = f.drawScales(rng, f.columns)
		in.raw = f.appendScales(in.raw, in.pool.rightScales[i])
	}
	for i := range f.pool() {
		in.pool.sums[i] = f.draw(rng, f.rows*f.columns, k.pattern, true)
		in.raw = f.sum.append(in.raw, sumsInMemory(f, in.pool.sums[i]))
	}
	return in
}

// draw makes small integers.
func (f operandForm) draw(rng *rand.Rand, elements int, pattern dataPattern, ofB bool) []int64 {
	low, high := f.span()
	matrix := make([]int64, elements)
	for i := range matrix {
		if matrix[i] = rng.Int64N(high-low+1) + low; pattern != randomPattern {
			matrix[i] = pattern.draw(rng, f.element.mantissaBits(), ofB)
		}
	}
	return matrix
}

// products gives A * B by rows for each pair of them.
func (p operandPool) products(f operandForm) (all [poolMatrices][poolMatrices][]int64) {
	for i := range p.left {
		for j := range p.right {
			product := make([]int64, 0, f.rows*f.columns)
			for row := range f.rows {
				for column := range f.columns {
					product = append(product, p.product(f, i, j, row, column))
				}
			}
			all[i][j] = product
		}
	}
	return all
}

// product is one element of the i-th A times the j-th B.
func (p operandPool) product(f operandForm, i, j, row, column int) (sum int64) {
	left := p.left[i][row*f.products():][:f.products()]
	right := p.right[j][column*f.depth:][:f.depth]
	for at, x := range left {
		k := at
		if f.sparse {
			k = f.place(p.places[i], at)
		}
		term := x * right[k]
		if f.scales > 0 {
			block := k * f.scales / f.depth
			term *= p.leftScales[i][row*f.scales+block] * p.rightScales[j][column*f.scales+block]
		}
		sum += term
	}
	return sum
}
