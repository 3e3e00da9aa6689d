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
// the exact way.
func execFMAF32(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	for i := range d {
		x, y, z := math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i])
		s := float64(x)*float64(y) + float64(z) // the product is exact, fused or not
		u := math.Float64bits(s)
		if u&0x1fffffff == 0x10000000 || u>>52&0x7ff-897 > 253 {
			d[i] = uint32(fma32(x, y, z, nearestEven))
			continue
		}
		d[i] = math.Float32bits(float32(s))
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
