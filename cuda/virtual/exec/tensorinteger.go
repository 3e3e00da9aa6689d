package exec

import "math"

// integerTiles are A and B of an integer mma, in lines.
type integerTiles struct {
	a [16 * 64]int32
	b [8 * 128]int32
	// row is B as one row of a sparse A meets it.
	row [8 * 64]int32
}

// execIntegerMMA executes mma on integers. The sums are exact modulo 2^32, or end
// at the bounds of 32 bits.
func execIntegerMMA(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	f, regs := in.x.tensor, in.x.reads
	u := w.core.tensor(f)
	if u.integers == nil {
		u.integers = new(integerTiles)
	}
	t := u.integers
	w.fillIntegers(t.a[:], &f.a, f.element, regs)
	w.fillIntegers(t.b[:], &f.b, f.elementB, regs[f.countA:])
	rest := regs[f.countA+f.countB:]
	w.readSums(u, f, rest)
	if f.sparse != nil {
		places := w.positions(f, rest[f.c.size():])
		for i := range f.m {
			t.gather(f, &places[i])
			u.integerRow(f, i, f.sparse.products, t.row[:])
		}
	} else {
		for i := range f.m {
			u.integerRow(f, i, f.k, t.b[:])
		}
	}
	w.drain(in, u, f)
}

// fillIntegers spreads the elements of an operand.
func (w *Warp) fillIntegers(to []int32, f *fragment, e element, regs []int32) {
	bits := e.bits()
	spare := 32 - bits
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			at := base + f.at(lane)
			for i := range f.per {
				if e.signed() {
					to[at+i] = int32(v<<(spare-bits*i)) >> spare
				} else {
					to[at+i] = int32(v << (spare - bits*i) >> spare)
				}
			}
		}
	}
}

// readSums puts C where D will be.
func (w *Warp) readSums(u *tensorUnit, f *tensorForm, regs []int32) {
	for r := range f.c.line {
		base := f.c.base(r)
		for lane, v := range &w.r32[regs[r]] {
			u.d[(base+f.c.at(lane))&(maxTile-1)] = v
		}
	}
}

// gather takes of B what the stored elements of a row of A meet.
func (t *integerTiles) gather(f *tensorForm, places *[64]uint8) {
	for j := range f.n {
		for p, at := range places[:f.sparse.products] {
			t.row[j*f.sparse.products+p] = t.b[j*f.k+int(at)]
		}
	}
}

// integerRow adds a row of products to D.
func (u *tensorUnit) integerRow(f *tensorForm, i, products int, b []int32) {
	a := u.integers.a[i*products:][:products]
	for j := range f.n {
		at := (i*f.n + j) & (maxTile - 1)
		sum := int32(0) // at most 128 products of 16 bits
		for k, y := range b[j*products:][:products] {
			sum += a[k] * y
		}
		if f.saturate {
			total := int64(int32(u.d[at])) + int64(sum)
			u.d[at] = uint32(int32(max(math.MinInt32, min(total, math.MaxInt32))))
			continue
		}
		u.d[at] += uint32(sum)
	}
}
