package exec

// buildDotProduct decodes dp4a.atype.btype and dp2a.{lo,hi}.atype.btype: the
// products of four bytes of a and b, or of two halves of a and two bytes of b,
// added to c.
func buildDotProduct(d *decoder) {
	high := false
	if d.in.Opcode == "dp2a" {
		part := d.mods.one("lo", "hi")
		if part == "" {
			d.invalid("needs .lo or .hi")
			return
		}
		high = part == "hi"
	}
	a, b := d.typeAmong("u32", "s32"), d.typeAmong("u32", "s32")
	result := a
	if b.kind == kindSigned {
		result = b
	}
	f, products := dotBytes(a, b), uint16(4)
	if d.in.Opcode == "dp2a" {
		f, products = dotHalves(a, b, pick(high, 16, 0)), 2
	}
	d.ternary(f, dotCost(products), result, a, b, result)
}

func dotBytes(a, b typ) func(x, y, z uint64) uint64 {
	left, right := typ{a.kind, 8, 1}, typ{b.kind, 8, 1}
	return func(x, y, z uint64) uint64 {
		for k := 0; k < 32; k += 8 {
			z += left.extend(x>>k) * right.extend(y>>k)
		}
		return z & 0xffffffff
	}
}

// dotHalves takes its two bytes of b from a bit on.
func dotHalves(a, b typ, from int) func(x, y, z uint64) uint64 {
	left, right := typ{a.kind, 16, 1}, typ{b.kind, 8, 1}
	return func(x, y, z uint64) uint64 {
		z += left.extend(x)*right.extend(y>>from) + left.extend(x>>16)*right.extend(y>>(from+8))
		return z & 0xffffffff
	}
}
