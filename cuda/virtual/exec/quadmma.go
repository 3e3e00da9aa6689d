package exec

// The fp16 mma of shape m8n8k4 is four products: one for each quad pair, which is
// four lanes of the lower half of the warp and the four 16 above them (PTX ISA,
// "Matrix Fragments for mma.m8n8k4 with .f16").

// quadForm is such an instruction.
type quadForm struct {
	columnA, columnB bool // A and B lie by columns
	halfC            bool
	tensor           tensorForm // of one product
}

// quadMMA decodes mma.m8n8k4.layout.layout.d.f16.f16.c.
func (d *decoder) quadMMA() {
	a, b := d.mods.one("row", "col"), d.mods.one("row", "col")
	result, left, right, sum := d.typeAmong("f16", "f32"), d.typeAmong("f16"), d.typeAmong("f16"), d.typeAmong("f16", "f32")
	if a == "" || b == "" || left != right || result.bits < sum.bits {
		d.invalid("there is no such form of m8n8k4")
	}
	if d.err != nil || !d.args(4) {
		return
	}
	form := &quadForm{columnA: a == "col", columnB: b == "col", halfC: sum.bits == 16}
	form.tensor = tensorForm{m: 8, n: 8, k: 4, element: elementF16, halfC: form.halfC, halfD: result.bits == 16}
	in := d.wholeWarp(execQuadMMA)
	in.x.quad, in.x.tensor, in.x.regsWritten, in.x.computes = form, &form.tensor, true, true
	for _, o := range d.registersOf(0, pick(result.bits == 16, 4, 8)) {
		in.x.regs = append(in.x.regs, d.destination(o, bits32))
	}
	for i, n := range [...]int{2, 2, pick(form.halfC, 4, 8)} {
		for _, o := range d.registersOf(i+1, n) {
			in.x.reads = append(in.x.reads, d.source(o, bits32))
		}
	}
	c := form.tensor.cost()
	c.ops *= 4
	d.emit(in, c)
}

func execQuadMMA(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	form := in.x.quad
	u := w.core.tensor(&form.tensor)
	if u.quad == nil {
		u.quad = new([2]tile)
	}
	u.a, u.b = &u.quad[0], &u.quad[1]
	var results [4][64]uint32
	for quad := range results {
		w.fillQuad(in, form, u, quad)
		u.multiply(&form.tensor)
		copy(results[quad][:], u.d[:])
	}
	for quad := range results {
		w.drainQuad(in, form, &results[quad], quad)
	}
}

// quadLane gives the lane that is the n-th of a quad pair.
func quadLane(quad, n int) int { return 4*quad + n%4 + n/4*16 }

// fillQuad reads the matrices of one product. Its sums are never taken to be
// exact, as the bounds of its terms are not known.
func (w *Warp) fillQuad(in *inst, form *quadForm, u *tensorUnit, quad int) {
	reads := in.x.reads
	half := func(reg, i, lane int) uint32 { return w.r32[reads[reg+i/2]][lane] >> (i % 2 * 16) & 0xffff }
	for n := range 8 {
		lane := quadLane(quad, n)
		for i := range 4 {
			row, k := n, i
			if form.columnA {
				row, k = i+n/4*4, n%4
			}
			u.a.set(4*row+k, halfNumber(half(0, i, lane)))
			k, column := i, n
			if !form.columnB {
				k, column = n%4, i+n/4*4
			}
			u.b.set(4*column+k, halfNumber(half(2, i, lane)))
		}
		for i := range 8 {
			row, column := quadElement(n, i, !form.halfC)
			if form.halfC {
				u.c.set(8*row+column, halfNumber(half(4, i, lane)))
			} else {
				u.c.set(8*row+column, singleNumber(w.r32[reads[4+i]][lane]))
			}
		}
	}
	u.a.high, u.a.low = specialExponent, 0
}

// quadElement is where element i of the n-th lane lies in C and D.
func quadElement(n, i int, single bool) (row, column int) {
	if !single {
		return n, i
	}
	return n&1 + i&2 + n/4*4, i&4 + n&2 + i&1
}

func (w *Warp) drainQuad(in *inst, form *quadForm, d *[64]uint32, quad int) {
	for n := range 8 {
		lane := quadLane(quad, n)
		for r, slot := range in.x.regs {
			if !form.tensor.halfD {
				row, column := quadElement(n, r, true)
				w.r32[slot][lane] = d[8*row+column]
				continue
			}
			w.r32[slot][lane] = d[8*n+2*r] | d[8*n+2*r+1]<<16
		}
	}
}
