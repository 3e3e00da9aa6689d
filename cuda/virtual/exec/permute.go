package exec

import "ridgeline/cuda/virtual/ptx"

func buildPermute(d *decoder) {
	t := d.typeAmong("b32")
	mode := d.mods.one("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
	d.ternary(permute(mode), aluCost(1), t, t, t, t)
}

// permute picks four of the eight bytes of b:a. Without a mode, each nibble of
// the selector names one, and its highest bit replicates the byte's sign.
func permute(mode string) func(a, b, c uint64) uint64 {
	return func(a, b, c uint64) uint64 {
		bytes := b<<32 | a
		if mode != "" {
			c = permuteSelector(mode, c&3)
		}
		var out uint64
		for i := range 4 {
			nibble := c >> (4 * i) & 0xf
			v := bytes >> (nibble & 7 * 8) & 0xff
			if nibble&8 != 0 {
				v = -(v >> 7) & 0xff
			}
			out |= v << (8 * i)
		}
		return out
	}
}

// permuteSelector is the selector that a mode stands for (PTX ISA, table of
// "prmt").
func permuteSelector(mode string, c uint64) uint64 {
	switch mode {
	case "f4e":
		return [4]uint64{0x3210, 0x4321, 0x5432, 0x6543}[c]
	case "b4e":
		return [4]uint64{0x5670, 0x6701, 0x7012, 0x0123}[c]
	case "rc8":
		return c * 0x1111
	case "ecl":
		return [4]uint64{0x3210, 0x3211, 0x3222, 0x3333}[c]
	case "ecr":
		return [4]uint64{0x0000, 0x1110, 0x2210, 0x3210}[c]
	}
	return [4]uint64{0x1010, 0x3232, 0x1010, 0x3232}[c]
}

// constantOperand gives operand i, which must be an integer constant.
func (d *decoder) constantOperand(i int) (uint64, bool) {
	c, ok := d.operand(i).(*ptx.Immediate)
	if !ok || c.Float {
		return 0, false
	}
	return c.Bits, true
}

// lop3Predicate emits the form that also gives a predicate: whether the result
// is not zero, combined with another predicate.
func (d *decoder) lop3Predicate(in *inst, combine string) {
	t := typ{kindBits, 32, 1}
	pair, ok := d.operand(0).(*ptx.Pair)
	if !ok {
		d.invalid("the destination must be of the form d|p")
		return
	}
	in.d = d.destination(pair.First, t)
	d.emit(in, aluCost(1))
	test := d.begin(execSetp)
	test.x = &extra{compare: compareEqual32, invert: allLanes, combine: boolOps(combine)}
	test.d, test.a, test.b = d.destination(pair.Second, typ{kindPred, 1, 1}), in.d, d.constant(class32, 0, "")
	test.c, test.cXor = d.predicate(d.operand(5))
	d.emit(test, cost{hidden: true})
}
