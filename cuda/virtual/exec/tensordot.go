package exec

// multiply computes all elements of D.
func (u *tensorUnit) multiply(f *tensorForm) {
	step := min(max(u.stepBytes/f.element.bytes(), stepGrain), f.k)
	switch exact := u.exact(f); {
	case exact && f.halfD:
		u.multiplyHalves(f, step)
		return
	case exact:
		u.multiplyExact(f)
		return
	}
	for i := range f.m {
		for j := range f.n {
			at := (i*f.n + j) & (maxTile - 1)
			c := number{u.c.value[at], u.c.exponent[at]}
			for k := 0; k < f.k; k += step {
				sum := u.dot(i*f.k+k, j*f.k+k, step, c)
				switch last := k+step >= f.k; {
				case f.halfD && last:
					u.d[at] = roundToHalf(sum)
				case f.halfD:
					c = halfNumber(roundToHalf(sum))
				case last:
					u.d[at] = truncateToSingle(sum)
				default:
					c = singleNumber(truncateToSingle(sum))
				}
			}
		}
	}
}

// dot adds the products of one step, from places x of A and y of B, to the
// accumulator.
func (u *tensorUnit) dot(x, y, step int, c number) float64 {
	top := c.exponent
	for k := 0; k < step; k += stepGrain {
		p, q := u.a.exponents(x+k), u.b.exponents(y+k)
		top = max(top, p[0]+q[0], p[1]+q[1], p[2]+q[2], p[3]+q[3])
	}
	switch {
	case top > specialExponent/2:
		return specialDot(u.a.value[x:x+step], u.b.value[y:y+step], c)
	case top < zeroExponent/2:
		return 0
	}
	scale := powerOfTwo(u.fraction - top)
	sum := int64(c.value * scale)
	for k := 0; k < step; k += stepGrain {
		p, q := u.a.values(x+k), u.b.values(y+k)
		sum += int64(p[0]*q[0]*scale) + int64(p[1]*q[1]*scale) + int64(p[2]*q[2]*scale) + int64(p[3]*q[3]*scale)
	}
	return float64(sum) * powerOfTwo(top-u.fraction)
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
// each term keeps at least 23 bits below the largest. Then an FP32 sum is not
// rounded, either. This is so of small integers, on which kernels are checked.
func (u *tensorUnit) exact(f *tensorForm) bool {
	low := min(u.a.low+u.b.low, u.c.low)
	product := u.a.high + u.b.high + 2 // two factors below 2^(exponent+1)
	sum := max(product+sumBits(f.k), u.c.high+1) + 1
	return sum <= low+24 && sum <= pick(f.halfD, halfBound, singleBound)
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

// multiplyExact is the product in plain arithmetic.
func (u *tensorUnit) multiplyExact(f *tensorForm) {
	for i := range f.m {
		for j := range f.n {
			at := (i*f.n + j) & (maxTile - 1)
			u.d[at] = uint32(b32(float32(u.plain(i*f.k, j*f.k, f.k, u.c.value[at]))))
		}
	}
}

// multiplyHalves is the same with FP16 sums, which are rounded after each step.
func (u *tensorUnit) multiplyHalves(f *tensorForm, step int) {
	for i := range f.m {
		for j := range f.n {
			at := (i*f.n + j) & (maxTile - 1)
			c := u.c.value[at]
			for k := 0; k < f.k; k += step {
				u.d[at] = roundToHalf(u.plain(i*f.k+k, j*f.k+k, step, c))
				c = halfNumber(u.d[at]).value
			}
		}
	}
}

// plain is the sum of the products of one step, from places x of A and y of B on,
// and of the accumulator.
func (u *tensorUnit) plain(x, y, step int, c float64) float64 {
	var s, t float64
	for k := 0; k < step; k += stepGrain {
		p, q := u.a.values(x+k), u.b.values(y+k)
		s += float64(p[0]*q[0]) + float64(p[1]*q[1])
		t += float64(p[2]*q[2]) + float64(p[3]*q[3])
	}
	return c + s + t
}
