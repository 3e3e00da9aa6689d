package exec

import "math"

func compareEqual32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if a[i] == b[i] {
			m |= 1 << i
		}
	}
	return m
}

func compareLessU32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if a[i] < b[i] {
			m |= 1 << i
		}
	}
	return m
}

func compareLessS32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if int32(a[i]) < int32(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareLessS16(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if int16(a[i]) < int16(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareEqual64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if a[i] == b[i] {
			m |= 1 << i
		}
	}
	return m
}

func compareLessU64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if a[i] < b[i] {
			m |= 1 << i
		}
	}
	return m
}

func compareLessS64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if int64(a[i]) < int64(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareEqualF32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if math.Float32frombits(a[i]) == math.Float32frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareLessF32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if math.Float32frombits(a[i]) < math.Float32frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareAtMostF32(w *Warp, in *inst) uint32 {
	a, b := &w.r32[in.a], &w.r32[in.b]
	var m uint32
	for i := range a {
		if math.Float32frombits(a[i]) <= math.Float32frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareEqualF64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if math.Float64frombits(a[i]) == math.Float64frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareLessF64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if math.Float64frombits(a[i]) < math.Float64frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}

func compareAtMostF64(w *Warp, in *inst) uint32 {
	a, b := &w.r64[in.a], &w.r64[in.b]
	var m uint32
	for i := range a {
		if math.Float64frombits(a[i]) <= math.Float64frombits(b[i]) {
			m |= 1 << i
		}
	}
	return m
}
