package exec

// buildTensorAlloc decodes tcgen05.alloc…sync.aligned{.shared::cta}.b32 [a], columns:
// the address of the columns goes to shared memory.
func buildTensorAlloc(d *decoder) {
	d.alignedModifiers()
	s := d.spaceModifier()
	d.typeAmong("b32")
	if d.err != nil || !d.args(2) {
		return
	}
	if s != SpaceNone && s != SpaceShared {
		d.invalid("the address goes to shared memory")
		return
	}
	in := d.wholeWarp(execTensorAlloc)
	in.x.memory = &memoryForm{space: s, element: bits32, count: 1, bytes: 4, store: true, atomic: true}
	d.address(in, d.operand(0), s)
	in.b = d.src(1, bits32)
	d.emit(in, lsuCost())
}

func execTensorAlloc(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	w.addresses(in)
	to := w.sharedAddress(in, 0)
	if w.err != nil {
		return
	}
	first, problem := w.block.tensorMemory().alloc(w.id, w.r32[in.b][0])
	if problem != "" {
		w.err = w.failed(in, 0, problem)
		return
	}
	w.block.shared[to/4] = uint32(first)
	w.block.shadow.mark(to, 4)
}

// buildTensorDealloc decodes tcgen05.dealloc…sync.aligned.b32 address, columns.
func buildTensorDealloc(d *decoder) {
	d.alignedModifiers()
	d.typeAmong("b32")
	if d.err != nil || !d.args(2) {
		return
	}
	in := d.wholeWarp(func(w *Warp, in *inst) {
		if !w.whole(in) {
			return
		}
		if p := w.block.tensorMemory().dealloc(w.r32[in.a][0], w.r32[in.b][0]); p != "" {
			w.err = w.failed(in, 0, p)
		}
	})
	in.a, in.b = d.src(0, bits32), d.src(1, bits32)
	d.emit(in, lsuCost())
}

// buildTensorRelinquish decodes tcgen05.relinquish_alloc_permit…sync.aligned.
func buildTensorRelinquish(d *decoder) {
	d.alignedModifiers()
	if !d.args(0) {
		return
	}
	d.emit(d.wholeWarp(func(w *Warp, in *inst) {
		if w.whole(in) {
			w.block.tensorMemory().closed = true
		}
	}), lsuCost())
}
