package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// poolMatrices is how many different matrices A, B and C the warps of a tensor
// kernel choose from (kernels/tensor/chains.cuh).
const poolMatrices = 16

// operandForm is the shape of a tensor instruction and the types of its operands.
type operandForm struct {
	rows, columns, depth int
	element, sum         numberType
}

// numberType is how the matrices hold numbers.
type numberType int

const (
	halfNumber numberType = iota + 1
	brainNumber
	singleNumber
	doubleNumber
)

func (t numberType) bytes() int64 {
	switch t {
	case halfNumber, brainNumber:
		return 2
	case singleNumber:
		return 4
	}
	return 8
}

// append writes a small integer.
func (t numberType) append(raw []byte, value int64) []byte {
	switch x := float64(value); t {
	case halfNumber:
		return binary.LittleEndian.AppendUint16(raw, roundToHalf(x))
	case brainNumber:
		return binary.LittleEndian.AppendUint16(raw, uint16(math.Float32bits(float32(x))>>16))
	case singleNumber:
		return binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(x)))
	default:
		return binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
	}
}

// word is what a kernel makes of a sum: its bits, those of a double folded.
func (t numberType) word(sum int64) uint32 {
	switch t {
	case halfNumber:
		return uint32(roundToHalf(float64(sum)))
	case doubleNumber:
		return foldDouble(float64(sum))
	}
	return math.Float32bits(float32(sum))
}

// wordBytes is how much of the word of a sum is stored.
func (t numberType) wordBytes() int64 { return min(t.bytes(), wordBytes) }

func (t numberType) appendWord(raw []byte, word uint32) []byte {
	if t == halfNumber {
		return binary.LittleEndian.AppendUint16(raw, uint16(word))
	}
	return binary.LittleEndian.AppendUint32(raw, word)
}

// bits are those of an element, an integer: so few that the sums of a trip, of
// tensorSteps * depth products, are exact. FP16 has integers to 2^11, and then 256
// products of two bits each are 2^10 at most. Doubles have so many that both halves
// of a sum are used: 64 products of 2^38 are 2^44.
func (f operandForm) bits() int {
	switch f.sum {
	case halfNumber:
		return 2
	case doubleNumber:
		return 20
	}
	return matrixBits
}

// operations of one instruction.
func (f operandForm) operations() float64 { return float64(2 * f.rows * f.columns * f.depth) }

// poolBytes is the size of all matrices A, B and C.
func (f operandForm) poolBytes() int64 {
	elements := int64(f.depth * (f.rows + f.columns))
	return poolMatrices * (elements*f.element.bytes() + int64(f.rows*f.columns)*f.sum.bytes())
}

// writtenBytes are those of a warp.
func (f operandForm) writtenBytes() int64 { return int64(f.rows*f.columns) * f.sum.wordBytes() }

// operandPool are the matrices: A and C by rows, B by columns.
type operandPool struct {
	left, right, sums [poolMatrices][]int64
}

// makeOperands draws matrices of small integers, and lays all A, all B and all C
// one behind the other.
func (k inputKey) makeOperands(rng *rand.Rand) input {
	f := k.form
	var in input
	draw := func(matrices *[poolMatrices][]int64, elements int, t numberType) {
		for i := range matrices {
			matrices[i] = make([]int64, elements)
			for j := range matrices[i] {
				value := rng.Int64N(1<<f.bits()) - 1<<(f.bits()-1)
				matrices[i][j] = value
				in.raw = t.append(in.raw, value)
			}
		}
	}
	draw(&in.pool.left, f.rows*f.depth, f.element)
	draw(&in.pool.right, f.columns*f.depth, f.element)
	draw(&in.pool.sums, f.rows*f.columns, f.sum)
	return in
}

// products gives A * B by rows for each pair of them.
func (p operandPool) products(f operandForm) (all [poolMatrices][poolMatrices][]int64) {
	for i, left := range p.left {
		for j, right := range p.right {
			product := make([]int64, 0, f.rows*f.columns)
			for row := range f.rows {
				for column := range f.columns {
					var sum int64
					for k := range f.depth {
						sum += left[row*f.depth+k] * right[column*f.depth+k]
					}
					product = append(product, sum)
				}
			}
			all[i][j] = product
		}
	}
	return all
}
