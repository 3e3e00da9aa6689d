package exec

// cut computes D by the rule of the architecture, in pieces of 16 by 8.
func (k *tensorMultiply) cut() {
	f, a, b := k.form(), k.product.a, k.product.b
	u, c := k.w.core.tensor(f), k.w.core
	c.sums = append(c.sums[:0], k.to.sums(k)...)
	lefts, rights := a.tiled(), b.tiled()
	for i := range lefts {
		u.a = &lefts[i]
		if k.negated() {
			u.a = u.negate(u.a)
		}
		for j := range rights {
			u.b = &rights[j]
			k.readPiece(u, f, c.sums[8*j*k.m+16*i:])
			if f.scale != nil && f.scale.blocks > 1 {
				u.multiplyBlocks(f, func(line, block int, right bool) number {
					if right {
						return b.scales[(8*j+line)*b.blocks+block]
					}
					return a.scales[(16*i+line)*a.blocks+block]
				})
			} else {
				u.multiply(f)
			}
			k.writePiece(u, f, c.sums[8*j*k.m+16*i:])
		}
	}
	k.to.put(k, c.sums)
}

// readPiece reads the sums of a piece, which begins a stretch of columns; zeros where D
// does not count.
func (k *tensorMultiply) readPiece(u *tensorUnit, f *tensorForm, from []uint32) {
	s := newSpan(pick[int32](k.half, 10, 23))
	for at := range f.m * f.n {
		v := uint32(0)
		if k.accumulate {
			v = from[at%f.n*k.m+at/f.n]
		}
		n := k.before(v)
		u.c.set(at, n)
		s.add(n.exponent, v)
	}
	u.c.low, u.c.high = s.low-int32(k.shrink), s.high
}

func (k *tensorMultiply) writePiece(u *tensorUnit, f *tensorForm, to []uint32) {
	for at := range f.m * f.n {
		to[at%f.n*k.m+at/f.n] = u.d[at]
	}
}

// negate gives a tile with its signs turned.
func (u *tensorUnit) negate(t *tile) *tile {
	if u.negated == nil {
		u.negated = new(tile)
	}
	*u.negated = *t
	for i := range u.negated.value {
		u.negated.value[i] = -u.negated.value[i]
	}
	return u.negated
}

// negated tells whether the product changes its sign.
func (k *tensorMultiply) negated() bool { return k.negateA != k.negateB }
