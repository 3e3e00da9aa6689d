package userkernel

import "math"

// floatFormat is a binary float format of at most 32 bits (IEEE 754; PTX ISA,
// "Alternate Floating-Point Data Formats"; OCP Microscaling Formats 1.0).
type floatFormat struct {
	fraction int // bits
	minimum  int // exponent of the smallest normal number
	sign     uint64
	top      uint64 // magnitude of the largest finite number
	// infinity and nan are magnitudes; 0 where the format has none.
	infinity, nan uint64
}

// encode rounds to the nearest, ties to even. What is too large becomes
// infinity, or the largest number where there is none.
func (f floatFormat) encode(x float64) uint64 {
	var sign uint64
	if math.Signbit(x) {
		sign, x = f.sign, -x
	}
	switch {
	case x != x:
		return max(f.nan, f.top)
	case x == 0:
		return sign
	case math.IsInf(x, 1):
		return sign | f.above()
	}
	_, e := math.Frexp(x)
	e = max(e-1, f.minimum)
	places := uint64(math.RoundToEven(math.Ldexp(x, f.fraction-e)))
	// With the leading bit hidden the code counts the places: those of each
	// exponent follow those of the one below.
	code := uint64(e-f.minimum)<<f.fraction + places
	if e > f.minimum+1<<16 || code > f.top {
		code = f.above()
	}
	return sign | code
}

// above is the magnitude of what is larger than the largest number.
func (f floatFormat) above() uint64 { return max(f.infinity, f.top) }

// decode gives the value of the bits.
func (f floatFormat) decode(b uint64) float64 {
	magnitude := b & (f.sign - 1)
	v := 0.0
	switch exponent, fraction := int(magnitude>>f.fraction), float64(magnitude&(1<<f.fraction-1)); {
	case f.infinity != 0 && magnitude == f.infinity:
		v = math.Inf(1)
	case magnitude > f.top:
		return math.NaN()
	case exponent == 0:
		v = math.Ldexp(fraction, f.minimum-f.fraction)
	default:
		v = math.Ldexp(fraction+float64(uint64(1)<<f.fraction), f.minimum+exponent-1-f.fraction)
	}
	if b&f.sign != 0 {
		return -v
	}
	return v
}
