package exec

import (
	"math"
	"math/big"
)

// buildFunction decodes the functions of one operand. The approximate ones give
// the correctly rounded value, which is inside of every bound of the ISA; the
// hardware may give a neighbour.
func buildFunction(d *decoder) {
	name := d.in.Opcode
	approx := d.mods.has("approx")
	m := floatMods{}
	if !approx && (name == "rcp" || name == "sqrt") {
		d.needRounding()
		m.mode = d.roundingModifier()
	}
	m.ftz = d.mods.has("ftz")
	m.typ = d.typeAmong("f32", "f64", "f16", "f16x2", "bf16", "bf16x2")
	switch {
	case d.err != nil:
	case m.typ.half():
		d.halfFunction(name, m, approx)
	case m.typ.bits == 64:
		d.function64(name, m, approx)
	case (name == "rcp" || name == "sqrt") && !approx:
		c := floatCost(m.typ, pick[uint8](name == "rcp", 6, 8), 1)
		f := func(a float32) uint64 { return sqrt32(a, m.mode) }
		if name == "rcp" {
			f = func(a float32) uint64 { return div32(1, a, m.mode) }
		}
		d.unary(func(a uint64) uint64 { return m.finish32(f(m.in32(a))) }, c, m.typ, m.typ)
	case !approx:
		d.invalid("needs .approx")
	case name == "tanh" && m.ftz:
		d.invalid("tanh has no .ftz")
	default:
		f := function32(name)
		d.unary(func(a uint64) uint64 { return m.finish32(f(m.in32(a))) }, functionCost(), m.typ, m.typ)
	}
}

// function64 decodes the functions that exist for fp64. The approximate ones
// read the high half of the operand and write the high half of the result.
func (d *decoder) function64(name string, m floatMods, approx bool) {
	if name != "rcp" && name != "sqrt" && name != "rsqrt" {
		d.invalid(name + " does not exist for .f64")
		return
	}
	t := m.typ
	switch {
	case approx && m.ftz && name != "sqrt":
		d.unary(func(a uint64) uint64 { return approx64(name, a) }, xuCost(), t, t)
	case approx && name == "rsqrt":
		d.unary(func(a uint64) uint64 { return rsqrt64(a) }, floatCost(t, 10, 1), t, t)
	case approx || m.ftz:
		d.invalid("this form does not exist for .f64")
	case name == "rcp":
		d.unary(func(a uint64) uint64 { return div64(b64(1), a, m.mode) }, floatCost(t, 8, 1), t, t)
	case name == "sqrt":
		d.unary(func(a uint64) uint64 { return sqrt64(a, m.mode) }, floatCost(t, 10, 1), t, t)
	default:
		d.invalid("needs .approx")
	}
}

// approx64 works on the high halves, with subnormals as zeros.
func approx64(name string, a uint64) uint64 {
	const high = uint64(0xffffffff) << 32
	a &= high
	if a>>52&0x7ff == 0 {
		a &= 1 << 63
	}
	r := div64(b64(1), a, nearestEven)
	if name == "rsqrt" {
		r = rsqrt64(a)
	}
	if r>>52&0x7ff == 0 {
		r &= 1 << 63
	}
	if isNaN64(r) {
		return 0x7fffffff << 32
	}
	return r & high
}

func rsqrt64(a uint64) uint64 {
	if isNaN64(a) {
		return nanOf(a)
	}
	x := f64(a)
	switch {
	case x < 0:
		return nan64
	case x == 0:
		return 0x7ff<<52 | a&(1<<63)
	}
	if math.IsInf(x, 1) {
		return 0
	}
	r, _ := bigRsqrt(x).Float64()
	return b64(r)
}

// function32 gives an approximate function, correctly rounded.
func function32(name string) func(a float32) uint64 {
	switch name {
	case "rcp":
		return func(a float32) uint64 { return div32(1, a, nearestEven) }
	case "sqrt":
		return func(a float32) uint64 { return sqrt32(a, nearestEven) }
	case "rsqrt":
		return rounded(func(x float64) float64 { return 1 / math.Sqrt(x) }, bigRsqrt)
	case "ex2":
		return rounded(math.Exp2, bigExp2)
	case "lg2":
		return rounded(log2, bigLog2)
	case "sin":
		return rounded(math.Sin, func(x float64) *big.Float { return bigSine(x, 0) })
	case "cos":
		return rounded(math.Cos, func(x float64) *big.Float { return bigSine(x, 1) })
	}
	return rounded(math.Tanh, bigTanh)
}

// rounded makes a function of singles out of one of doubles. Where the error of
// the double decides on the rounding, the exact function is asked.
func rounded(double func(float64) float64, exact func(float64) *big.Float) func(a float32) uint64 {
	const margin = 0x1p-48
	return func(a float32) uint64 {
		y := double(float64(a))
		f := float32(y)
		if f != f || math.IsInf(y, 0) || y == 0 {
			return canonical32(f)
		}
		slack := float64(math.Abs(y) * margin)
		if float32(y-slack) != float32(y+slack) {
			f, _ = exact(float64(a)).Float32()
		}
		return b32(f)
	}
}

// log2 is accurate near 1, where the integer part cancels.
func log2(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if x <= 0 || x-x != 0 {
		return math.Log2(x)
	}
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	return float64(exponent) + float64(math.Log1p(fraction-1)/math.Ln2)
}

// buildTestProperty decodes testp.
func buildTestProperty(d *decoder) {
	property := d.mods.one("finite", "infinite", "number", "notanumber", "normal", "subnormal")
	t := d.typeAmong("f32", "f64")
	if !d.args(2) {
		return
	}
	in := d.begin(execTestProperty)
	in.x = &extra{f1: testProperty(property, t)}
	in.d, in.a = d.dst(0, typ{kindPred, 1, 1}), d.src(1, t)
	d.emit(in, aluCost(1))
}

func execTestProperty(w *Warp, in *inst) {
	for i := range warpLanes {
		w.setValue(classPred, in.d, i, in.x.f1(w.value(in.aClass, in.a, i)))
	}
}

func testProperty(name string, t typ) func(a uint64) uint64 {
	return func(a uint64) uint64 {
		exponent, top := a>>23&0xff, uint64(0xff)
		if t.bits == 64 {
			exponent, top = a>>52&0x7ff, 0x7ff
		}
		zero := a&^(1<<(t.bits-1)) == 0
		nan := isNaN32(a)
		if t.bits == 64 {
			nan = isNaN64(a)
		}
		switch name {
		case "finite":
			return boolBit(exponent != top)
		case "infinite":
			return boolBit(exponent == top && !nan)
		case "number":
			return boolBit(!nan)
		case "notanumber":
			return boolBit(nan)
		case "normal":
			return boolBit(exponent != 0 && exponent != top)
		}
		return boolBit(exponent == 0 && !zero)
	}
}
