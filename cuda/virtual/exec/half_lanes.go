package exec

import "math"

// plainHalf tells whether the fast form for fp16 serves.
func (m floatMods) plainHalf() bool {
	return m.typ.kind == kindFloat && m.typ.half() && !m.ftz && !m.sat && !m.relu
}

// halfForm emits a fast form of fp16, packed or not. What it makes a*b + c of is
// exact but for the one rounding: x*1 + y for a sum and x*y - 0 for a product.
func (d *decoder) halfForm(m floatMods, exec execFunc, c cost, sources ...typ) {
	in := d.vector(exec, c, m.typ, sources...)
	in.x, in.imm = &extra{f3: m.halves3()}, m.typ.mask()
}

func execHalfFMA(w *Warp, in *inst) {
	halfLanes(in, &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c])
}

func execHalfAdd(w *Warp, in *inst) {
	one := spread32(0x3c003c00)
	halfLanes(in, &w.r32[in.d], &w.r32[in.a], &one, &w.r32[in.b])
}

func execHalfSub(w *Warp, in *inst) {
	one, negative := spread32(0x3c003c00), w.r32[in.b]
	for i := range negative {
		negative[i] ^= 0x80008000
	}
	halfLanes(in, &w.r32[in.d], &w.r32[in.a], &one, &negative)
}

func execHalfMul(w *Warp, in *inst) {
	zero := spread32(0x80008000)
	halfLanes(in, &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &zero)
}

func spread32(v uint32) (l lanes32) {
	for i := range l {
		l[i] = v
	}
	return l
}

// halfLanes computes a*b + c of both halves of all lanes; in.imm keeps those
// that the type has. Where the fast way may be wrong, x.f3 does it.
func halfLanes(in *inst, d, a, b, c *lanes32) {
	keep := uint32(in.imm)
	for i := range d {
		x, y, z := a[i], b[i], c[i]
		if (endsHigh(x)|endsHigh(y)|endsHigh(z))&0x80008000 != 0 {
			d[i] = uint32(in.x.f3(uint64(x), uint64(y), uint64(z))) & keep
			continue
		}
		low := float64(halfDouble(x)*halfDouble(y)) + halfDouble(z)
		high := float64(halfDouble(x>>16)*halfDouble(y>>16)) + halfDouble(z>>16)
		l, lowRight := plainRound(low)
		h, highRight := plainRound(high)
		if !lowRight || !highRight {
			d[i] = uint32(in.x.f3(uint64(x), uint64(y), uint64(z))) & keep
			continue
		}
		d[i] = (l | h<<16) & keep
	}
}

// endsHigh has the top bit of each half set where its exponent is the largest,
// that of infinities and NaNs.
func endsHigh(v uint32) uint32 { return v&0x7c007c00 + 0x04000400 }

// halfDouble is the value of a finite half: its bits as those of a double of
// another bias, times the difference.
func halfDouble(h uint32) float64 {
	return math.Float64frombits(uint64(h&0x8000)<<48|uint64(h&0x7fff)<<42) * 0x1p1008
}

// plainRound rounds a double, which may be rounded itself, to a half. It is not
// right where the double lies in the middle of two halves or the half is not
// normal, zero apart.
func plainRound(v float64) (h uint32, right bool) {
	b := math.Float64bits(v)
	if e := b>>52&0x7ff - (1023 - 14); e < 29 && b&(1<<42-1) != 1<<41 {
		b += 1 << 41
		return uint32(b>>48&0x8000) | uint32(b>>42&0x1fffff-(1023-15)<<10), true
	}
	return uint32(b >> 48), b<<1 == 0
}
