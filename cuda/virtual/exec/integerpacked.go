package exec

// isPackedInteger tells whether the instruction's type is a pair of integers.
func (d *decoder) isPackedInteger() bool {
	t, ok := d.mods.last()
	return ok && t.lanes == 2 && t.integer()
}

// buildPackedAdd decodes add.{u16x2,s16x2}.
func buildPackedAdd(d *decoder) {
	t := d.typeAmong("u16x2", "s16x2")
	d.binary(func(a, b uint64) uint64 {
		return lanesOf(t, func(s int) uint64 { return add16(a>>s, b>>s) })
	}, aluCost(1), t, t, t)
}

// buildPackedMinMax decodes {min,max}{.relu}.{u16x2,s16x2}.
func buildPackedMinMax(d *decoder) {
	relu := d.mods.has("relu")
	t := d.typeAmong("u16x2", "s16x2")
	if relu && t.kind != kindSigned {
		d.invalid(".relu goes with signed types")
	}
	f := minMaxOf(typ{t.kind, 16, 1}, d.in.Opcode == "max", relu)
	d.binary(func(a, b uint64) uint64 {
		return lanesOf(t, func(s int) uint64 { return f(a>>s&0xffff, b>>s&0xffff) })
	}, aluCost(1), t, t, t)
}

// minMaxOf gives the smaller or the larger of two, and not less than 0 with relu.
func minMaxOf(t typ, largest, relu bool) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		if less(t, a, b) == largest {
			a = b
		}
		if relu && int64(t.extend(a)) < 0 {
			return 0
		}
		return a
	}
}
