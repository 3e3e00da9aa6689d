package exec

import "math/bits"

// Warp is a warp of a block: its registers, and where its lanes are.
type Warp struct {
	block *Block
	prog  *program
	core  *core
	id    int
	r32   []lanes32
	r64   []lanes64
	pred  []uint32
	local []uint32 // words, interleaved over lanes; nil until touched
	// localWritten is the lanes that have written each byte of local memory; nil where
	// nothing is checked.
	localWritten []uint32
	frame        []uint32 // call parameters, likewise

	exists, live uint32 // lanes of the block; those that have not exited
	mask         uint32 // lanes that execute the instruction in hand

	// The group that runs: its lanes, and the basic block it is in. The other
	// groups that could run lie in others, lowest rank first; waiting lanes
	// lie in waiting.
	active  uint32
	current int32
	rank    int32
	others  []group
	waiting []waiter
	// favoured lanes run first; 0 is none. released lanes may pass the warp
	// barrier at which they stand.
	favoured, released uint32
	spins, turns       int

	open bool  // a basic block has been entered and not been left
	pc   int32 // of the next instruction while open

	err    error
	access Access
	work   TensorWork
	// loading is what loads of tensor memory have read, for the wait.
	loading []pendingLoad
	sectors [4 * warpLanes]uint64
	written [warpLanes]uint32
	address lanes64
	keepD   kept
	keepE   kept
	async   *asyncState // nil until a copy is issued
	// multiplies are those of wgmma.
	multiplies groupQueue
	stack      *stack // nil where local memory does not grow
	// interval counts the barriers that lanes of the warp have passed.
	interval uint32
}

// group is lanes that stand at the begin of the same basic block, with the rank at
// which they came there.
type group struct {
	block, rank int32
	mask        uint32
}

// waiter is lanes that wait at a block barrier and where they go on.
type waiter struct {
	group
	barrier int
	in      *inst
}

// kept is the content of a destination before a masked instruction.
type kept struct {
	r32 lanes32
	r64 lanes64
	p   uint32
}

// reset makes the warp ready to run from the begin of the kernel.
func (w *Warp) reset(threads int) {
	clear(w.r32[len(w.prog.const32):])
	clear(w.r64[len(w.prog.const64):])
	clear(w.pred[len(w.prog.constPred):])
	clear(w.local)
	clear(w.localWritten)
	clear(w.frame)
	w.exists = allLanes
	if threads < warpLanes {
		w.exists = 1<<threads - 1
	}
	w.live, w.active, w.current, w.rank = w.exists, w.exists, w.prog.entry, w.prog.blocks[w.prog.entry].rank
	w.others, w.waiting = w.others[:0], w.waiting[:0]
	w.favoured, w.released, w.spins, w.turns = 0, 0, 0, 0
	w.open, w.err, w.interval = false, nil, 0
	w.loading = w.loading[:0]
	w.multiplies.reset()
	if w.stack != nil {
		w.stack.reset(w.prog)
	}
	if w.async != nil {
		w.async.pending, w.async.committed = w.async.pending[:0], lanes32{}
	}
}

// loadConstants fills the constant slots of the register files.
func (w *Warp) loadConstants() {
	for i, v := range w.prog.const32 {
		for lane := range w.r32[i] {
			w.r32[i][lane] = v
		}
	}
	for i, v := range w.prog.const64 {
		for lane := range w.r64[i] {
			w.r64[i][lane] = v
		}
	}
	copy(w.pred, w.prog.constPred)
}

// guard gives the lanes of the group for which the guard holds.
func (w *Warp) guard(in *inst) uint32 {
	if !in.guarded {
		return w.active
	}
	m := w.guarded(in, w.active)
	w.core.skipped[in.index] += uint64(bits.OnesCount32(w.active &^ m))
	return m
}

// execute runs a plain instruction for the lanes in m, which is not empty.
func (w *Warp) execute(in *inst, m uint32) {
	if !in.pure {
		w.mask = m
		in.exec(w, in)
		return
	}
	if m == w.live {
		in.exec(w, in)
		return
	}
	w.save(&w.keepD, in.dClass, in.d)
	w.save(&w.keepE, in.eClass, in.e)
	in.exec(w, in)
	w.restore(&w.keepE, in.eClass, in.e, m)
	w.restore(&w.keepD, in.dClass, in.d, m)
}

func (w *Warp) save(k *kept, c class, slot int32) {
	switch c {
	case class32:
		k.r32 = w.r32[slot]
	case class64:
		k.r64 = w.r64[slot]
	case classPred:
		k.p = w.pred[slot]
	}
}

// restore puts back what the lanes outside of m held.
func (w *Warp) restore(k *kept, c class, slot int32, m uint32) {
	switch c {
	case class32:
		r := &w.r32[slot]
		for off := ^m; off != 0; off &= off - 1 {
			i := bits.TrailingZeros32(off)
			r[i] = k.r32[i]
		}
	case class64:
		r := &w.r64[slot]
		for off := ^m; off != 0; off &= off - 1 {
			i := bits.TrailingZeros32(off)
			r[i] = k.r64[i]
		}
	case classPred:
		w.pred[slot] = w.pred[slot]&m | k.p&^m
	}
}

// value reads one lane of a register.
func (w *Warp) value(c class, slot int32, lane int) uint64 {
	switch c {
	case class32:
		return uint64(w.r32[slot][lane&31])
	case class64:
		return w.r64[slot][lane&31]
	case classPred:
		return uint64(w.pred[slot] >> (lane & 31) & 1)
	}
	return 0
}

// setValue writes one lane of a register.
func (w *Warp) setValue(c class, slot int32, lane int, v uint64) {
	switch c {
	case class32:
		w.r32[slot][lane&31] = uint32(v)
	case class64:
		w.r64[slot][lane&31] = v
	case classPred:
		bit := uint32(1) << (lane & 31)
		w.pred[slot] = w.pred[slot]&^bit | uint32(v&1)<<(lane&31)
	}
}
