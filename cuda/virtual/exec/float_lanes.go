package exec

import "math"

func execAddF32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		r := math.Float32frombits(a[i]) + math.Float32frombits(b[i])
		if r != r {
			d[i] = nan32
			continue
		}
		d[i] = math.Float32bits(r)
	}
}

func execSubF32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		r := math.Float32frombits(a[i]) - math.Float32frombits(b[i])
		if r != r {
			d[i] = nan32
			continue
		}
		d[i] = math.Float32bits(r)
	}
}

func execMulF32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		r := math.Float32frombits(a[i]) * math.Float32frombits(b[i])
		if r != r {
			d[i] = nan32
			continue
		}
		d[i] = math.Float32bits(r)
	}
}

// execFMAF32 rounds the sum of the exact product and c twice, first to double
// and then to single. That is wrong only where the double lies in the middle of
// two singles, or the single is subnormal; those, and what is not finite, go
// the exact way. Four lanes go side by side, because a conversion waits for
// the register that it writes.
func execFMAF32(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	for i := 0; i < warpLanes; i += 4 {
		i0, i1, i2, i3 := i&31, (i+1)&31, (i+2)&31, (i+3)&31
		s0, s1 := doubleFMA(a[i0], b[i0], c[i0]), doubleFMA(a[i1], b[i1], c[i1])
		s2, s3 := doubleFMA(a[i2], b[i2], c[i2]), doubleFMA(a[i3], b[i3], c[i3])
		if int64(doubtful(s0)|doubtful(s1)|doubtful(s2)|doubtful(s3)) < 0 {
			fmaLanes(d, a, b, c, i)
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

// fmaLanes computes four lanes exactly.
func fmaLanes(d, a, b, c *lanes32, from int) {
	for i := from; i < from+4; i++ {
		x, y, z := math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i])
		d[i] = uint32(fma32(x, y, z, nearestEven))
	}
}

func execAddF64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		r := math.Float64frombits(a[i]) + math.Float64frombits(b[i])
		if r != r {
			d[i] = nanOf(a[i], b[i])
			continue
		}
		d[i] = math.Float64bits(r)
	}
}

func execSubF64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		r := math.Float64frombits(a[i]) - math.Float64frombits(b[i])
		if r != r {
			d[i] = nanOf(a[i], b[i])
			continue
		}
		d[i] = math.Float64bits(r)
	}
}

func execMulF64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		r := math.Float64frombits(a[i]) * math.Float64frombits(b[i])
		if r != r {
			d[i] = nanOf(a[i], b[i])
			continue
		}
		d[i] = math.Float64bits(r)
	}
}

func execFMAF64(w *Warp, in *inst) {
	d, a, b, c := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b], &w.r64[in.c]
	for i := range d {
		r := math.FMA(math.Float64frombits(a[i]), math.Float64frombits(b[i]), math.Float64frombits(c[i]))
		if r != r {
			d[i] = nanOf(a[i], b[i], c[i])
			continue
		}
		d[i] = math.Float64bits(r)
	}
}
