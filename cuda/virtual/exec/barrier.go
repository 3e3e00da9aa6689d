package exec

import (
	"fmt"
	"math/bits"
)

// barrierCount is the number of barriers that a block has.
const barrierCount = 16

// barrier is the state of one block barrier. A warp has arrived when all of
// its lanes that have not exited have.
type barrier struct {
	arrived  []uint32 // lanes, by warp
	waiting  int      // groups that wait in it
	expected int      // threads; 0 is all of the block
	count    int      // of lanes with a true predicate, for bar.red
	all, any bool
}

// reduction is what bar.red makes of the predicates.
type reduction uint8

const (
	reduceNone reduction = iota
	reducePopc
	reduceAnd
	reduceOr
)

// barrierForm is what a barrier instruction does. The barrier's number is in
// operand a, the thread count in b where it has one, the predicate in c.
type barrierForm struct {
	hasCount bool
	wait     bool
	cluster  bool // the barrier of the cluster
	aligned  bool // by the whole warp at once
	reduce   reduction
}

func (r *barrier) reset() {
	clear(r.arrived)
	r.waiting, r.expected, r.count, r.all, r.any = 0, 0, 0, true, false
}

// arrive brings the lanes in m to the barrier that the instruction names.
// It tells whether they wait; they then go on at block next.
func (w *Warp) arrive(in *inst, m uint32, next int32) (waits bool, err error) {
	form := in.x.barrier
	if form.cluster {
		return w.clusterStep(in, m, next), nil
	}
	lane := bits.TrailingZeros32(m)
	id := int(w.r32[in.a][lane])
	if id >= barrierCount {
		return false, w.failed(in, lane, "there is no barrier "+itoa(id)+", only 0 to 15")
	}
	if w.core.checks.Memory && form.aligned && m != w.live {
		return false, w.failed(in, lane, fmt.Sprintf("lanes %#08x of the warp are not at this barrier", w.live&^m))
	}
	r := &w.block.barriers[id]
	if form.hasCount {
		n := int(w.r32[in.b][lane])
		if n == 0 || n%warpLanes != 0 {
			return false, w.failed(in, lane, "the thread count "+itoa(n)+" is not a multiple of 32")
		}
		r.expected = n
	}
	w.core.barriers++
	w.reduce(in, r, m)
	r.arrived[w.id] |= m
	if form.wait {
		w.waiting = append(w.waiting, waiter{group{next, w.prog.rankOf(w.current, next), m}, id, in})
		r.waiting++
	}
	w.block.complete(id)
	return form.wait, nil
}

func (w *Warp) reduce(in *inst, r *barrier, m uint32) {
	if in.x.barrier.reduce == reduceNone {
		return
	}
	p := w.pred[in.c] ^ in.cXor
	r.count += bits.OnesCount32(p & m)
	r.all = r.all && p&m == m
	r.any = r.any || p&m != 0
}

// complete releases the barrier if all have arrived.
func (b *Block) complete(id int) {
	r := &b.barriers[id]
	threads := 0
	for i, w := range b.warps {
		switch {
		case r.arrived[i] != 0 && w.live&^r.arrived[i] == 0:
			threads += warpLanes
		case r.expected == 0 && w.live != 0:
			return
		}
	}
	if threads < r.expected {
		return
	}
	for _, w := range b.warps {
		w.release(id, r)
	}
	r.reset()
}

// release lets the lanes that wait at the barrier go on.
func (w *Warp) release(id int, r *barrier) {
	left := w.waiting[:0]
	for _, wait := range w.waiting {
		if wait.barrier != id {
			left = append(left, wait)
			continue
		}
		w.reduced(wait, r)
		w.stand(wait.group)
		w.interval++
	}
	w.waiting = left
}

// reduced writes what bar.red gives to the lanes that waited.
func (w *Warp) reduced(wait waiter, r *barrier) {
	var v uint64
	switch wait.in.x.barrier.reduce {
	case reduceNone:
		return
	case reducePopc:
		v = uint64(r.count)
	case reduceAnd:
		v = boolBit(r.all)
	case reduceOr:
		v = boolBit(r.any)
	}
	for m := wait.mask; m != 0; m &= m - 1 {
		w.setValue(wait.in.dClass, wait.in.d, bits.TrailingZeros32(m), v)
	}
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
