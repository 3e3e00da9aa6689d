package bench

import "math"

// roundToHalf rounds once to FP16, ties to even. The value must be finite and
// within ±65504.
func roundToHalf(x float64) uint16 {
	var sign uint16
	if math.Signbit(x) {
		sign, x = 0x8000, -x
	}
	if x == 0 {
		return sign
	}
	_, exponent := math.Frexp(x) // x is in [2^(exponent-1), 2^exponent)
	// The last place of a half is 2^-10 of its leading bit, but never below
	// 2^-24, the smallest subnormal.
	last := max(exponent-11, -24)
	places := math.RoundToEven(math.Ldexp(x, -last)) // below 2^11, or 2^11 after a carry
	// With the leading bit hidden the code of a half counts its places: those of
	// each exponent follow those of the one below.
	return sign | uint16((last+24)<<10+int(places))
}

// halfValue is the value of a finite FP16.
func halfValue(h uint16) float64 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	value := math.Ldexp(fraction, -24)
	if exponent > 0 {
		value = math.Ldexp(1024+fraction, exponent-25)
	}
	if h&0x8000 != 0 {
		return -value
	}
	return value
}
