package exec

// integerBuilder decodes integer arithmetic.
func integerBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "add", "sub":
		return buildAdd
	case "addc", "subc":
		return buildAddCarry
	case "mul":
		return buildMultiply
	case "mad":
		return buildMultiplyAdd
	case "madc":
		return buildMultiplyAddCarry
	case "mul24", "mad24":
		return buildMultiply24
	case "div":
		return buildDivide
	case "rem":
		return buildRemainder
	case "min", "max":
		return buildMinMax
	case "abs", "neg":
		return buildAbsNeg
	case "sad":
		return buildSad
	case "dp4a", "dp2a":
		return buildDotProduct
	}
	return nil
}

// integer takes the next modifier, an integer type of 16, 32 or 64 bits.
func (d *decoder) integer() typ {
	return d.typeAmong("u16", "s16", "u32", "s32", "u64", "s64")
}

func buildAdd(d *decoder) {
	if d.isFloat() {
		buildFloatAdd(d)
		return
	}
	sub := d.in.Opcode == "sub"
	if !sub && d.isPackedInteger() {
		buildPackedAdd(d)
		return
	}
	switch d.mods.one("cc", "sat") {
	case "cc":
		d.carryAdd(d.typeAmong("u32", "s32", "u64", "s64"), sub, false, true)
		return
	case "sat":
		t := d.typeAmong("s32")
		d.binary(pick(sub, subSat, addSat), addCost(t), t, t, t)
		return
	}
	t := d.integer()
	switch t.bits {
	case 32:
		d.vector(pick(sub, execSub32, execAdd32), addCost(t), t, t, t)
	case 64:
		d.vector(pick(sub, execSub64, execAdd64), addCost(t), t, t, t)
	default:
		d.binary(pick(sub, sub16, add16), addCost(t), t, t, t)
	}
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

func buildMultiply(d *decoder) {
	if d.isFloat() {
		buildFloatMultiply(d)
		return
	}
	part := d.mods.one("lo", "hi", "wide")
	t := d.integer()
	switch {
	case part == "wide":
		d.multiplyWide(t)
	case part == "lo" && t.bits == 32:
		d.vector(execMulLo32, multiplyCost(t, false, 1), t, t, t)
	case part == "lo" && t.bits == 64:
		d.vector(execMulLo64, multiplyCost(t, false, 1), t, t, t)
	case part == "lo":
		d.binary(mulLo16, multiplyCost(t, false, 1), t, t, t)
	case part == "hi":
		d.binary(mulHi(t), multiplyCost(t, false, 1), t, t, t)
	default:
		d.invalid("needs .lo, .hi or .wide")
	}
}

// double is the type of twice the width.
func (t typ) double() typ { return typ{t.kind, 2 * t.bits, 1} }

func (d *decoder) multiplyWide(t typ) {
	switch {
	case t.bits == 64:
		d.invalid(".wide goes with 16 and 32 bits")
	case t.bits == 16:
		d.binary(func(a, b uint64) uint64 { return t.extend(a) * t.extend(b) & 0xffffffff }, multiplyCost(t, true, 1), t.double(), t, t)
	case t.kind == kindSigned:
		d.vector(execMulWideS32, multiplyCost(t, true, 1), t.double(), t, t)
	default:
		d.vector(execMulWideU32, multiplyCost(t, true, 1), t.double(), t, t)
	}
}

func buildMultiplyAdd(d *decoder) {
	if d.isFloat() {
		buildFMA(d)
		return
	}
	part := d.mods.one("lo", "hi", "wide")
	carry := part != "wide" && part != "" && d.mods.has("cc")
	sat := !carry && part == "hi" && d.mods.has("sat")
	t := d.integer()
	c := multiplyCost(t, part == "wide", 2)
	switch {
	case carry:
		d.carryMad(t, part == "hi", false, true)
	case sat:
		if t.kind != kindSigned || t.bits != 32 {
			d.invalid(".sat goes with .hi.s32")
		}
		d.ternary(madHiSat, c, t, t, t, t)
	case part == "wide":
		d.madWide(t, c)
	case part == "lo" && t.bits == 32:
		d.vector(execMadLo32, c, t, t, t, t)
	case part == "lo":
		d.ternary(func(x, y, z uint64) uint64 { return (x*y + z) & t.mask() }, c, t, t, t, t)
	case part == "hi":
		hi := mulHi(t)
		d.ternary(func(x, y, z uint64) uint64 { return (hi(x, y) + z) & t.mask() }, c, t, t, t, t)
	default:
		d.invalid("needs .lo, .hi or .wide")
	}
}

func (d *decoder) madWide(t typ, c cost) {
	switch {
	case t.bits == 64:
		d.invalid(".wide goes with 16 and 32 bits")
	case t.bits == 32 && t.kind == kindSigned:
		d.vector(execMadWideS32, c, t.double(), t, t, t.double())
	case t.bits == 32:
		d.vector(execMadWideU32, c, t.double(), t, t, t.double())
	default:
		d.ternary(func(x, y, z uint64) uint64 { return (t.extend(x)*t.extend(y) + z) & 0xffffffff }, c, t.double(), t, t, t.double())
	}
}

func buildMultiply24(d *decoder) {
	part := d.mods.one("lo", "hi")
	if part == "" {
		d.invalid("needs .lo or .hi")
	}
	hi := part == "hi"
	sat := d.in.Opcode == "mad24" && hi && d.mods.has("sat")
	t := d.typeAmong("u32", "s32")
	if sat && t.kind != kindSigned {
		d.invalid(".sat goes with .s32")
	}
	f := mul24(t, hi)
	if d.in.Opcode == "mul24" {
		d.binary(f, multiplyCost(t, false, 1), t, t, t)
		return
	}
	d.ternary(func(a, b, c uint64) uint64 {
		if sat {
			return clampS32(int64(int32(f(a, b))) + int64(int32(c)))
		}
		return (f(a, b) + c) & 0xffffffff
	}, multiplyCost(t, false, 2), t, t, t, t)
}

func buildDivide(d *decoder) {
	if d.isFloat() {
		buildFloatDivide(d)
		return
	}
	t := d.integer()
	d.binary(divide(t), divideCost(t), t, t, t)
}

func buildRemainder(d *decoder) {
	t := d.integer()
	d.binary(remainder(t), divideCost(t), t, t, t)
}

func buildMinMax(d *decoder) {
	if d.isFloat() {
		buildFloatMinMax(d)
		return
	}
	if d.isPackedInteger() {
		buildPackedMinMax(d)
		return
	}
	largest := d.in.Opcode == "max"
	relu := d.mods.has("relu")
	t := d.integer()
	c := wideCost(t, 1, 4)
	switch {
	case relu:
		if !t.is(kindSigned, 32) {
			d.invalid(".relu goes with .s32 and .s16x2")
		}
		d.binary(minMaxOf(t, largest, true), c, t, t, t)
	case t.is(kindSigned, 32):
		d.vector(pick(largest, execMaxS32, execMinS32), c, t, t, t)
	case t.is(kindUnsigned, 32):
		d.vector(pick(largest, execMaxU32, execMinU32), c, t, t, t)
	default:
		d.binary(minMaxOf(t, largest, false), c, t, t, t)
	}
}

// less compares two integers of the type.
func less(t typ, a, b uint64) bool {
	if t.kind == kindSigned {
		return int64(t.extend(a)) < int64(t.extend(b))
	}
	return t.extend(a) < t.extend(b)
}

func buildAbsNeg(d *decoder) {
	if d.isFloat() {
		buildFloatAbsNeg(d)
		return
	}
	t := d.typeAmong("s16", "s32", "s64")
	c := wideCost(t, 1, 2)
	if d.in.Opcode == "neg" {
		d.unary(func(a uint64) uint64 { return -a & t.mask() }, c, t, t)
		return
	}
	d.unary(func(a uint64) uint64 {
		if int64(t.extend(a)) < 0 {
			a = -a
		}
		return a & t.mask()
	}, c, t, t)
}

func buildSad(d *decoder) {
	t := d.integer()
	d.ternary(func(a, b, c uint64) uint64 {
		if less(t, a, b) {
			a, b = b, a
		}
		return (a - b + c) & t.mask()
	}, wideCost(t, 2, 6), t, t, t, t)
}
