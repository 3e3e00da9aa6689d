package bench

import "math"

// halfFormat is a format of 16 bits: what a code is worth, and the code of a value,
// rounded once.
type halfFormat struct {
	value func(uint16) float64
	round func(float64) uint16
}

func half16() halfFormat  { return halfFormat{halfValue, roundToHalf} }
func brain16() halfFormat { return halfFormat{brainValue, roundToBrain} }

// halfSquares is what the pair of halves of each seed becomes, each half with its own
// constant. A step on a half has 65536 results, so that a table has them all.
func halfSquares(seeds input, steps int, f halfFormat, constants uint32) []uint32 {
	low, high := squareTable(f, uint16(constants)), squareTable(f, uint16(constants>>16))
	words := make([]uint32, len(seeds.words))
	for i, w := range seeds.words {
		x, y := uint16(w), uint16(w>>16)
		for range steps {
			x, y = low[x], high[y]
		}
		words[i] = uint32(x) | uint32(y)<<16
	}
	return words
}

// squareTable is x*x + c of each x within ±2, rounded once. Larger ones do not occur. The
// square is exact in float64, and so is the sum; or what it loses, of a tiny square, is far
// from deciding.
func squareTable(f halfFormat, c uint16) *[1 << 16]uint16 {
	var table [1 << 16]uint16
	for i := range table {
		if x := f.value(uint16(i)); math.Abs(x) <= 2 {
			table[i] = f.round(float64(x*x) + f.value(c))
		}
	}
	return &table
}

// brainValue is the value of a BF16: the upper half of a float.
func brainValue(b uint16) float64 { return float64(math.Float32frombits(uint32(b) << 16)) }

// roundToBrain rounds once to BF16, ties to even. The value must be in the range of the
// normal ones, or zero.
func roundToBrain(x float64) uint16 {
	fraction, exponent := math.Frexp(x)
	rounded := math.Ldexp(math.RoundToEven(math.Ldexp(fraction, 8)), exponent-8)
	return uint16(math.Float32bits(float32(rounded)) >> 16)
}
