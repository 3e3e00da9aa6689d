package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// matrixSize is the size of a matrix whose lines are drawn from a few different
// ones: its rows, or its columns where columnwise is set.
type matrixSize struct {
	rows, columns int
	columnwise    bool
}

// poolLines is the number of different lines of a matrix. The CPU computes the
// product of each pair of lines once, and so checks every element of a large
// product.
const poolLines = 61

// matrixBits are the bits of an element: integers from -16 to 15. A product then
// is below 2^8 and the sum of 2^16 of them below 2^24, so that FP32 sums are
// exact in whatever order they are taken.
const matrixBits = 5

// matrix is the content of a matrix input.
type matrix struct {
	lines [poolLines][]int32 // the different rows or columns
	index []uint8            // which of them each row or column is
}

// makeMatrix draws a matrix of integers, row-major.
func (k inputKey) makeMatrix(rng *rand.Rand) input {
	length, count := k.size.columns, k.size.rows
	if k.size.columnwise {
		length, count = count, length
	}
	var m matrix
	for i := range m.lines {
		m.lines[i] = make([]int32, length)
		for j := range m.lines[i] {
			m.lines[i][j] = k.element(rng)
		}
	}
	m.index = make([]uint8, count)
	for i := range m.index {
		m.index[i] = uint8(rng.IntN(poolLines))
	}
	return input{raw: m.bytes(k), matrix: m}
}

// element draws an element by the pattern of the input. Sums of as many products as
// the largest matrix has rows stay below 2^24.
func (k inputKey) element(rng *rand.Rand) int32 {
	if k.pattern != randomPattern {
		return int32(k.pattern.draw(rng, halfMantissaBits, k.size.columnwise))
	}
	return int32(rng.Uint32()>>(32-matrixBits)) - 1<<(matrixBits-1)
}

// bytes are the elements as floats or as halves.
func (m matrix) bytes(k inputKey) []byte {
	half := k.kind == halfMatrixInput
	codes := m.codes(half)
	raw := make([]byte, 0, k.size.rows*k.size.columns*wordBytes)
	for r := range k.size.rows {
		for c := range k.size.columns {
			line, at := r, c
			if k.size.columnwise {
				line, at = c, r
			}
			code := codes[m.lines[m.index[line]][at]&(codeCount-1)]
			if half {
				raw = binary.LittleEndian.AppendUint16(raw, uint16(code))
			} else {
				raw = binary.LittleEndian.AppendUint32(raw, code)
			}
		}
	}
	return raw
}

// codeCount is the number of values that an element can have.
const codeCount = 2 << halfMantissaBits

// codes are the bits of each element's value, by its lowest bits.
func (m matrix) codes(half bool) (codes [codeCount]uint32) {
	for i := range codes {
		value := int32(i)
		if i >= codeCount/2 {
			value -= codeCount
		}
		codes[i] = math.Float32bits(float32(value))
		if half {
			codes[i] = uint32(roundToHalf(float64(value)))
		}
	}
	return codes
}

// product gives the element of A * B of each pair of different lines, as the
// bits of a float.
func product(a, b matrix) (bits [poolLines][poolLines]uint32) {
	for i, row := range a.lines {
		for j, column := range b.lines {
			var sum int32
			for k, x := range row {
				sum += x * column[k]
			}
			bits[i][j] = math.Float32bits(float32(sum))
		}
	}
	return bits
}
