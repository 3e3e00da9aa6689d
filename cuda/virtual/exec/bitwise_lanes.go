package exec

func execAnd32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] & b[i]
	}
}

func execOr32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] | b[i]
	}
}

func execXor32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] ^ b[i]
	}
}

func execAnd64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] & b[i]
	}
}

func execOr64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] | b[i]
	}
}

func execXor64(w *Warp, in *inst) {
	d, a, b := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b]
	for i := range d {
		d[i] = a[i] ^ b[i]
	}
}

func execAndPred(w *Warp, in *inst) { w.pred[in.d] = w.pred[in.a] & w.pred[in.b] }
func execOrPred(w *Warp, in *inst)  { w.pred[in.d] = w.pred[in.a] | w.pred[in.b] }
func execXorPred(w *Warp, in *inst) { w.pred[in.d] = w.pred[in.a] ^ w.pred[in.b] }
func execNotPred(w *Warp, in *inst) { w.pred[in.d] = ^w.pred[in.a] }

func execShl32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] << b[i]
	}
}

func execShrU32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = a[i] >> b[i]
	}
}

func execShrS32(w *Warp, in *inst) {
	d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
	for i := range d {
		d[i] = uint32(int32(a[i]) >> b[i])
	}
}
