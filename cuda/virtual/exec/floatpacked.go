package exec

// packedSingle is a pair of singles in one 64-bit register.
var packedSingle = typ{kindFloat, 64, 2}

// isPackedSingle tells whether the instruction's type is .f32x2.
func (d *decoder) isPackedSingle() bool {
	t, ok := d.mods.last()
	return ok && t == packedSingle
}

// buildPackedSingle decodes {add,sub,mul,fma}{.rnd}{.ftz}.f32x2, which works on
// each half of the registers.
func buildPackedSingle(d *decoder) {
	if d.in.Opcode == "fma" {
		d.needRounding()
	}
	m := floatMods{typ: typ{kindFloat, 32, 1}, mode: d.roundingModifier(), ftz: d.mods.has("ftz")}
	t := d.typeAmong("f32x2")
	c := floatCost(m.typ, 2, pick[uint16](d.in.Opcode == "fma", 4, 2))
	c.path = pathFP32x2
	if d.in.Opcode == "fma" {
		one := m.ternary()
		d.ternary(func(x, y, z uint64) uint64 {
			return one(x>>32, y>>32, z>>32)<<32 | one(x&0xffffffff, y&0xffffffff, z&0xffffffff)
		}, c, t, t, t, t)
		return
	}
	single := map[string]func(a, b float32, r rounding) uint64{"add": add32, "sub": sub32, "mul": mul32}[d.in.Opcode]
	one := m.binary(d.in.Opcode, single, nil)
	d.binary(func(x, y uint64) uint64 {
		return one(x>>32, y>>32)<<32 | one(x&0xffffffff, y&0xffffffff)
	}, c, t, t, t)
}

// ternary makes the function of a multiply-add of singles.
func (m floatMods) ternary() func(x, y, z uint64) uint64 {
	return func(x, y, z uint64) uint64 { return m.finish32(fma32(m.in32(x), m.in32(y), m.in32(z), m.mode)) }
}

// mixedType takes the second type of {add,sub,fma}.f32.{f16,bf16}, whose factors,
// or first summand, are halves.
func (d *decoder) mixedType(m floatMods) (typ, bool) {
	if t, ok := d.mods.last(); !ok || !t.half() || t.lanes != 1 || !m.typ.is(kindFloat, 32) || m.ftz {
		return typ{}, false
	}
	return d.typeAmong("f16", "bf16"), true
}

// mixedAdd emits the sum, or the difference, of a half and a single.
func (d *decoder) mixedAdd(m floatMods, half typ, sub bool) {
	read := formatOf(half).decode
	f := pick(sub, sub32, add32)
	d.binary(func(a, b uint64) uint64 { return m.finish32(f(float32(read(a)), f32(b), m.mode)) },
		floatCost(m.typ, 1, 1), m.typ, half, m.typ)
}

// mixedFMA emits the product of two halves added to a single.
func (d *decoder) mixedFMA(m floatMods, half typ) {
	read := formatOf(half).decode
	d.ternary(func(a, b, c uint64) uint64 {
		return m.finish32(fma32(float32(read(a)), float32(read(b)), f32(c), m.mode))
	}, floatCost(m.typ, 1, 2), m.typ, half, half, m.typ)
}

// minMaxThree emits {min,max}{.ftz}{.NaN}{.abs}.f32 of three operands.
func (d *decoder) minMaxThree(m floatMods, largest, propagate, abs bool) {
	t := m.typ
	if !t.is(kindFloat, 32) {
		d.invalid("only .f32 has three operands")
	}
	in := func(b uint64) uint64 {
		b = b32(m.in32(b))
		return pick(abs, b&^sign, b)
	}
	d.ternary(func(a, b, c uint64) uint64 {
		return minMax32(minMax32(in(a), in(b), largest, propagate), in(c), largest, propagate)
	}, aluCost(1), t, t, t, t)
}
