package exec

// convertPacked emits a conversion to or from several values in one register:
// of two singles, the first of which goes to the high half, or of as many
// values in one register.
func (d *decoder) convertPacked(c conversion) {
	one := c
	one.to, one.from = c.to.single(), c.from.single()
	f := one.function()
	if c.from.lanes == 1 {
		width := one.to.bits
		d.binary(func(a, b uint64) uint64 { return f(a)<<width | f(b) }, aluCost(1), c.to, c.from, c.from)
		return
	}
	d.unary(func(a uint64) uint64 {
		high := f(a >> one.from.bits & one.from.mask())
		return high<<one.to.bits | f(a&one.from.mask())
	}, aluCost(1), c.to, c.from)
}

// single is the type of one lane in a packed one.
func (t typ) single() typ { return typ{t.kind, t.bits / t.lanes, 1} }

// packable reports a packed conversion that does not exist.
func (d *decoder) packable(c conversion) bool {
	single := c.from.is(kindFloat, 32)
	half := c.from.kind == kindFloat && c.from.bits == 32 && c.from.lanes == 2
	brain := c.from.kind == kindBFloat && c.from.lanes == 2
	valid := false
	switch {
	case c.to.lanes == 4 || c.from.lanes == 4:
		d.unsupported("the conversion from " + c.from.String() + " to " + c.to.String())
		return false
	case c.to.half():
		narrow := c.from.narrow()
		valid = single && c.plainMode() || narrow && c.to.kind == kindFloat && c.mode == nearestEven && !c.finite ||
			c.from.kind == kindUE8M0 && c.to.kind == kindBFloat && c.mode == nearestEven && !c.relu && !c.finite
	case c.to.kind == kindUE8M0:
		valid = (single || brain) && !c.relu && (c.mode == towardZero || c.mode == towardPositive)
	case c.to.kind == kindE4M3, c.to.kind == kindE5M2:
		valid = (single || half || brain) && c.mode == nearestEven && c.finite
	case c.to.narrow():
		valid = single && c.mode == nearestEven && c.finite
	}
	if valid = valid && c.explicit && !c.integral && !c.sat && !c.ftz; !valid {
		d.invalid("there is no such conversion from " + c.from.String() + " to " + c.to.String())
	}
	return valid
}

// plainMode tells whether the mode is one that conversions of singles to 16 and
// 19 bits have.
func (c conversion) plainMode() bool { return c.mode == nearestEven || c.mode == towardZero }

// narrow tells whether the type is a float of 4, 6 or 8 bits with a fraction.
func (t typ) narrow() bool {
	_, ok := smallFormatOf(t.kind)
	return ok
}

// buildConvertPack decodes cvt.pack.sat.type.s32{.b32} d, a, b{, c}: a and b,
// clamped, are the low part of d, b lowest; c, shifted up, is the rest.
func buildConvertPack(d *decoder) {
	sat := d.mods.has("sat")
	bits, signed := packedWidth(d.mods.one("s16", "u16", "s8", "u8", "s4", "u4", "s2", "u2"))
	s32 := d.typeAmong("s32")
	if d.err == nil && (!sat || bits == 0) {
		d.invalid("needs .sat and a type to pack")
		return
	}
	to := typ{pick(signed, kindSigned, kindUnsigned), bits, 1}
	join := func(a, b, c uint64) uint64 {
		v := to.saturated(a)<<bits | to.saturated(b)
		return (c<<(2*bits) | v) & 0xffffffff
	}
	if bits == 16 {
		d.binary(func(a, b uint64) uint64 { return join(a, b, 0) }, aluCost(1), bits32, s32, s32)
		return
	}
	d.typeAmong("b32")
	d.ternary(join, aluCost(1), bits32, s32, s32, bits32)
}

func packedWidth(name string) (bits int, signed bool) {
	if name == "" {
		return 0, false
	}
	return map[string]int{"16": 16, "8": 8, "4": 4, "2": 2}[name[1:]], name[0] == 's'
}

// saturated clamps a signed 32-bit value to the type.
func (t typ) saturated(a uint64) uint64 {
	v := int64(int32(a))
	return t.clamp(v < 0, uint64(v))
}
