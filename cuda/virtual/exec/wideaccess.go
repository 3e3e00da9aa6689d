package exec

import "ridgeline/cuda/virtual/ptx"

// moveWide decodes mov.b128, between registers or vectors of two halves.
func (d *decoder) moveWide() {
	to, okTo := d.operand(0).(*ptx.Vector)
	from, okFrom := d.operand(1).(*ptx.Vector)
	if !okTo || !okFrom || len(to.Elems) != 2 || len(from.Elems) != 2 {
		d.invalid("needs registers of 128 bits, or two of 64")
		return
	}
	half := typ{kindBits, 64, 1}
	in := d.begin(execMoveWide)
	in.d, in.e = d.destination(to.Elems[0], half), d.destination(to.Elems[1], half)
	in.a, in.b = d.source(from.Elems[0], half), d.source(from.Elems[1], half)
	d.emit(in, cost{})
}

func execMoveWide(w *Warp, in *inst) {
	low, high := w.r64[in.a], w.r64[in.b]
	w.r64[in.d], w.r64[in.e] = low, high
}

// atomicWide decodes atom.{exch,cas}.b128, whose operands are pairs of halves.
func (d *decoder) atomicWide(f *memoryForm, op string) {
	operands := pick(op == "cas", 4, 3)
	if op != "exch" && op != "cas" || d.in.Opcode != "atom" || f.count != 1 {
		d.invalid("there is no such operation on 128 bits")
		return
	}
	if !d.args(operands) {
		return
	}
	half := typ{kindBits, 64, 1}
	f.element, f.count, f.bytes = half, 2, 16
	in := d.begin(execAtomicWide)
	in.pure = false
	in.x = &extra{memory: f, regsWritten: true}
	d.address(in, d.operand(1), f.space)
	for _, o := range d.registersOf(0, 2) {
		in.x.regs = append(in.x.regs, d.destination(o, half))
	}
	for i := 2; i < operands; i++ {
		for _, o := range d.registersOf(i, 2) {
			in.x.reads = append(in.x.reads, d.source(o, half))
		}
	}
	d.emit(in, lsuCost())
}

// execAtomicWide goes lane by lane. No other operation on 128 bits comes between.
func execAtomicWide(w *Warp, in *inst) {
	w.addresses(in)
	w.core.mem.wide.Lock()
	defer w.core.mem.wide.Unlock()
	s := in.x.memory.space
	for left := w.mask; left != 0 && w.err == nil; {
		m := left
		if in.x.memory.space == SpaceNone {
			s, m = w.resolve(left)
		}
		w.atomicPieces(in, s, m)
		left &^= m
	}
}

func (w *Warp) atomicPieces(in *inst, s Space, m uint32) {
	if s != SpaceShared && s != SpaceGlobal {
		w.err = w.failed(in, firstLane(m), "an atomic operation needs global or shared memory")
		return
	}
	w.record(in, in.x.memory, s, m, pick(s == SpaceGlobal, w.distinctSectors(m), 0), 0, 0)
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		if w.piece(in, s, lane, w.address[lane], false) == nil { // it is read, and written
			return
		}
		w.exchangeWide(in, w.piece(in, s, lane, w.address[lane], true), lane)
	}
}

// exchangeWide stores the last pair of operands where the first one, if there
// are two, is what memory holds.
func (w *Warp) exchangeWide(in *inst, words []uint32, lane int) {
	reads := in.x.reads
	low, high := *wide(words, 0), *wide(words, 2)
	next := reads[len(reads)-2:]
	if len(reads) == 2 || low == w.r64[reads[0]][lane] && high == w.r64[reads[1]][lane] {
		*wide(words, 0), *wide(words, 2) = w.r64[next[0]][lane], w.r64[next[1]][lane]
	}
	w.r64[in.x.regs[0]][lane], w.r64[in.x.regs[1]][lane] = low, high
}
