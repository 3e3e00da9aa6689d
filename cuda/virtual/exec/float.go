package exec

import "math"

// floatBuilder decodes what only floats have; add, mul and the like are shared
// with the integers, whose builders call the ones below.
func floatBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "fma":
		return buildFMA
	case "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh":
		return buildFunction
	case "copysign":
		return buildCopySign
	case "testp":
		return buildTestProperty
	}
	return nil
}

// floatMods is how a float instruction rounds, flushes and clamps.
type floatMods struct {
	typ      typ
	mode     rounding
	ftz, sat bool
	relu     bool // of halves: a negative result is 0
}

// plain tells whether the fast form for fp32 or fp64 serves.
func (m floatMods) plain(bits int) bool {
	return m.typ.is(kindFloat, bits) && m.mode == nearestEven && !m.ftz && !m.sat
}

// needRounding reports a missing rounding mode.
func (d *decoder) needRounding() {
	if !d.mods.holds("rn", "rz", "rm", "rp") {
		d.invalid("needs a rounding mode, such as .rn")
	}
}

// floatModifiers takes {.rnd}{.ftz}{.sat}.type.
func (d *decoder) floatModifiers() floatMods {
	m := floatMods{mode: d.roundingModifier()}
	m.ftz, m.sat = d.mods.has("ftz"), d.mods.has("sat")
	m.typ = d.typeAmong("f32", "f64", "f16", "f16x2", "bf16", "bf16x2")
	if d.err != nil {
		return m
	}
	wide := m.typ.bits == 64
	half := m.typ.half()
	switch {
	case wide && (m.ftz || m.sat), m.typ.kind == kindBFloat && (m.ftz || m.sat):
		d.invalid(".ftz and .sat do not go with " + m.typ.String())
	case half && m.mode != nearestEven && (m.typ.kind == kindFloat || d.in.Opcode != "fma"):
		d.invalid("halves round to nearest only")
	}
	return m
}

// half tells whether the type is a 16-bit float, packed or not.
func (t typ) half() bool {
	return (t.kind == kindFloat || t.kind == kindBFloat) && t.bits/t.lanes == 16
}

// finish32 wraps a function of fp32 operands.
func (m floatMods) finish32(b uint64) uint64 {
	if m.ftz {
		b = flush32(b)
	}
	if m.sat {
		b = saturate32(b)
	}
	return b
}

func (m floatMods) in32(b uint64) float32 {
	if m.ftz {
		b = flush32(b)
	}
	return f32(b)
}

// binary makes the function of a two-operand form.
func (m floatMods) binary(opcode string, single func(a, b float32, r rounding) uint64, double func(a, b uint64, r rounding) uint64) func(a, b uint64) uint64 {
	switch {
	case m.typ.half():
		return m.halves2(opcode)
	case m.typ.bits == 64:
		return func(a, b uint64) uint64 { return double(a, b, m.mode) }
	}
	return func(a, b uint64) uint64 { return m.finish32(single(m.in32(a), m.in32(b), m.mode)) }
}

func sub32(a, b float32, mode rounding) uint64 { return add32(a, -b, mode) }
func subtract64(a, b uint64, mode rounding) uint64 {
	if isNaN64(b) {
		return nanOf(a, b)
	}
	return add64(a, b^1<<63, mode)
}

func buildFloatAdd(d *decoder) {
	if d.isPackedSingle() {
		buildPackedSingle(d)
		return
	}
	m := d.floatModifiers()
	sub := d.in.Opcode == "sub"
	if half, ok := d.mixedType(m); ok {
		d.mixedAdd(m, half, sub)
		return
	}
	t, c := m.typ, floatCost(m.typ, 1, 1)
	single := pick(sub, execSubF32, execAddF32)
	switch {
	case m.plain(32):
		d.vector(single, c, t, t, t)
	case m.mends():
		d.vector(m.mended(single), c, t, t, t)
	case m.plainHalf():
		d.halfForm(m, pick(sub, execHalfSub, execHalfAdd), c, t, t)
	case m.plain(64):
		d.vector(pick(sub, execSubF64, execAddF64), c, t, t, t)
	case sub:
		d.binary(m.binary("sub", sub32, subtract64), c, t, t, t)
	default:
		d.binary(m.binary("add", add32, add64), c, t, t, t)
	}
}

func buildFloatMultiply(d *decoder) {
	if d.isPackedSingle() {
		buildPackedSingle(d)
		return
	}
	m := d.floatModifiers()
	t, c := m.typ, floatCost(m.typ, 1, 1)
	switch {
	case m.plain(32):
		d.vector(execMulF32, c, t, t, t)
	case m.mends():
		d.vector(m.mended(execMulF32), c, t, t, t)
	case m.plainHalf():
		d.halfForm(m, execHalfMul, c, t, t)
	case m.plain(64):
		d.vector(execMulF64, c, t, t, t)
	default:
		d.binary(m.binary("mul", mul32, mul64), c, t, t, t)
	}
}

// buildFMA decodes fma, and mad of floats, which is the same.
func buildFMA(d *decoder) {
	if d.isPackedSingle() {
		buildPackedSingle(d)
		return
	}
	relu := d.mods.has("relu")
	d.needRounding()
	m := d.floatModifiers()
	m.relu = relu
	if d.in.Opcode == "mad" && m.typ.half() {
		d.invalid("mad does not exist for halves")
	}
	if relu && (!m.typ.half() || m.sat) {
		d.invalid(".relu goes with halves, and not with .sat")
	}
	if half, ok := d.mixedType(m); ok {
		d.mixedFMA(m, half)
		return
	}
	t, c := m.typ, floatCost(m.typ, 1, 2)
	switch {
	case d.err != nil:
	case m.plain(32):
		d.vector(execFMAF32, c, t, t, t, t)
	case m.mends():
		d.vector(m.mended(execFMAF32), c, t, t, t, t)
	case m.plainHalf():
		d.halfForm(m, execHalfFMA, c, t, t, t)
	case m.plain(64):
		d.vector(execFMAF64, c, t, t, t, t)
	case t.half():
		d.ternary(m.halves3(), c, t, t, t, t)
	case t.bits == 64:
		d.ternary(func(x, y, z uint64) uint64 { return fma64(x, y, z, m.mode) }, c, t, t, t, t)
	default:
		d.ternary(m.ternary(), c, t, t, t, t)
	}
}

func buildFloatMinMax(d *decoder) {
	m := floatMods{ftz: d.mods.has("ftz")}
	propagate := d.mods.has("NaN")
	xorSign := d.mods.has("xorsign")
	if xorSign && !d.mods.has("abs") {
		d.invalid(".xorsign needs .abs")
	}
	abs := !xorSign && d.mods.has("abs")
	m.typ = d.typeAmong("f32", "f64", "f16", "f16x2", "bf16", "bf16x2")
	largest := d.in.Opcode == "max"
	c := wideCost(m.typ, 1, 4)
	t := m.typ
	switch {
	case len(d.in.Operands) == 4:
		d.minMaxThree(m, largest, propagate, abs)
	case m.ftz && (t.bits == 64 || t.kind == kindBFloat):
		d.invalid(".ftz does not go with " + t.String())
	case abs:
		d.invalid(".abs needs .xorsign, or three operands")
	case t.half():
		d.binary(m.halfMinMax(largest, propagate, xorSign), c, t, t, t)
	case t.bits == 64:
		d.binary(func(a, b uint64) uint64 { return minMax64(a, b, largest, propagate) }, c, t, t, t)
	default:
		d.binary(func(a, b uint64) uint64 {
			s := (a ^ b) & sign
			a, b = b32(m.in32(a)), b32(m.in32(b))
			if !xorSign {
				return minMax32(a, b, largest, propagate)
			}
			r := minMax32(a&^sign, b&^sign, largest, propagate)
			if isNaN32(r) {
				return r
			}
			return r | s
		}, c, t, t, t)
	}
}

func buildFloatAbsNeg(d *decoder) {
	ftz := d.mods.has("ftz")
	t := d.typeAmong("f32", "f64", "f16", "f16x2", "bf16", "bf16x2")
	if ftz && (t.kind == kindBFloat || t.bits == 64) {
		d.invalid(".ftz does not go with " + t.String())
	}
	signs := map[int]uint64{32: sign, 64: 1 << 63, 16: 1 << 15}[t.bits]
	if t.lanes == 2 {
		signs = 1<<31 | 1<<15
	}
	abs := d.in.Opcode == "abs"
	d.unary(func(a uint64) uint64 {
		if ftz && t.bits == 32 && t.lanes == 1 {
			a = flush32(a)
		}
		if abs {
			return a &^ signs
		}
		return a ^ signs
	}, wideCost(t, 1, 1), t, t)
}

func buildFloatDivide(d *decoder) {
	kind := d.mods.one("approx", "full")
	if kind == "" {
		d.needRounding()
	} else if d.mods.holds("rn", "rz", "rm", "rp") {
		d.invalid("a rounding mode does not go with ." + kind)
	}
	m := d.floatModifiers()
	t, c := m.typ, floatCost(m.typ, 10, 1)
	if m.sat {
		d.invalid("div has no .sat")
	}
	switch {
	case t.half():
		d.invalid("there is no division of halves")
		return
	case t.bits == 64:
		c = floatCost(t, 12, 1)
	case kind != "":
		c = cost{pipe: PipeXU, issues: 2, path: pathFP32, ops: 1}
	}
	if kind == "approx" {
		d.binary(func(a, b uint64) uint64 { return m.finish32(divApprox(m.in32(a), m.in32(b))) }, c, t, t, t)
		return
	}
	d.binary(m.binary("div", div32, div64), c, t, t, t)
}

// divApprox is a/b, but the quotient of a divisor above 2^126 is 0, or NaN for
// an infinite dividend, as the ISA has it.
func divApprox(a, b float32) uint64 {
	const big = 0x1p126
	if size := max(b, -b); size > big && size <= math.MaxFloat32 {
		if a-a != 0 {
			return nan32
		}
		return (b32(a) ^ b32(b)) & sign
	}
	return div32(a, b, nearestEven)
}

func buildCopySign(d *decoder) {
	t := d.typeAmong("f32", "f64")
	top := uint64(1) << (t.bits - 1)
	d.binary(func(a, b uint64) uint64 { return a&top | b&^top }, aluCost(1), t, t, t)
}
