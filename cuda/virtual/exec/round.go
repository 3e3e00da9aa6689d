package exec

import (
	"math"
	"math/big"
)

// rounding is a rounding mode.
type rounding uint8

const (
	nearestEven rounding = iota
	towardZero
	towardNegative
	towardPositive
	nearestAway
)

// roundingModifier takes a rounding mode; without one it is the nearest.
func (d *decoder) roundingModifier() rounding {
	switch d.mods.one("rn", "rz", "rm", "rp") {
	case "rz":
		return towardZero
	case "rm":
		return towardNegative
	case "rp":
		return towardPositive
	}
	return nearestEven
}

const (
	nan32 = 0x7fffffff // what every invalid fp32 operation gives
	nan64 = 0xfff8000000000000
	sign  = 1 << 31
)

func f32(b uint64) float32  { return math.Float32frombits(uint32(b)) }
func f64(b uint64) float64  { return math.Float64frombits(b) }
func b32(f float32) uint64  { return uint64(math.Float32bits(f)) }
func b64(f float64) uint64  { return math.Float64bits(f) }
func isNaN32(b uint64) bool { return b&0x7fffffff > 0x7f800000 }
func isNaN64(b uint64) bool { return b&^(1<<63) > 0x7ff<<52 }

// canonical32 gives the bits of a result, with one NaN for all.
func canonical32(f float32) uint64 {
	if f != f {
		return nan32
	}
	return b32(f)
}

// flush32 makes a subnormal a zero of its sign.
func flush32(b uint64) uint64 {
	if b&0x7f800000 == 0 {
		return b & sign
	}
	return b
}

// saturate32 clamps to [0,1]; NaN becomes 0.
func saturate32(b uint64) uint64 {
	switch f := f32(b); {
	case !(f > 0):
		return 0
	case f > 1:
		return 0x3f800000
	}
	return b
}

// oddSum adds two doubles and makes the result odd where it is not exact, so
// that a later rounding to fewer bits is as if of the exact sum. (Boldo and
// Melquiond, "Emulation of a FMA and correctly rounded sums", 2008.) The sum
// must not overflow.
func oddSum(a, b float64) float64 {
	s := a + b
	t := s - a
	e := (a - (s - t)) + (b - t)
	if e == 0 || math.IsInf(s, 0) || s != s {
		return s
	}
	u := math.Float64bits(s)
	if u&1 == 0 {
		if (e > 0) == (s > 0) {
			u++
		} else {
			u--
		}
	}
	return math.Float64frombits(u)
}

// toF32 rounds a double, exact or odd, to fp32.
func toF32(x float64, mode rounding) uint64 {
	f := float32(x)
	if mode == nearestEven {
		return canonical32(f)
	}
	if f != f {
		return nan32
	}
	y := float64(f)
	return step32(b32(f), compareFloats(x, y), mode)
}

func compareFloats(x, y float64) int {
	switch {
	case x > y:
		return 1
	case x < y:
		return -1
	}
	return 0
}

// step32 turns the nearest fp32 value into the one that the mode wants, where
// the exact value is above (1), at (0) or below (-1) it.
func step32(b uint64, exact int, mode rounding) uint64 {
	negative := b&sign != 0
	switch {
	case !wants(mode, exact, negative):
		return b
	case (exact > 0) == negative: // toward zero
		return b - 1
	}
	return b + 1
}

func step64(b uint64, exact int, mode rounding) uint64 {
	negative := b>>63 != 0
	switch {
	case !wants(mode, exact, negative):
		return b
	case (exact > 0) == negative:
		return b - 1
	}
	return b + 1
}

// wants tells whether a directed mode goes to the neighbour on the side of the
// exact value.
func wants(mode rounding, exact int, negative bool) bool {
	switch mode {
	case towardZero:
		return exact > 0 && negative || exact < 0 && !negative
	case towardNegative:
		return exact < 0
	case towardPositive:
		return exact > 0
	}
	return false
}

// zeroSum gives the sign of an exact zero sum of terms that are not both zeros
// of one sign: negative only in the mode toward negative.
func zeroSum(mode rounding) uint64 {
	if mode == towardNegative {
		return 1
	}
	return 0
}

// exactly gives a double as an exact number.
func exactly(x float64) *big.Float { return new(big.Float).SetPrec(4200).SetFloat64(x) }

// finite64 tells whether b is a finite double.
func finite64(b uint64) bool { return b>>52&0x7ff != 0x7ff }

// nanOf gives what an fp64 operation makes of its operands where the result is
// a NaN: the first NaN operand, made quiet, or the default one.
func nanOf(operands ...uint64) uint64 {
	for _, b := range operands {
		if isNaN64(b) {
			return b | 1<<51
		}
	}
	return nan64
}
