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

func execFMAF32(w *Warp, in *inst) {
	fmaLanes(&w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c])
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
