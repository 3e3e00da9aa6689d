package exec

import "math"

// number is a term of a tensor instruction: its value and its exponent as the
// hardware sees it, that of the leading bit of a normal number and the smallest
// one of a subnormal. The product of two has the sum of their exponents.
type number struct {
	value    float64
	exponent int32
}

// Exponents that mark a zero, which must not decide on the alignment, and an
// infinity or NaN. The sum of two marks is still one.
const (
	zeroExponent    = -1 << 20
	specialExponent = 1 << 22
)

// halfNumber reads an fp16 value. It is short, to be expanded where it is
// called.
func halfNumber(h uint32) number {
	exponent := int32(h>>10&31) - 15
	if exponent == -15 || exponent == 16 {
		return oddHalf(h)
	}
	return number{math.Float64frombits(uint64(h&0x8000)<<48 | uint64(h&0x7fff)<<42 + 1008<<52), exponent}
}

// oddHalf reads a zero, a subnormal, an infinity or a NaN.
func oddHalf(h uint32) number {
	top, fraction := uint64(h&0x8000)<<48, h&0x3ff
	switch {
	case h&0x7c00 != 0:
		return number{math.Float64frombits(top | 0x7ff<<52 | uint64(fraction)<<42), specialExponent}
	case fraction == 0:
		return number{0, zeroExponent}
	}
	return number{math.Float64frombits(math.Float64bits(float64(fraction)*0x1p-24) | top), -14}
}

// singleNumber reads an fp32 value.
func singleNumber(b uint32) number {
	v := float64(math.Float32frombits(b))
	switch exponent := int32(b >> 23 & 0xff); {
	case exponent == 0xff:
		return number{v, specialExponent}
	case exponent != 0:
		return number{v, exponent - 127}
	case b<<1 == 0:
		return number{0, zeroExponent}
	}
	return number{v, -126}
}

// truncateToSingle gives the bits of a double rounded toward zero to fp32. What
// is too large becomes an infinity.
func truncateToSingle(v float64) uint32 {
	b := math.Float64bits(v)
	top := uint32(b >> 32 & sign)
	exponent := int(b >> 52 & 0x7ff)
	switch {
	case v != v:
		return nan32
	case exponent >= 1023-126 && exponent <= 1023+127:
		return top | uint32(b>>29&0x7fffff) | uint32(exponent-1023+127)<<23
	case exponent > 1023+127:
		return top | 0x7f800000
	}
	return top | uint32(math.Abs(v)*0x1p149)
}

// roundToHalf gives the bits of a double rounded to the nearest fp16.
func roundToHalf(v float64) uint32 {
	b := math.Float64bits(v)
	if exponent := b >> 52 & 0x7ff; exponent >= 1023-14 && exponent <= 1023+15 {
		b += 1<<41 - 1 + b>>42&1
		return uint32(b>>48&0x8000) | uint32(b>>42&0x1fffff-(1023-15)<<10)
	}
	return uint32(formatOf(typ{kindFloat, 16, 1}).encode(v, nearestEven))
}

// powerOfTwo is 2^e, for e within those of normal doubles.
func powerOfTwo(e int32) float64 { return math.Float64frombits(uint64(e+1023) << 52) }
