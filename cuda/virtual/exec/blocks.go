package exec

import (
	"sort"

	"ridgeline/cuda/virtual/ptx"
)

// finish makes the program of the decoded instructions: basic blocks, branch
// targets, register slots.
func (d *decoder) finish() *program {
	d.in = &ptx.Instruction{Opcode: "exit", Text: "exit", Pos: d.lastPos()}
	d.emit(d.end(), cost{pipe: PipeBranch, issues: 1})
	d.resolveLabels()
	if d.err != nil {
		return nil
	}
	p := &program{
		costs: d.costs, sharedBytes: d.sharedEnd, localBytes: alignUp(d.localEnd, 4), frameBytes: d.frameEnd,
		heap: d.heap, timed: d.timed, gridWork: d.gridWork,
	}
	if d.stack || len(d.routines) > 0 {
		p.stackBytes = stackLimitBytes
	}
	starts := d.leaders()
	blockAt := make(map[int]int32, len(starts))
	for i, s := range starts {
		blockAt[s] = int32(i)
		end := len(d.code)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		b := basicBlock{start: int32(s), end: int32(end), body: int32(end)}
		if d.code[end-1].control != controlNone {
			b.body--
		}
		b.sync = d.code[s].waits()
		p.blocks = append(p.blocks, b)
	}
	d.link(blockAt)
	p.entry, p.routines = blockAt[d.entry], map[uint64]*routine{}
	for f, r := range d.routines {
		r.block = blockAt[r.start]
		p.routines[d.layout.functions.address(f)] = r
	}
	p.code = d.code
	p.rank()
	d.allocate(p)
	return p
}

func (d *decoder) lastPos() ptx.Pos {
	if n := len(d.code); n > 0 {
		return ptx.Pos{Line: d.code[n-1].meta.Line}
	}
	return ptx.Pos{Line: 1}
}

// waits tells whether the instruction waits for other lanes of its warp.
func (in *inst) waits() bool { return in.m != 0 || in.gathers() }

// gathers tells whether the instruction is for the whole warp to arrive at.
func (in *inst) gathers() bool {
	return in.control == controlBarrier && in.x.barrier.aligned
}

// leaders gives where basic blocks begin: at labels, behind what ends a block,
// and at instructions that wait.
func (d *decoder) leaders() []int {
	at := map[int]bool{0: true, d.entry: true}
	for _, r := range d.routines {
		at[r.start] = true
	}
	for i := range d.targets {
		at[i] = true
	}
	for i := range d.code {
		if d.code[i].control != controlNone && i+1 < len(d.code) {
			at[i+1] = true
		}
		if d.code[i].waits() {
			at[i] = true
		}
	}
	starts := make([]int, 0, len(at))
	for i := range at {
		starts = append(starts, i)
	}
	sort.Ints(starts)
	return starts
}

// link turns the targets of branches into blocks.
func (d *decoder) link(blockAt map[int]int32) {
	for i := range d.code {
		in := &d.code[i]
		switch in.control {
		case controlBranch:
			in.x.target = blockAt[in.x.to[0]]
		case controlIndexed:
			for _, at := range in.x.to {
				in.x.targets = append(in.x.targets, blockAt[at])
			}
		}
	}
}

// successors gives the blocks that may follow a block.
func (p *program) successors(i int) []int32 {
	b := &p.blocks[i]
	next := []int32{int32(i) + 1}
	if b.body == b.end {
		return next
	}
	in := &p.code[b.body]
	switch in.control {
	case controlBranch:
		if !in.guarded {
			return []int32{in.x.target}
		}
		return append(next, in.x.target)
	case controlIndexed:
		return append(next, in.x.targets...)
	case controlExit, controlReturn:
		if !in.guarded {
			return nil
		}
	}
	return next
}
