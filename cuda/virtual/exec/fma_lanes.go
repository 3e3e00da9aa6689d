package exec

import "math"

// fmaLanesGo rounds the sum of the exact product and c twice, first to double
// and then to single. That is wrong only where the double lies in the middle of
// two singles, or the single is subnormal; those, and what is not finite, go
// the exact way. Four lanes go side by side, because a conversion waits for
// the register that it writes.
func fmaLanesGo(d, a, b, c *lanes32) {
	for i := 0; i < warpLanes; i += 4 {
		i0, i1, i2, i3 := i&31, (i+1)&31, (i+2)&31, (i+3)&31
		s0, s1 := doubleFMA(a[i0], b[i0], c[i0]), doubleFMA(a[i1], b[i1], c[i1])
		s2, s3 := doubleFMA(a[i2], b[i2], c[i2]), doubleFMA(a[i3], b[i3], c[i3])
		if int64(doubtful(s0)|doubtful(s1)|doubtful(s2)|doubtful(s3)) < 0 {
			exactLanes(d, a, b, c, i)
			continue
		}
		d[i0], d[i1] = math.Float32bits(float32(s0)), math.Float32bits(float32(s1))
		d[i2], d[i3] = math.Float32bits(float32(s2)), math.Float32bits(float32(s3))
	}
}

// doubleFMA rounds to double. The product is exact, so it does not matter
// whether the compiler fuses it with the sum.
func doubleFMA(a, b, c uint32) float64 {
	return float64(math.Float32frombits(a))*float64(math.Float32frombits(b)) + float64(math.Float32frombits(c))
}

// doubtful has its highest bit set where a double must not be rounded to single
// as it is: in the middle of two singles, or outside of their normal range.
func doubtful(s float64) uint64 {
	u := math.Float64bits(s)
	return ((u&0x1fffffff ^ 0x10000000) - 1) | (253 - (u>>52&0x7ff - 897))
}

// exactLanes computes four lanes exactly.
func exactLanes(d, a, b, c *lanes32, from int) {
	for i := from; i < from+4; i++ {
		x, y, z := math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i])
		d[i] = uint32(fma32(x, y, z, nearestEven))
	}
}
