package exec

// cut computes D by the rule of the architecture, in pieces of 16 by 8.
func (k *tensorMultiply) cut() {
	f, a, b := k.form(), k.product.a, k.product.b
	u := k.w.core.tensor(f)
	lefts, rights := a.tiled(), b.tiled()
	for i := range lefts {
		u.a = &lefts[i]
		if k.negated() {
			u.a = u.negate(u.a)
		}
		for j := range rights {
			u.b = &rights[j]
			k.readPiece(u, f, i, j)
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
			k.writePiece(u, f, i, j)
		}
	}
}

// readPiece reads the sums of a piece; zeros where D does not count.
func (k *tensorMultiply) readPiece(u *tensorUnit, f *tensorForm, i, j int) {
	s := newSpan(pick[int32](k.half, 10, 23))
	for at := range f.m * f.n {
		v := uint32(0)
		if k.accumulate {
			v, _ = k.w.block.tensor.load(k.dColumn+8*j+at%f.n, tensorRow(k.dLane, k.m, 16*i+at/f.n))
		}
		n := k.before(v)
		u.c.set(at, n)
		s.add(n.exponent, v)
	}
	u.c.low, u.c.high = s.low-int32(k.shrink), s.high
}

func (k *tensorMultiply) writePiece(u *tensorUnit, f *tensorForm, i, j int) {
	for at := range f.m * f.n {
		if lane := tensorRow(k.dLane, k.m, 16*i+at/f.n); !k.disables(lane) {
			k.w.block.tensor.store(k.dColumn+8*j+at%f.n, lane, u.d[at])
		}
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

// disables tells whether a lane of D is kept as it is.
func (k *tensorMultiply) disables(lane int) bool { return k.disabled[lane/32]>>(lane%32)&1 != 0 }

// negated tells whether the product changes its sign.
func (k *tensorMultiply) negated() bool { return k.negateA != k.negateB }
