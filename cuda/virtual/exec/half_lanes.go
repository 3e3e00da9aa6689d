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
		low, high := halfSum(x<<16, y<<16, z<<16), halfSum(x, y, z)
		l, lowRight := roundSum(low)
		h, highRight := roundSum(high)
		if !lowRight || !highRight || (endsHigh(x)|endsHigh(y)|endsHigh(z))&0x80008000 != 0 {
			d[i] = uint32(in.x.f3(uint64(x), uint64(y), uint64(z))) & keep
			continue
		}
		d[i] = (l>>16 | h) & keep
	}
}

// endsHigh has the top bit of each half set where its exponent is the largest,
// that of infinities and NaNs.
func endsHigh(v uint32) uint32 { return v&0x7c007c00 + 0x04000400 }

// halfSum is x*y + z of the finite halves in the upper 16 bits, times 2^-97, as
// the bits of a single. A half is a single of another bias without computing
// anything: its value times 2^-112. With the factors that are left to y and z the
// product is exact, whatever its size; the sum is rounded to single.
func halfSum(x, y, z uint32) uint32 {
	product := float32(scaledHalf(x) * float32(scaledHalf(y)*0x1p127))
	return math.Float32bits(product + float32(scaledHalf(z)*0x1p15))
}

func scaledHalf(h uint32) float32 {
	return math.Float32frombits(uint32(int32(h)>>3) & 0x8fffe000)
}

// roundSum rounds such a sum to a half, in the upper 16 bits. It is not right
// where the sum lies in the middle of two halves, as it may have been rounded
// to there, or where the half is not normal, zero apart.
func roundSum(sum uint32) (h uint32, right bool) {
	const least, beyond = 1 << 23, 31 << 23 // of the exponents of a half, at those of a single
	magnitude := (sum + 0x1000 - 15<<23) & 0x7fffffff
	if magnitude-least < beyond-least && sum&0x1fff != 0x1000 {
		return sum&0x80000000 | magnitude<<3&0x7fff0000, true
	}
	return sum, sum<<1 == 0
}
