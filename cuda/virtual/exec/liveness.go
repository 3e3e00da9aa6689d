package exec

import (
	"math/bits"
	"slices"
)

// bitset is a set of virtual registers.
type bitset []uint64

func (s bitset) has(i int32) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitset) add(i int32)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) drop(i int32)     { s[i/64] &^= 1 << (i % 64) }

// each calls f with every element.
func (s bitset) each(f func(i int32)) {
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			f(int32(k*64 + bits.TrailingZeros64(word)))
		}
	}
}

// operands calls use and def with the virtual registers of an instruction.
func (in *inst) operands(use, def func(r int32)) {
	for _, r := range [...]int32{in.a, in.b, in.c, in.g, in.h, in.m} {
		if r > 0 {
			use(r)
		}
	}
	for _, r := range [...]int32{in.d, in.e} {
		if r > 0 {
			def(r)
		}
	}
	if in.x == nil {
		return
	}
	for _, r := range slices.Concat(in.x.reads, in.x.touched) {
		if r > 0 {
			use(r)
		}
	}
	for _, r := range in.x.regs {
		switch {
		case r <= 0:
		case in.x.regsWritten:
			def(r)
		default:
			use(r)
		}
	}
}

// liveness holds, by block, the registers that are live at its begin and end.
type liveness struct{ in, out []bitset }

// analyse computes the liveness of every virtual register by iteration to a
// fixed point. A guarded write keeps the old value of the lanes that do not
// take part, so it does not end a life.
func (d *decoder) analyse(p *program) liveness {
	words := (len(d.values) + 63) / 64
	n := len(p.blocks)
	store := make(bitset, 4*n*words)
	cut := func() []bitset {
		sets := make([]bitset, n)
		for i := range sets {
			sets[i], store = store[:words:words], store[words:]
		}
		return sets
	}
	live := liveness{cut(), cut()}
	used, killed := cut(), cut()
	for i := range p.blocks {
		d.summarise(p, i, used[i], killed[i])
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			for _, s := range p.successors(i) {
				for k := range live.out[i] {
					live.out[i][k] |= live.in[s][k]
				}
			}
			for k := range live.in[i] {
				v := used[i][k] | live.out[i][k]&^killed[i][k]
				changed = changed || v != live.in[i][k]
				live.in[i][k] = v
			}
		}
	}
	return live
}

// summarise finds what a block reads before it writes it, and what it writes.
func (d *decoder) summarise(p *program, i int, used, killed bitset) {
	b := &p.blocks[i]
	for k := b.start; k < b.end; k++ {
		in := &p.code[k]
		in.operands(func(r int32) {
			if !d.values[r].constant && !killed.has(r) {
				used.add(r)
			}
		}, func(int32) {})
		if !in.guarded {
			in.operands(func(int32) {}, func(r int32) { killed.add(r) })
		}
	}
}

// interval is the run of instructions during which a register holds a value.
type interval struct {
	register    int32
	first, last int32
}

// intervals makes one interval of each register's life, from the first
// instruction of it to the last, and finds the largest number of live 32-bit
// registers.
func (d *decoder) intervals(p *program, live liveness) []interval {
	all := make([]interval, len(d.values))
	for r := range all {
		all[r] = interval{int32(r), int32(len(p.code)), -1}
	}
	touch := func(r, at int32) {
		all[r].first, all[r].last = min(all[r].first, at), max(all[r].last, at)
	}
	for i, b := range p.blocks {
		live.in[i].each(func(r int32) { touch(r, b.start) })
		live.out[i].each(func(r int32) { touch(r, b.end) })
		for k := b.start; k < b.end; k++ {
			visit := func(r int32) { touch(r, k) }
			p.code[k].operands(visit, visit)
		}
		p.maxLive = max(p.maxLive, d.pressure(p, i, live.out[i]))
	}
	return all
}

// pressure walks a block backwards and gives the largest number of 32-bit
// registers that are live at once.
func (d *decoder) pressure(p *program, i int, out bitset) int {
	live := append(bitset(nil), out...)
	now := 0
	live.each(func(r int32) { now += d.width(r) })
	most := now
	for k := p.blocks[i].end - 1; k >= p.blocks[i].start; k-- {
		in := &p.code[k]
		if !in.guarded {
			in.operands(func(int32) {}, func(r int32) {
				if live.has(r) {
					live.drop(r)
					now -= d.width(r)
				}
			})
		}
		in.operands(func(r int32) {
			if !d.values[r].constant && !live.has(r) {
				live.add(r)
				now += d.width(r)
			}
		}, func(int32) {})
		most = max(most, now)
	}
	return most
}

// width is how many 32-bit registers a virtual register takes.
func (d *decoder) width(r int32) int {
	switch d.values[r].class {
	case class32:
		return 1
	case class64:
		return 2
	}
	return 0
}
