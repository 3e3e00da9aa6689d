package exec

import (
	"math"
	"slices"
)

// rank numbers the basic blocks in the order in which divergent lanes run: of two
// groups the one at the lower rank goes first. It is a weak topological order
// (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993): but
// for the branches back to the head of a loop no block goes to a lower one, and the
// blocks of a loop come before all that follow it. So the lanes that took a longer
// way catch up with the others where the ways join, wherever the code lies: a
// compiler puts what is seldom run behind what follows it. Lanes that go back to the
// head of a loop come last of those in it, so that all begin a trip together.
// Routines come before what calls them.
func (p *program) rank() {
	o := blockOrder{program: p, number: make([]int, len(p.blocks)), last: make([]int32, len(p.blocks))}
	var next int32
	place := func(b int32) {
		p.blocks[b].rank = next
		next += 2 // the odd ones are for lanes that go back
	}
	placed := make([]bool, len(p.blocks))
	for _, entry := range p.entries() {
		o.backwards = o.backwards[:0]
		if o.number[entry] == unvisited {
			o.visit(entry)
		}
		for _, b := range slices.Backward(o.backwards) {
			place(b)
			placed[b] = true
		}
	}
	for i := range p.blocks {
		if !placed[i] { // nothing reaches it
			place(int32(i))
			o.last[i] = int32(i)
		}
	}
	for i := range p.blocks {
		p.blocks[i].again = p.blocks[o.last[i]].rank + 1
	}
}

// entries gives the first blocks of the routines, each behind those that it calls,
// and then that of the kernel.
func (p *program) entries() []int32 {
	var starts []int32
	for _, r := range p.routines {
		starts = append(starts, r.block)
	}
	slices.Sort(starts)
	var order []int32
	seen := map[int32]bool{}
	var visit func(entry int32)
	visit = func(entry int32) {
		if seen[entry] {
			return
		}
		seen[entry] = true
		for _, callee := range p.callees(entry) {
			visit(callee)
		}
		order = append(order, entry)
	}
	for _, start := range append(starts, p.entry) {
		visit(start)
	}
	return order
}

// callees gives the first blocks of the routines that the code from the block on
// calls by name.
func (p *program) callees(entry int32) (callees []int32) {
	seen, left := map[int32]bool{entry: true}, []int32{entry}
	for len(left) > 0 {
		i := left[len(left)-1]
		left = left[:len(left)-1]
		if b := &p.blocks[i]; b.body < b.end {
			if in := &p.code[b.body]; in.control == controlCall && in.x.call.routine != nil {
				callees = append(callees, in.x.call.routine.block)
			}
		}
		for _, next := range p.successors(int(i)) {
			if !seen[next] {
				seen[next] = true
				left = append(left, next)
			}
		}
	}
	return callees
}

// blockOrder is Bourdoncle's algorithm at work.
type blockOrder struct {
	program   *program
	number    []int   // of a block, in the order of the visits, or one of the marks below
	visits    int     // so far
	stack     []int32 // visited blocks that are in no component yet
	backwards []int32 // the order, its end first
	last      []int32 // block of the loop of which the block is the head; itself where it is none
}

const (
	unvisited = 0
	settled   = math.MaxInt
)

// visit places the block and what it alone leads to before what is placed already.
// It gives the lowest number among the blocks that are open and can be reached.
func (o *blockOrder) visit(b int32) int {
	o.stack = append(o.stack, b)
	o.visits++
	o.number[b] = o.visits
	head, loop := o.visits, false
	for _, next := range o.successors(b) {
		reached := o.number[next]
		if reached == unvisited {
			reached = o.visit(next)
		}
		if reached <= head {
			head, loop = reached, true
		}
	}
	if head == o.number[b] {
		o.close(b, loop)
	}
	return head
}

// close places the component whose head the block is: the block alone, or a loop.
func (o *blockOrder) close(b int32, loop bool) {
	at, end := len(o.stack)-1, len(o.backwards)
	for o.stack[at] != b { // near the end
		at--
	}
	body := o.stack[at+1:]
	o.stack = o.stack[:at]
	o.number[b] = settled
	if loop {
		for _, inner := range body {
			o.number[inner] = unvisited
		}
		for _, next := range o.successors(b) {
			if o.number[next] == unvisited {
				o.visit(next)
			}
		}
	}
	o.backwards = append(o.backwards, b)
	o.last[b] = o.backwards[end]
}

// successors gives those that come later in the code first: what is placed last
// comes first in the order, so that blocks which could go either way keep the order
// of the code.
func (o *blockOrder) successors(b int32) []int32 {
	next := o.program.successors(int(b))
	slices.SortFunc(next, func(x, y int32) int { return int(y - x) })
	return next
}
