package exec

import "ridgeline/cuda/virtual/ptx"

// stackBuilder decodes what moves the top of local memory.
func stackBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "alloca":
		return buildAlloca
	case "stacksave":
		return buildStackSave
	case "stackrestore":
		return buildStackRestore
	}
	return nil
}

// buildAlloca decodes alloca.type d, size{, align}: memory until the function
// returns, or the stack is restored. The address is one of local memory.
func buildAlloca(d *decoder) {
	t := d.typeAmong("u32", "u64")
	n := len(d.in.Operands)
	if d.err != nil || n != 2 && n != 3 {
		d.invalid("takes 2 or 3 operands, not " + itoa(n))
		return
	}
	in := d.begin(execAlloca)
	in.pure = false
	in.imm = 8
	if n == 3 {
		align, ok := d.operand(2).(*ptx.Immediate)
		if !ok || align.Float || align.Bits == 0 || align.Bits > 1<<10 || align.Bits&(align.Bits-1) != 0 {
			d.invalid("the alignment must be a constant power of two")
			return
		}
		in.imm = align.Bits
	}
	in.d, in.a = d.dst(0, t), d.src(1, t)
	d.stack = true
	d.emit(in, aluCost(2))
}

func execAlloca(w *Warp, in *inst) {
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		at := alignUp(int64(w.stack.top[lane]), int64(in.imm))
		size := min(w.value(in.aClass, in.a, lane), 1<<30)
		if detail := w.grow(lane, uint32(at)+uint32(size)); detail != "" {
			w.err = w.failed(in, lane, detail)
			return
		}
		w.setValue(in.dClass, in.d, lane, uint64(at))
	}
}

func buildStackSave(d *decoder) {
	t := d.typeAmong("u32", "u64")
	if !d.args(1) {
		return
	}
	in := d.begin(func(w *Warp, in *inst) {
		for lane := range warpLanes {
			w.setValue(in.dClass, in.d, lane, uint64(w.stack.top[lane]))
		}
	})
	in.d = d.dst(0, t)
	d.stack = true
	d.emit(in, aluCost(1))
}

func buildStackRestore(d *decoder) {
	t := d.typeAmong("u32", "u64")
	if !d.args(1) {
		return
	}
	in := d.begin(execStackRestore)
	in.pure = false
	in.a = d.src(0, t)
	d.stack = true
	d.emit(in, aluCost(1))
}

func execStackRestore(w *Warp, in *inst) {
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		top := w.value(in.aClass, in.a, lane)
		if top > uint64(w.stack.top[lane]) || top < uint64(w.stack.base[lane]) {
			w.err = w.failed(in, lane, hex(top)+" is not what stacksave gave in this function")
			return
		}
		w.stack.top[lane] = uint32(top)
	}
}
