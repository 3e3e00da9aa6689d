package exec

// multiply computes all elements of D.
func (u *tensorUnit) multiply(f *tensorForm) {
	row := u.rowOf(f, f.k)
	for i := range f.m {
		row(f, i, f.k, u.b)
	}
}

// rowOf picks how a row of D is computed, from so many products for each element:
// in plain arithmetic where nothing is cut.
func (u *tensorUnit) rowOf(f *tensorForm, products int) func(f *tensorForm, i, products int, b *tile) {
	switch exact := u.exact(f, products); {
	case exact && f.halfD:
		return u.exactHalves
	case exact:
		return u.exactRow
	}
	return u.multiplyRow
}

// multiplyRow computes a row of D from so many products for each element.
func (u *tensorUnit) multiplyRow(f *tensorForm, i, products int, b *tile) {
	step, fraction := min(u.Step, products), int32(u.FractionBits)
	for j := range f.n {
		at := (i*f.n + j) & (maxTile - 1)
		c := number{u.c.value[at], u.c.exponent[at]}
		for k := 0; k < products; k += step {
			sum := dot(u.a, b, i*products+k, j*products+k, step, c, fraction)
			switch last := k+step >= products; {
			case f.halfD && last:
				u.d[at] = roundToHalf(sum)
			case f.halfD:
				c = halfNumber(roundToHalf(sum))
			case last:
				u.d[at] = u.cut(sum)
			default:
				c = singleNumber(u.cut(sum))
			}
		}
	}
}

// cut gives the bits of a sum in FP32, of which the cores may keep but a part.
func (u *tensorUnit) cut(sum float64) uint32 {
	b := truncateToSingle(sum)
	if spare := 23 - u.ResultBits; spare > 0 && b&0x7f800000 != 0x7f800000 {
		b &^= 1<<spare - 1
	}
	return b
}

// dot adds the products of one step, from places x of A and y of B, to the
// accumulator.
func dot(a, b *tile, x, y, step int, c number, fraction int32) float64 {
	top := c.exponent
	for k := 0; k < step; k += stepGrain {
		p, q := a.exponents(x+k), b.exponents(y+k)
		top = max(top, p[0]+q[0], p[1]+q[1], p[2]+q[2], p[3]+q[3])
	}
	switch {
	case top > specialExponent/2:
		return specialDot(a.value[x:x+step], b.value[y:y+step], c)
	case top < zeroExponent/2:
		return 0
	}
	scale := powerOfTwo(fraction - top)
	sum := int64(c.value * scale)
	for k := 0; k < step; k += stepGrain {
		p, q := a.values(x+k), b.values(y+k)
		sum += int64(p[0]*q[0]*scale) + int64(p[1]*q[1]*scale) + int64(p[2]*q[2]*scale) + int64(p[3]*q[3]*scale)
	}
	return float64(sum) * powerOfTwo(top-fraction)
}

// specialDot is the sum where an infinity or NaN is among the terms; the finite
// ones do not count.
func specialDot(a, b []float64, c number) float64 {
	sum := c.value
	for k := range a {
		if p := a[k] * b[k]; p-p != 0 {
			sum += p
		}
	}
	return sum
}

// exact tells whether no term is cut anywhere and no sum overflows: all terms are
// multiples of one power of two, and no sum has more than 24 bits above it, where
// each term keeps at least 23 bits below the largest; or 14 and 13 where the cores
// keep no more. Then an FP32 sum is not rounded, either. This is so of small
// integers, on which kernels are checked.
func (u *tensorUnit) exact(f *tensorForm, products int) bool {
	low := min(u.a.low+u.b.low, u.c.low)
	product := u.a.high + u.b.high + 2 // two factors below 2^(exponent+1)
	sum := max(product+sumBits(products), u.c.high+1) + 1
	return sum <= low+int32(u.ResultBits)+1 && sum <= pick(f.halfD, halfBound, singleBound)
}

// No number of a format is as large as two to the power of its bound.
const (
	halfBound   int32 = 15
	singleBound int32 = 127
)

// sumBits is how many bits a sum of k terms may have more than each of them.
func sumBits(k int) int32 {
	n := int32(0)
	for 1<<n < k {
		n++
	}
	return n
}

// exactRow is a row of D in plain arithmetic.
func (u *tensorUnit) exactRow(f *tensorForm, i, products int, b *tile) {
	for j := range f.n {
		at := (i*f.n + j) & (maxTile - 1)
		u.d[at] = uint32(b32(float32(plain(u.a, b, i*products, j*products, products, u.c.value[at]))))
	}
}

// exactHalves is the same with FP16 sums, which are rounded after each step.
func (u *tensorUnit) exactHalves(f *tensorForm, i, products int, b *tile) {
	step := min(u.Step, products)
	for j := range f.n {
		at := (i*f.n + j) & (maxTile - 1)
		c := u.c.value[at]
		for k := 0; k < products; k += step {
			u.d[at] = roundToHalf(plain(u.a, b, i*products+k, j*products+k, step, c))
			c = halfNumber(u.d[at]).value
		}
	}
}

// plain is the sum of the products of one step, from places x of A and y of B on,
// and of the accumulator.
func plain(a, b *tile, x, y, step int, c float64) float64 {
	var s, t float64
	for k := 0; k < step; k += stepGrain {
		p, q := a.values(x+k), b.values(y+k)
		s += float64(p[0]*q[0]) + float64(p[1]*q[1])
		t += float64(p[2]*q[2]) + float64(p[3]*q[3])
	}
	return c + s + t
}
