package exec

import (
	"math/bits"

	"ridgeline/cuda"
)

// run executes the warp until it waits, has exited, or has used up its turn.
// It tells whether it executed anything.
func (w *Warp) run() (ran bool, err error) {
	w.turns = 0
	for w.turns < turnLimit && w.live != 0 && w.schedule() {
		ran = true
		blk := &w.prog.blocks[w.current]
		if err := w.enter(blk); err != nil {
			return ran, err
		}
		body := w.prog.code[blk.start:blk.body]
		for i := range body {
			in := &body[i]
			m := w.active
			if in.guarded {
				if m = w.guard(in); m == 0 {
					continue
				}
			}
			if in.pure && m == w.live {
				in.exec(w, in)
				continue
			}
			w.execute(in, m)
			if w.err != nil {
				return ran, w.err
			}
		}
		if err := w.leave(blk); err != nil {
			return ran, err
		}
	}
	if ran && w.turns < turnLimit {
		w.block.spinning = 0
	}
	return ran, nil
}

// enter counts an execution of the basic block by the running group.
func (w *Warp) enter(blk *basicBlock) error {
	c := w.core
	c.blockRuns[w.current]++
	c.blockLanes[w.current] += uint64(bits.OnesCount32(w.active))
	c.issued += uint64(blk.end - blk.start)
	if blk.sync {
		w.released &^= w.active
	}
	if c.issued > c.checkAt {
		return c.check(w)
	}
	return nil
}

// leave executes what ends the basic block.
func (w *Warp) leave(blk *basicBlock) error {
	if blk.body == blk.end {
		w.moveTo(w.current + 1)
		return nil
	}
	in := &w.prog.code[blk.body]
	switch in.control {
	case controlBranch:
		w.branch(in)
	case controlExit:
		w.exit(w.guard(in))
		if problem := w.block.tensor.leak(); problem != "" && w.live == 0 && w.block.over() {
			return w.failed(in, 0, problem)
		}
	case controlTrap:
		if m := w.guard(in); m != 0 {
			return w.fault(cuda.LaunchFailed, in, firstLane(m), "the kernel executed trap")
		}
		w.moveTo(w.current + 1)
	case controlBarrier:
		return w.wait(in)
	case controlIndexed:
		return w.branchIndexed(in)
	case controlCall:
		return w.call(in)
	case controlReturn:
		w.giveBack(in)
	}
	return nil
}

func (w *Warp) branch(in *inst) {
	taken := w.active
	if in.guarded {
		taken &= w.pred[in.g] ^ in.guardXor
	}
	rest := w.active &^ taken
	switch {
	case rest == 0:
		w.moveTo(in.x.target)
	case taken == 0:
		w.moveTo(w.current + 1)
	default:
		w.core.diverge(in)
		w.join(w.current+1, rest)
		w.active = taken
		w.moveTo(in.x.target)
	}
}

// branchIndexed goes to the target that operand a selects, lane by lane.
func (w *Warp) branchIndexed(in *inst) error {
	index := &w.r32[in.a]
	left, from := w.guard(in), w.current
	if rest := w.active &^ left; rest != 0 {
		w.join(from+1, rest)
	}
	w.active = 0
	for groups := 0; left != 0; groups++ {
		lane := firstLane(left)
		i := index[lane&31]
		if int(i) >= len(in.x.targets) {
			return w.failed(in, lane, "there is no branch target "+itoa(int(i)))
		}
		var same uint32
		for m := left; m != 0; m &= m - 1 {
			if k := firstLane(m) & 31; index[k] == i {
				same |= 1 << k
			}
		}
		left &^= same
		if groups == 1 {
			w.core.diverge(in)
		}
		if w.prog.backward(from, in.x.targets[i]) {
			w.turns++
		}
		w.join(in.x.targets[i], same)
	}
	return nil
}

// exit ends the lanes in m.
func (w *Warp) exit(m uint32) {
	w.live &^= m
	w.active &^= m
	if w.active != 0 {
		w.moveTo(w.current + 1)
	}
	if m != 0 {
		w.favoured = 0
		w.block.exited()
	}
}

// wait brings the group to a block barrier.
func (w *Warp) wait(in *inst) error {
	m := w.guard(in)
	next, rest := w.current+1, w.active&^m
	w.active = rest
	if rest != 0 {
		w.moveTo(next)
	}
	if m == 0 {
		return nil
	}
	waits, err := w.arrive(in, m, next)
	if err == nil && !waits {
		w.join(next, m)
	}
	return err
}

func firstLane(m uint32) int { return bits.TrailingZeros32(m) }
