package exec

import "math/bits"

// buildBitMask decodes bmsk.{clamp,wrap}.b32: ones from bit a on, b of them.
func buildBitMask(d *decoder) {
	clamp := d.clampOrWrap()
	t := d.typeAmong("b32")
	d.binary(func(from, count uint64) uint64 {
		if !clamp {
			from, count = from&31, count&31
		}
		return (uint64(1)<<min(count, 32) - 1) << min(from, 32) & 0xffffffff
	}, aluCost(1), t, t, t)
}

// buildSignExtend decodes szext.{clamp,wrap}.type: a as a number of b bits.
func buildSignExtend(d *decoder) {
	clamp := d.clampOrWrap()
	t := d.typeAmong("u32", "s32")
	d.binary(func(a, width uint64) uint64 {
		if !clamp {
			width &= 31
		}
		switch {
		case width == 0:
			return 0
		case width >= 32:
			return a
		}
		return typ{t.kind, int(width), 1}.extend(a) & 0xffffffff
	}, aluCost(1), t, t, typ{kindUnsigned, 32, 1})
}

// clampOrWrap tells what becomes of a width or a position above 31.
func (d *decoder) clampOrWrap() (clamp bool) {
	mode := d.mods.one("clamp", "wrap")
	if mode == "" {
		d.invalid("needs .clamp or .wrap")
	}
	return mode == "clamp"
}

// buildFindNthSet decodes fns.b32: the position of the n-th set bit of a mask,
// counted from a base upwards, or downwards for a negative n; all ones where
// there is none. For n = 0 it is the base, if that bit is set.
func buildFindNthSet(d *decoder) {
	t := d.typeAmong("b32")
	d.ternary(findNthSet, aluCost(16), t, t, typ{kindUnsigned, 32, 1}, typ{kindSigned, 32, 1})
}

func findNthSet(mask, base, n uint64) uint64 {
	const none = 0xffffffff
	base &= 31
	count := int32(n)
	switch {
	case count == 0:
		return pick(mask>>base&1 != 0, base, uint64(none))
	case count > 0:
		mask &= none << base & none
		for ; count > 1 && mask != 0; count-- {
			mask &= mask - 1
		}
		return pick(mask == 0, uint64(none), uint64(bits.TrailingZeros64(mask)))
	}
	mask &= 1<<(base+1) - 1
	for ; count < -1 && mask != 0; count++ {
		mask &^= 1 << (bits.Len64(mask) - 1)
	}
	return pick(mask == 0, uint64(none), uint64(bits.Len64(mask)-1))
}
