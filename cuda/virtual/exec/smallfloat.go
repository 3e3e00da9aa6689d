package exec

import "math"

// smallFormat is a float format of at most 8 bits (PTX ISA, "Alternate
// Floating-Point Data Formats"; OCP Microscaling Formats 1.0).
type smallFormat struct {
	fraction int
	minimum  int // exponent of the smallest normal number
	top      uint64
	// nan is the magnitude of the one NaN that results have; 0 where there is none.
	nan uint64
	// infinity is the magnitude of infinity; 0 where there is none.
	infinity uint64
}

// smallFormatOf gives the format of a kind. The exponents of ue8m0 stand alone.
func smallFormatOf(k kind) (smallFormat, bool) {
	switch k {
	case kindE4M3:
		return smallFormat{fraction: 3, minimum: -6, top: 0x7e, nan: 0x7f}, true
	case kindE5M2:
		return smallFormat{fraction: 2, minimum: -14, top: 0x7b, nan: 0x7f, infinity: 0x7c}, true
	case kindE2M3:
		return smallFormat{fraction: 3, minimum: 0, top: 0x1f}, true
	case kindE3M2:
		return smallFormat{fraction: 2, minimum: -2, top: 0x1f}, true
	case kindE2M1:
		return smallFormat{fraction: 1, minimum: 0, top: 0x7}, true
	}
	return smallFormat{}, false
}

// signBit is the bit above the magnitude.
func (f smallFormat) signBit() uint64 {
	switch {
	case f.top > 0x1f:
		return 0x80
	case f.top > 0x7:
		return 0x20
	}
	return 0x8
}

// decode gives the value of the bits.
func (f smallFormat) decode(b uint64) float64 {
	magnitude := b & (f.signBit() - 1)
	v := f.magnitude(magnitude)
	switch {
	case f.infinity != 0 && magnitude == f.infinity:
		v = math.Inf(1)
	case magnitude > f.top:
		return math.NaN()
	}
	if b&f.signBit() != 0 {
		return -v
	}
	return v
}

// magnitude is the value of the bits below the sign.
func (f smallFormat) magnitude(b uint64) float64 {
	exponent, fraction := int(b>>f.fraction), float64(b&(1<<f.fraction-1))
	if exponent == 0 {
		return math.Ldexp(fraction, f.minimum-f.fraction)
	}
	return math.Ldexp(fraction+float64(uint64(1)<<f.fraction), f.minimum+exponent-1-f.fraction)
}

// encode rounds to the nearest, ties to even, and to the largest finite value
// what lies beyond. A NaN is that of the format, or its largest value.
func (f smallFormat) encode(x float64) uint64 {
	if x != x {
		return max(f.nan, f.top)
	}
	sign := uint64(0)
	if math.Signbit(x) {
		sign, x = f.signBit(), -x
	}
	switch {
	case x == 0:
		return sign
	case x >= f.magnitude(f.top):
		return sign | f.top
	}
	_, e := math.Frexp(x)
	e = max(e-1, f.minimum)
	n := uint64(math.RoundToEven(math.Ldexp(x, f.fraction-e)))
	return sign | uint64(e-f.minimum)<<f.fraction + n
}

// ue8m0 is the format of scales: a power of two, whose bits are its exponent.
const (
	scaleBias = 127
	scaleNaN  = 0xff
)

func decodeScale(b uint64) float64 {
	if b == scaleNaN {
		return math.NaN()
	}
	return math.Ldexp(1, int(b)-scaleBias)
}

// encodeScale gives the scale of a magnitude, rounded down or up. What lies
// beyond the largest scale is a NaN, or that scale.
func encodeScale(x float64, up, finite bool) uint64 {
	x = math.Abs(x)
	switch {
	case x != x:
		return scaleNaN
	case x <= 0x1p-127:
		return 0
	case math.IsInf(x, 1):
		return pick[uint64](finite, scaleNaN-1, scaleNaN)
	}
	fraction, e := math.Frexp(x)
	code := uint64(e - 1 + scaleBias)
	if up && fraction > 0.5 {
		code++
	}
	return pick(finite, min(code, scaleNaN-1), code)
}
