package exec

import (
	"math"
	"math/bits"
)

func add16(a, b uint64) uint64   { return (a + b) & 0xffff }
func sub16(a, b uint64) uint64   { return (a - b) & 0xffff }
func mulLo16(a, b uint64) uint64 { return a * b & 0xffff }

func addSat(a, b uint64) uint64 { return clampS32(int64(int32(a)) + int64(int32(b))) }
func subSat(a, b uint64) uint64 { return clampS32(int64(int32(a)) - int64(int32(b))) }

func clampS32(v int64) uint64 {
	return uint64(uint32(min(max(v, math.MinInt32), math.MaxInt32)))
}

// mulHi gives the high half of a product.
func mulHi(t typ) func(a, b uint64) uint64 {
	if t.bits < 64 {
		return func(a, b uint64) uint64 { return t.extend(a) * t.extend(b) >> t.bits & t.mask() }
	}
	signed := t.kind == kindSigned
	return func(a, b uint64) uint64 {
		hi, _ := bits.Mul64(a, b)
		if signed {
			hi -= uint64(int64(a)>>63)&b + uint64(int64(b)>>63)&a
		}
		return hi
	}
}

// madHiSat adds to the high half, as the high half is taken first.
func madHiSat(a, b, c uint64) uint64 {
	return clampS32(int64(int32(a))*int64(int32(b))>>32 + int64(int32(c)))
}

// mul24 multiplies the low 24 bits; its high half is bits 47 to 16.
func mul24(t typ, hi bool) func(a, b uint64) uint64 {
	shift := uint(0)
	if hi {
		shift = 16
	}
	low := typ{t.kind, 24, 1}
	return func(a, b uint64) uint64 { return low.extend(a) * low.extend(b) >> shift & 0xffffffff }
}

// divide gives all ones for a division by zero, which the ISA leaves open, and
// wraps the one signed quotient that overflows.
func divide(t typ) func(a, b uint64) uint64 {
	if t.kind != kindSigned {
		return func(a, b uint64) uint64 {
			if b == 0 {
				return t.mask()
			}
			return a / b
		}
	}
	return func(a, b uint64) uint64 {
		x, y := int64(t.extend(a)), int64(t.extend(b))
		switch y {
		case 0:
			return t.mask()
		case -1:
			return uint64(-x) & t.mask()
		}
		return uint64(x/y) & t.mask()
	}
}

// remainder gives the dividend for a division by zero.
func remainder(t typ) func(a, b uint64) uint64 {
	if t.kind != kindSigned {
		return func(a, b uint64) uint64 {
			if b == 0 {
				return a
			}
			return a % b
		}
	}
	return func(a, b uint64) uint64 {
		x, y := int64(t.extend(a)), int64(t.extend(b))
		switch y {
		case 0:
			return a
		case -1:
			return 0
		}
		return uint64(x%y) & t.mask()
	}
}
