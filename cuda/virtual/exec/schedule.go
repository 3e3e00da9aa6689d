package exec

import "math/bits"

// Divergent lanes form groups, and the group at the lowest basic block runs:
// code is laid out so that the lanes behind catch up with those ahead at the
// place where the paths join. A group that spins, waiting for what another
// group of its warp must do, would starve that one; so after spinLimit backward
// branches another group is favoured for a while.
const spinLimit = 1000

// turnLimit is after how many backward branches a warp gives way to the other
// warps of its block, which it may be waiting for.
const turnLimit = 1024

// schedule makes the group that runs next the current one. It reports false
// where no group can run.
func (w *Warp) schedule() bool {
	if len(w.others) == 0 && w.active != 0 && !w.prog.blocks[w.current].sync {
		return true
	}
	return w.reschedule()
}

func (w *Warp) reschedule() bool {
	if w.active != 0 {
		w.join(w.current, w.active)
		w.active = 0
	}
	best := -1
	for i, g := range w.others {
		if !w.ready(g) {
			continue
		}
		if w.favoured == 0 || g.mask&w.favoured != 0 {
			best = i
			break
		}
		if best < 0 {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	g := w.others[best]
	if g.mask&w.favoured == 0 {
		w.favoured = 0
	}
	w.others = append(w.others[:best], w.others[best+1:]...)
	w.current, w.active = g.block, g.mask
	return true
}

// join adds lanes to the group that stands at the block, or makes one.
func (w *Warp) join(block int32, mask uint32) {
	at := 0
	for at < len(w.others) && w.others[at].block < block {
		at++
	}
	if at < len(w.others) && w.others[at].block == block {
		w.others[at].mask |= mask
		w.favoured = 0
		return
	}
	w.others = append(w.others, group{})
	copy(w.others[at+1:], w.others[at:])
	w.others[at] = group{block, mask}
}

// moveTo lets the running group go on at a block.
func (w *Warp) moveTo(target int32) {
	if target <= w.current {
		w.turns++
		if len(w.others) > 0 {
			w.spin()
		}
	}
	w.current = target
}

// spin counts a backward branch while others wait, and favours one of them
// when there were many.
func (w *Warp) spin() {
	w.spins++
	if w.spins < spinLimit {
		return
	}
	w.spins = 0
	next := w.others[0]
	for _, g := range w.others {
		if g.block > w.current {
			next = g
			break
		}
	}
	w.favoured = next.mask
}

// ready tells whether the group can pass the instruction at which it stands. A
// warp-synchronous one waits for the live lanes that its member mask names.
func (w *Warp) ready(g group) bool {
	blk := w.prog.blocks[g.block]
	if !blk.sync || g.mask&^w.released == 0 {
		return true
	}
	in := &w.prog.code[blk.start]
	lanes := w.guarded(in, g.mask)
	if lanes == 0 || in.x.aligned && w.live&^g.mask == 0 {
		return true
	}
	need := w.members(in, lanes) & w.live
	if need&^lanes == 0 {
		return true
	}
	return in.x.warpBarrier && w.meet(need)
}

// guarded gives those of the lanes for which the guard holds.
func (w *Warp) guarded(in *inst, lanes uint32) uint32 {
	if !in.guarded {
		return lanes
	}
	return lanes & (w.pred[in.g] ^ in.guardXor)
}

// members is the member mask that an instruction names for some lanes.
func (w *Warp) members(in *inst, lanes uint32) uint32 {
	return w.r32[in.m][bits.TrailingZeros32(lanes)&31]
}

// meet tells whether all the lanes that are needed stand at a warp barrier
// with the same mask, be it another instruction; they may then all pass.
func (w *Warp) meet(need uint32) bool {
	var there uint32
	for _, g := range w.others {
		blk := w.prog.blocks[g.block]
		if !blk.sync {
			continue
		}
		in := &w.prog.code[blk.start]
		lanes := w.guarded(in, g.mask)
		if lanes != 0 && in.x.warpBarrier && w.members(in, lanes)&w.live == need {
			there |= lanes
		}
	}
	if need&^there != 0 {
		return false
	}
	w.released |= need
	return true
}
