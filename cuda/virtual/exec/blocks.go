package exec

import (
	"sort"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// finish makes the program of the decoded instructions: basic blocks, branch
// targets, register slots.
func (d *decoder) finish() *program {
	d.in = &ptx.Instruction{Opcode: "exit", Text: "exit", Pos: d.lastPos()}
	d.emit(d.end(), cost{pipe: PipeBranch, issues: 1})
	p := &program{costs: d.costs, sharedBytes: d.sharedEnd, localBytes: alignUp(d.localEnd, 4)}
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
	if d.err != nil {
		return p
	}
	p.code = d.code
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
func (in *inst) waits() bool { return in.m != 0 }

// leaders gives where basic blocks begin: at labels, behind what ends a block,
// and at instructions that wait.
func (d *decoder) leaders() []int {
	at := map[int]bool{0: true}
	for _, i := range d.labels {
		if i < len(d.code) {
			at[i] = true
		}
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

// link turns the labels of branches into blocks.
func (d *decoder) link(blockAt map[int]int32) {
	resolve := func(label ptx.Declaration, line int) int32 {
		i, ok := d.labels[label]
		if !ok {
			d.failAt(ptx.Pos{Line: line}, cuda.InvalidImage, "a branch to a label that this kernel does not have")
			return 0
		}
		return blockAt[i]
	}
	for i := range d.code {
		in := &d.code[i]
		switch in.control {
		case controlBranch:
			in.x.target = resolve(in.x.label, in.meta.Line)
		case controlIndexed:
			for _, l := range in.x.labels {
				in.x.targets = append(in.x.targets, resolve(l, in.meta.Line))
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
	case controlExit:
		if !in.guarded {
			return nil
		}
	}
	return next
}
