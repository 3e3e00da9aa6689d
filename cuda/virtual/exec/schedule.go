package exec

import (
	"math/bits"
	"slices"
)

// Divergent lanes form groups, and the group at the basic block of the lowest rank
// runs: so the lanes behind catch up with those ahead at the place where the paths
// join, see program.rank. A group that spins, waiting for what another
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
		w.stand(group{w.current, w.rank, w.active})
		w.active = 0
	}
	best := w.choose(w.ready)
	if best < 0 && w.unite() {
		best = w.choose(w.ready)
	}
	if best < 0 {
		best = w.choose(w.late)
	}
	if best < 0 {
		return false
	}
	g := w.others[best]
	if g.mask&w.favoured == 0 {
		w.favoured = 0
	}
	w.others = append(w.others[:best], w.others[best+1:]...)
	w.current, w.rank, w.active = g.block, g.rank, g.mask
	return true
}

// choose gives the first group that may run, of the favoured lanes if there is one.
func (w *Warp) choose(may func(group) bool) int {
	best := -1
	for i, g := range w.others {
		if !may(g) {
			continue
		}
		if w.favoured == 0 || g.mask&w.favoured != 0 {
			return i
		}
		if best < 0 {
			best = i
		}
	}
	return best
}

// late tells whether the group stands at a barrier of the block for which the
// others of its warp are too late: they wait elsewhere.
func (w *Warp) late(g group) bool {
	return w.prog.code[w.prog.blocks[g.block].start].gathers()
}

// join adds lanes that go on at the block to the group that stands there, or makes
// one.
func (w *Warp) join(block int32, mask uint32) {
	w.stand(group{block, w.prog.rankOf(w.current, block), mask})
}

// stand adds the lanes to the group of the same place and rank, or keeps them as
// one of their own.
func (w *Warp) stand(g group) {
	at := 0
	for at < len(w.others) && w.others[at].rank < g.rank {
		at++
	}
	if at < len(w.others) && w.others[at].rank == g.rank && w.others[at].block == g.block {
		w.others[at].mask |= g.mask
		w.favoured = 0
		return
	}
	w.others = append(w.others, group{})
	copy(w.others[at+1:], w.others[at:])
	w.others[at] = g
}

// unite makes one group of those at the same block, whatever their ranks: they may
// wait for each other. It tells whether there were any.
func (w *Warp) unite() bool {
	were := len(w.others)
	for i := 0; i < len(w.others); i++ {
		for j := len(w.others) - 1; j > i; j-- {
			if w.others[j].block == w.others[i].block {
				w.others[i].mask |= w.others[j].mask
				w.others = slices.Delete(w.others, j, j+1)
			}
		}
	}
	return len(w.others) < were
}

// moveTo lets the running group go on at a block.
func (w *Warp) moveTo(target int32) {
	to := &w.prog.blocks[target]
	rank := to.rank
	if w.prog.backward(w.current, target) {
		rank = to.again
		w.turns++
		if len(w.others) > 0 {
			w.spin()
		}
	}
	w.current, w.rank = target, rank
}

// backward tells whether a step from one block to the other does not go on in the
// order of the ranks. Every loop has one.
func (p *program) backward(from, to int32) bool { return p.blocks[to].rank <= p.blocks[from].rank }

// rankOf is the rank of lanes that go from one block to the other.
func (p *program) rankOf(from, to int32) int32 {
	if p.backward(from, to) {
		return p.blocks[to].again
	}
	return p.blocks[to].rank
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
		if g.rank > w.rank {
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
	if in.gathers() {
		return lanes == 0 || w.live&^g.mask == 0
	}
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
