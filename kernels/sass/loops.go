package sass

import (
	"cmp"
	"slices"
)

// loop is a natural loop: the blocks from which a jump back to its header can be
// reached, and through which alone it is entered (Aho, Lam, Sethi, Ullman,
// Compilers, 2nd edition, §9.6).
type loop struct {
	header int
	blocks []bool
	size   int // blocks
}

// loops finds the loops of a kernel, in the order of their addresses.
func (g graph) loops() ([]loop, error) {
	var found []loop
	back := map[edge]bool{}
	for b := range g {
		for _, to := range g[b].next {
			if g.dominates(to, b) {
				back[edge{b, to}] = true
				found = g.addLoop(found, edge{b, to})
			}
		}
	}
	for b := range g {
		for _, to := range g[b].next {
			forward := func(e edge) bool { return !back[e] }
			if e := (edge{b, to}); forward(e) && g.reach(to, forward)[b] {
				return nil, &FlowError{Index: g[b].end - 1, Reason: "is part of a loop with two ways in"}
			}
		}
	}
	slices.SortFunc(found, func(a, b loop) int {
		return cmp.Compare(g.address(a), g.address(b))
	})
	return found, nil
}

// address is the index of the first instruction of a loop.
func (g graph) address(l loop) int {
	first := g[l.header].start
	for b, inside := range l.blocks {
		if inside {
			first = min(first, g[b].start)
		}
	}
	return first
}

// addLoop adds what a jump back closes: a loop, or more of one that has the same
// header.
func (g graph) addLoop(found []loop, back edge) []loop {
	i := slices.IndexFunc(found, func(l loop) bool { return l.header == back.to })
	if i < 0 {
		i = len(found)
		found = append(found, loop{header: back.to, blocks: make([]bool, len(g))})
	}
	l := &found[i]
	for b := range g {
		inside := b == l.header || g.dominates(l.header, b) && g.reach(b, around(l.header))[back.from]
		if inside && !l.blocks[b] {
			l.blocks[b] = true
			l.size++
		}
	}
	return found
}

// innermost gives for each block the smallest loop around it, -1 where it is in
// none.
func innermost(g graph, loops []loop) []int {
	inner := make([]int, len(g))
	for b := range g {
		inner[b] = -1
		for i, l := range loops {
			if l.blocks[b] && (inner[b] < 0 || l.size < loops[inner[b]].size) {
				inner[b] = i
			}
		}
	}
	return inner
}

// everyTrip tells whether each pass through a loop's header leads through a block
// before it comes to the header again or leaves the loop.
func (g graph) everyTrip(l loop, b int) bool {
	if b == l.header {
		return true
	}
	inside := func(e edge) bool { return l.blocks[e.to] && e.to != l.header && e.to != b }
	for i, seen := range g.reach(l.header, inside) {
		if !seen {
			continue
		}
		for _, to := range g[i].next {
			if to == l.header || !l.blocks[to] {
				return false
			}
		}
	}
	return true
}
