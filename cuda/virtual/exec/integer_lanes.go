package exec

func execAdd32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func execSub32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func execAdd64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func execSub64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func execMulLo32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func execMulLo64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func execMulWideU32(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = uint64(a[i]) * uint64(b[i])
	}
}

func execMulWideS32(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = uint64(int64(int32(a[i])) * int64(int32(b[i])))
	}
}

func execMadLo32(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	for i := range d {
		d[i] = a[i]*b[i] + c[i]
	}
}

func execMadWideU32(w *Warp, in *inst) {
	d, a, b, c := &w.r64[in.d], &w.r32[in.a], &w.r32[in.b], &w.r64[in.c]
	for i := range d {
		d[i] = uint64(a[i])*uint64(b[i]) + c[i]
	}
}

func execMadWideS32(w *Warp, in *inst) {
	d, a, b, c := &w.r64[in.d], &w.r32[in.a], &w.r32[in.b], &w.r64[in.c]
	for i := range d {
		d[i] = uint64(int64(int32(a[i]))*int64(int32(b[i]))) + c[i]
	}
}

func execMinU32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = min(a[i], b[i])
	}
}

func execMaxU32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = max(a[i], b[i])
	}
}

func execMinS32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = uint32(min(int32(a[i]), int32(b[i])))
	}
}

func execMaxS32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = uint32(max(int32(a[i]), int32(b[i])))
	}
}
