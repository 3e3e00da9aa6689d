package exec

// The forms that kernels seldom use, or that are long anyway, are written as
// functions of one lane. Values travel as 64 bits; a narrower result must have
// zeros above its type.

func (d *decoder) unary(f func(a uint64) uint64, c cost, dst, a typ) {
	if !d.args(2) {
		return
	}
	in := d.begin(execUnary)
	in.x = &extra{f1: f}
	in.d, in.a = d.dst(0, dst), d.src(1, a)
	d.emit(in, c)
}

func (d *decoder) binary(f func(a, b uint64) uint64, c cost, dst, a, b typ) {
	if !d.args(3) {
		return
	}
	in := d.begin(execBinary)
	in.x = &extra{f2: f}
	in.d, in.a, in.b = d.dst(0, dst), d.src(1, a), d.src(2, b)
	d.emit(in, c)
}

func (d *decoder) ternary(f func(a, b, c uint64) uint64, k cost, dst, a, b, c typ) {
	if !d.args(4) {
		return
	}
	in := d.begin(execTernary)
	in.x = &extra{f3: f}
	in.d, in.a, in.b, in.c = d.dst(0, dst), d.src(1, a), d.src(2, b), d.src(3, c)
	d.emit(in, k)
}

// vector emits a form that has a loop over the lanes of its own.
func (d *decoder) vector(exec execFunc, c cost, dst typ, sources ...typ) *inst {
	if !d.args(1 + len(sources)) {
		return &inst{}
	}
	in := d.begin(exec)
	in.d = d.dst(0, dst)
	for i, t := range sources {
		*[...]*int32{&in.a, &in.b, &in.c}[i] = d.src(i+1, t)
	}
	d.emit(in, c)
	return &d.code[len(d.code)-1]
}

func execUnary(w *Warp, in *inst) {
	f := in.x.f1
	for i := range warpLanes {
		w.setValue(in.dClass, in.d, i, f(w.value(in.aClass, in.a, i)))
	}
}

func execBinary(w *Warp, in *inst) {
	f := in.x.f2
	if in.dClass == class32 && in.aClass == class32 && in.bClass == class32 {
		d, a, b := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b]
		for i := range d {
			d[i] = uint32(f(uint64(a[i]), uint64(b[i])))
		}
		return
	}
	for i := range warpLanes {
		w.setValue(in.dClass, in.d, i, f(w.value(in.aClass, in.a, i), w.value(in.bClass, in.b, i)))
	}
}

func execTernary(w *Warp, in *inst) {
	f := in.x.f3
	for i := range warpLanes {
		w.setValue(in.dClass, in.d, i,
			f(w.value(in.aClass, in.a, i), w.value(in.bClass, in.b, i), w.value(in.cClass, in.c, i)))
	}
}
