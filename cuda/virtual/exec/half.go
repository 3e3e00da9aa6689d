package exec

import "math"

// format is a float format of at most 16 bits: its fraction bits and the
// exponent of its smallest normal number.
type format struct {
	fraction int
	minimum  int
	infinity uint64 // its bits
}

func formatOf(t typ) format {
	if t.kind == kindBFloat {
		return format{7, -126, 0x7f80}
	}
	return format{10, -14, 0x7c00}
}

// decode gives the value of the bits.
func (f format) decode(b uint64) float64 {
	exponent := int(b & f.infinity >> f.fraction)
	fraction := float64(b & (1<<f.fraction - 1))
	var v float64
	switch {
	case b&f.infinity == f.infinity && fraction != 0:
		return math.NaN()
	case b&f.infinity == f.infinity:
		v = math.Inf(1)
	case exponent == 0:
		v = math.Ldexp(fraction, f.minimum-f.fraction)
	default:
		v = math.Ldexp(fraction+float64(uint64(1)<<f.fraction), f.minimum+exponent-1-f.fraction)
	}
	if b&0x8000 != 0 {
		return -v
	}
	return v
}

// encode rounds a double, exact or odd, to the format. NaN becomes 7fff.
func (f format) encode(x float64, mode rounding) uint64 {
	if x != x {
		return 0x7fff
	}
	var top uint64
	if math.Signbit(x) {
		top, x = 0x8000, -x
	}
	switch {
	case x == 0:
		return top
	case math.IsInf(x, 0):
		return top | f.infinity
	}
	_, e := math.Frexp(x)
	e = max(e-1, f.minimum)
	scaled := math.Ldexp(x, f.fraction-e)
	n := math.Floor(scaled)
	if f.up(scaled-n, n, mode, top != 0) {
		n++
	}
	b := uint64(e-f.minimum)<<f.fraction + uint64(n)
	if b >= f.infinity {
		if mode == nearestEven || mode == nearestAway || wantsUp(mode, top != 0) {
			return top | f.infinity
		}
		return top | f.infinity - 1
	}
	return top | b
}

// encodeFinite is encode, but with finite, what lies beyond the largest finite
// value becomes that value.
func (f format) encodeFinite(x float64, mode rounding, finite bool) uint64 {
	b := f.encode(x, mode)
	if finite && x == x && b&f.infinity == f.infinity {
		b--
	}
	return b
}

// encodeTF32 rounds to the 19 bits of tf32, which lie at the top of a word.
func encodeTF32(x float64, mode rounding, finite bool) uint64 {
	if x != x {
		return nan32
	}
	f := format{10, -126, 0x3fc00}
	b := f.encodeFinite(math.Abs(x), mode, finite) << 13
	if math.Signbit(x) {
		b |= sign
	}
	return b
}

// up tells whether the rest beyond the last place rounds the magnitude up.
func (f format) up(rest, n float64, mode rounding, negative bool) bool {
	switch mode {
	case nearestEven:
		return rest > 0.5 || rest == 0.5 && math.Mod(n, 2) == 1
	case nearestAway:
		return rest >= 0.5
	}
	return rest > 0 && wantsUp(mode, negative)
}

// wantsUp tells whether a directed mode increases the magnitude.
func wantsUp(mode rounding, negative bool) bool {
	return mode == towardPositive && !negative || mode == towardNegative && negative
}

// lanesOf applies a function to each half of a packed value.
func lanesOf(t typ, f func(shift int) uint64) uint64 {
	r := f(0)
	if t.lanes == 2 {
		r |= f(16) << 16
	}
	return r
}

func (m floatMods) halfIn(b uint64) float64 {
	f := formatOf(m.typ)
	if m.ftz && b&f.infinity == 0 {
		b &= 0x8000
	}
	return f.decode(b & 0xffff)
}

func (m floatMods) halfOut(x float64) uint64 {
	f := formatOf(m.typ)
	b := f.encode(x, m.mode)
	if m.ftz && b&f.infinity == 0 {
		b &= 0x8000
	}
	if m.relu && b&0x8000 != 0 && x == x {
		return 0
	}
	if m.sat {
		switch {
		case !(x > 0):
			return 0
		case x > 1:
			return f.encode(1, nearestEven)
		}
	}
	return b
}

// halves2 makes the function of a two-operand form.
func (m floatMods) halves2(opcode string) func(a, b uint64) uint64 {
	op := map[string]func(x, y float64) float64{
		"add": oddSum,
		"sub": func(x, y float64) float64 { return oddSum(x, -y) },
		"mul": func(x, y float64) float64 { return x * y },
	}[opcode]
	return func(a, b uint64) uint64 {
		return lanesOf(m.typ, func(s int) uint64 { return m.halfOut(op(m.halfIn(a>>s), m.halfIn(b>>s))) })
	}
}

func (m floatMods) halves3() func(a, b, c uint64) uint64 {
	return func(a, b, c uint64) uint64 {
		return lanesOf(m.typ, func(s int) uint64 {
			return m.halfOut(oddSum(float64(m.halfIn(a>>s)*m.halfIn(b>>s)), m.halfIn(c>>s)))
		})
	}
}

// halfMinMax orders halves by their bits.
func (m floatMods) halfMinMax(largest, propagate, xorSign bool) func(a, b uint64) uint64 {
	f := formatOf(m.typ)
	one := func(a, b uint64) uint64 {
		s := (a ^ b) & 0x8000
		if xorSign {
			a, b = a&0x7fff, b&0x7fff
		}
		aNaN, bNaN := a&0x7fff > f.infinity, b&0x7fff > f.infinity
		switch {
		case aNaN && bNaN, propagate && (aNaN || bNaN):
			return 0x7fff
		case aNaN:
			a = b
		case !bNaN && (ordered32(a<<16) < ordered32(b<<16)) == largest:
			a = b
		}
		if xorSign {
			return a | s
		}
		return a
	}
	return func(a, b uint64) uint64 {
		return lanesOf(m.typ, func(s int) uint64 { return one(m.flushHalf(a>>s), m.flushHalf(b>>s)) })
	}
}

func (m floatMods) flushHalf(b uint64) uint64 {
	if b &= 0xffff; m.ftz && b&formatOf(m.typ).infinity == 0 {
		return b & 0x8000
	}
	return b
}
