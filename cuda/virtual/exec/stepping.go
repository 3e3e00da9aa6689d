package exec

import "ridgeline/cuda"

// Status tells whether the warp can go on. A Blocked warp becomes Running when
// the last warp arrives at its barrier.
func (w *Warp) Status() Status {
	switch {
	case w.live == 0:
		return Exited
	case w.ensure(), len(w.waiting) == 0:
		return Running
	}
	return Blocked
}

// Peek gives the instruction that Step would execute next, without executing
// it. It is valid only while the warp is Running.
func (w *Warp) Peek() *Meta {
	if w.live == 0 || !w.ensure() {
		return nil
	}
	return w.prog.code[w.pc].meta
}

// ensure enters a basic block unless the warp is inside of one.
func (w *Warp) ensure() bool {
	if w.open {
		return true
	}
	if w.live == 0 || !w.schedule() {
		return false
	}
	blk := &w.prog.blocks[w.current]
	w.err = w.enter(blk)
	w.open, w.pc = true, blk.start
	return true
}

// Step executes one warp instruction and fills s.
func (w *Warp) Step(s *Step) error {
	if w.live == 0 {
		return w.failed(&w.prog.code[0], 0, "the warp has exited and cannot go on")
	}
	if !w.ensure() {
		return w.block.deadlock()
	}
	if w.err != nil {
		return w.err
	}
	blk := &w.prog.blocks[w.current]
	in := &w.prog.code[w.pc]
	s.Meta, s.Lanes = in.meta, w.guarded(in, w.active)
	w.access, w.work = Access{}, TensorWork{}
	if err := w.advance(blk, in, s.Lanes); err != nil {
		return err
	}
	s.Access, s.Tensor, s.Status = w.access, w.work, w.Status()
	if s.Status == Blocked && !w.block.runnable() {
		return w.block.deadlock()
	}
	return nil
}

// advance executes the instruction at pc.
func (w *Warp) advance(blk *basicBlock, in *inst, m uint32) error {
	if w.pc >= blk.body {
		w.open = false
		return w.leave(blk)
	}
	if in.guarded {
		w.guard(in)
	}
	if m != 0 && (in.moves() || !w.skips(in)) {
		w.execute(in, m)
	}
	w.pc++
	if w.err == nil && w.pc == blk.end {
		w.open = false
		return w.leave(blk)
	}
	return w.err
}

// runnable tells whether any warp of the block can go on.
func (b *Block) runnable() bool {
	for _, w := range b.warps {
		if w.Status() == Running {
			return true
		}
	}
	return false
}

// failed is an error of the kernel itself, such as a barrier that does not
// exist.
func (w *Warp) failed(in *inst, lane int, detail string) error {
	return w.fault(cuda.LaunchFailed, in, lane, detail)
}
