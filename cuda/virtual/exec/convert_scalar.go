package exec

import (
	"math"
	"math/bits"
)

// function gives the conversion of one value; a narrower result has zeros
// above its type.
func (c conversion) function() func(a uint64) uint64 {
	switch {
	case c.from.integer() && c.to.integer():
		return c.integers()
	case c.from.integer():
		return c.fromInteger()
	case c.to.integer():
		return c.toInteger()
	}
	return c.floats()
}

func (c conversion) integers() func(a uint64) uint64 {
	if !c.sat {
		return func(a uint64) uint64 { return c.from.extend(a) & c.to.mask() }
	}
	return func(a uint64) uint64 {
		negative := c.from.kind == kindSigned && int64(c.from.extend(a)) < 0
		return c.to.clamp(negative, c.from.extend(a))
	}
}

// clamp gives the value of the type nearest to v, which is signed where
// negative.
func (t typ) clamp(negative bool, v uint64) uint64 {
	top := t.mask()
	if t.kind == kindSigned {
		top >>= 1
	}
	switch {
	case !negative:
		return min(v, top)
	case t.kind != kindSigned:
		return 0
	case int64(v) < -int64(top)-1:
		return top + 1
	}
	return v & t.mask()
}

// value reads the bits of a float type as a double, exactly.
func (c conversion) value(a uint64) float64 {
	small, narrow := smallFormatOf(c.from.kind)
	switch {
	case narrow:
		return small.decode(a)
	case c.from.kind == kindUE8M0:
		return decodeScale(a)
	case c.from.bits == 64:
		return f64(a)
	case c.from.bits == 16:
		return formatOf(c.from).decode(a)
	case c.ftz:
		a = flush32(a)
	}
	return float64(f32(a))
}

// toInteger rounds and clamps. A NaN becomes 0, or the lowest signed value
// where 64 bits take part.
func (c conversion) toInteger() func(a uint64) uint64 {
	nan := uint64(0)
	if c.from.bits == 64 || c.to.bits == 64 {
		nan = 1 << (c.to.bits - 1)
	}
	top := math.Ldexp(1, c.to.bits)
	low := 0.0
	if c.to.kind == kindSigned {
		top /= 2
		low = -top
	}
	return func(a uint64) uint64 {
		x := roundIntegral(c.value(a), c.mode)
		switch {
		case x != x:
			return nan
		case x >= top:
			return c.to.clamp(false, math.MaxUint64)
		case x <= low:
			return c.to.clamp(true, 1<<63)
		case x < 0:
			return uint64(int64(x)) & c.to.mask()
		}
		return uint64(x)
	}
}

func roundIntegral(x float64, mode rounding) float64 {
	switch mode {
	case towardZero:
		return math.Trunc(x)
	case towardNegative:
		return math.Floor(x)
	case towardPositive:
		return math.Ceil(x)
	}
	return math.RoundToEven(x)
}

// fromInteger converts the magnitude and mirrors the mode for a negative one.
func (c conversion) fromInteger() func(a uint64) uint64 {
	return func(a uint64) uint64 {
		v := c.from.extend(a)
		negative := c.from.kind == kindSigned && int64(v) < 0
		if negative {
			v = -v
		}
		if c.to.bits == 64 {
			return magnitude64(v, negative, c.mode)
		}
		x := oddDouble(v)
		if negative {
			x = -x
		}
		return c.round(x)
	}
}

// oddDouble makes a double of an integer, odd where it is not exact.
func oddDouble(v uint64) float64 {
	shift := bits.Len64(v) - 53
	if shift <= 0 {
		return float64(v)
	}
	top := v >> shift
	if v&(1<<shift-1) != 0 {
		top |= 1
	}
	return math.Ldexp(float64(top), shift)
}

// magnitude64 rounds an integer with a sign to fp64.
func magnitude64(v uint64, negative bool, mode rounding) uint64 {
	r := float64(v)
	side := -1
	if r < 0x1p64 {
		side = compareIntegers(v, uint64(r))
	}
	b := b64(r)
	if negative {
		b, side = b|1<<63, -side
	}
	return step64(b, side, mode)
}

func compareIntegers(a, b uint64) int {
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}

func (c conversion) floats() func(a uint64) uint64 {
	return func(a uint64) uint64 {
		x := c.value(a)
		if c.integral {
			x = roundIntegral(x, c.mode)
		}
		if x != x && c.to.bits == 64 && !c.sat {
			return widenNaN(c.from, a)
		}
		return c.round(x)
	}
}

// widenNaN keeps the payload of a NaN that becomes a double.
func widenNaN(from typ, a uint64) uint64 {
	if from.bits == 64 {
		return nanOf(a)
	}
	if from.bits == 32 {
		return a>>31<<63 | 0x7ff8<<48 | a&0x7fffff<<29
	}
	return 0x7fffffffe0000000
}

// round makes a value of the destination type of a double, exact or odd.
func (c conversion) round(x float64) uint64 {
	switch {
	case c.relu && x < 0, c.relu && x == 0:
		x = 0
	case c.sat && !(x > 0):
		x = 0
	case c.sat && x > 1:
		x = 1
	}
	small, narrow := smallFormatOf(c.to.kind)
	switch {
	case narrow:
		return small.encode(x)
	case c.to.kind == kindUE8M0:
		return encodeScale(x, c.mode == towardPositive, c.finite)
	case c.to.kind == kindTF32:
		return encodeTF32(x, c.mode, c.finite)
	case c.to.bits == 64:
		return b64(x)
	case c.to.bits == 16:
		return formatOf(c.to).encodeFinite(x, c.mode, c.finite)
	}
	b := toF32(x, c.mode)
	if c.ftz {
		b = flush32(b)
	}
	return b
}
