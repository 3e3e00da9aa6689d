package exec

// tensorCopyForm is a tcgen05.cp: rows of so many bytes, into as many lanes, or into
// those of each quarter.
type tensorCopyForm struct {
	rows, units int
	quarters    int
}

// buildTensorCopy decodes tcgen05.cp.cta_group::1.shape{.multicast} [address],
// descriptor. The ISA says of 64x128b and 4x256b in pictures alone which lanes they
// go to.
func buildTensorCopy(d *decoder) {
	f := map[string]*tensorCopyForm{
		"128x256b": {128, 2, 1}, "128x128b": {128, 1, 1}, "32x128b": {32, 1, 4},
	}[d.mods.one("128x256b", "128x128b", "32x128b")]
	if f == nil || d.mods.holds("b8x16") {
		d.unsupported("the virtual GPU does not execute this shape of tcgen05.cp")
		return
	}
	if d.mods.has("warpx4") != (f.quarters == 4) {
		d.invalid(".warpx4 goes with .32x128b, and with that alone")
	}
	if d.err != nil || !d.args(2) {
		return
	}
	in := d.begin(execTensorCopy)
	in.pure, in.x = false, &extra{tensorCopy: f}
	in.a, in.imm = d.tensorAddress(0)
	in.b = d.src(1, bits64)
	d.emit(in, lsuCost())
}

func execTensorCopy(w *Warp, in *inst) {
	f := in.x.tensorCopy
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		from, problem := descriptorOf(w.r64[in.b][lane])
		first, column := splitTensorAddress(w.r32[in.a][lane] + uint32(in.imm))
		if problem == "" && first != 0 {
			problem = "the virtual GPU copies from lane 0 on"
		}
		if problem != "" {
			w.err = w.failed(in, lane, problem)
			return
		}
		w.issueTensor(&tensorWork{w: w, in: in, lane: lane, writes: tensorArea{column, 4 * f.units}, copy: func() string {
			return w.copyToTensor(f, from, column)
		}})
		if w.err != nil {
			return
		}
		bytes := f.rows * f.units * unitBytes
		w.core.countMatrix(in, bytes)
		w.work = TensorWork{SharedBytes: bytes}
	}
}

// copyToTensor copies the rows.
func (w *Warp) copyToTensor(f *tensorCopyForm, from matrixDescriptor, column int) (problem string) {
	for row := range f.rows {
		for u := range f.units {
			words, problem := w.sharedUnit(from.alongK(uint32(row), uint32(u)))
			if problem != "" {
				return problem
			}
			for i, v := range words {
				for q := range f.quarters {
					w.block.tensor.store(column+4*u+i, row+q*warpLanes, v)
				}
			}
		}
	}
	return ""
}
