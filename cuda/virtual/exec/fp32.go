package exec

import "math"

// fma32 computes a*b+c with one rounding. The product of two singles is exact
// in a double, and so is what the sum leaves over.
func fma32(a, b, c float32, mode rounding) uint64 {
	p := float64(a) * float64(b)
	s := oddSum(p, float64(c))
	if s == 0 && mode == towardNegative {
		return exactZero(p, float64(c))
	}
	return toF32(s, mode)
}

// exactZero is p+c, which is zero, in the mode toward negative.
func exactZero(p, c float64) uint64 {
	if p == 0 && c == 0 && !math.Signbit(p) && !math.Signbit(c) {
		return 0
	}
	return sign
}

func add32(a, b float32, mode rounding) uint64 {
	if mode == nearestEven {
		return canonical32(a + b)
	}
	s := oddSum(float64(a), float64(b))
	if s == 0 && mode == towardNegative {
		return exactZero(float64(a), float64(b))
	}
	return toF32(s, mode)
}

func mul32(a, b float32, mode rounding) uint64 {
	return toF32(float64(a)*float64(b), mode)
}

// div32 rounds the quotient; which side of it the exact one lies on follows
// from the remainder, which a double holds exactly.
func div32(a, b float32, mode rounding) uint64 {
	q := a / b
	if mode == nearestEven || q != q || math.IsInf(float64(a), 0) || b == 0 || math.IsInf(float64(b), 0) {
		return canonical32(q)
	}
	if math.IsInf(float64(q), 0) {
		return step32(b32(q), pick(q > 0, -1, 1), mode)
	}
	product := float64(q) * float64(b)
	side := compareFloats(float64(a), product)
	if b < 0 {
		side = -side
	}
	return step32(b32(q), side, mode)
}

func sqrt32(a float32, mode rounding) uint64 {
	r := float32(math.Sqrt(float64(a)))
	if mode == nearestEven || r != r || r == 0 || math.IsInf(float64(r), 0) {
		return canonical32(r)
	}
	square := float64(r) * float64(r)
	return step32(b32(r), compareFloats(float64(a), square), mode)
}

// minMax32 orders -0 below +0. The operand that is a number wins over a NaN,
// unless propagate.
func minMax32(a, b uint64, largest, propagate bool) uint64 {
	switch {
	case isNaN32(a) && isNaN32(b), propagate && (isNaN32(a) || isNaN32(b)):
		return nan32
	case isNaN32(a):
		return b
	case isNaN32(b):
		return a
	}
	if (ordered32(a) < ordered32(b)) == largest {
		return b
	}
	return a
}

// ordered32 maps the bits of a number to an integer of the same order.
func ordered32(b uint64) int64 {
	if b&sign != 0 {
		return -int64(b&0x7fffffff) - 1
	}
	return int64(b)
}
