package exec

// SpillPoint is the basic block in which an assembler that has so many registers
// a thread would have to spill: of the blocks in which more are live, one in the
// innermost loop, and of these the one with the most. Where no block has more,
// it is the one with the most of all, in the innermost loop of equals. It gives the index of the block, as in
// Result.BlockRuns, and an instruction of it that becomes a machine instruction.
func (k *Kernel) SpillPoint(registers int) (block int, at *Meta) {
	p := k.prog
	pressure, depth := p.pressure(), p.loopDepth()
	better := func(i, j int) bool {
		over, under := pressure[i] > registers, pressure[j] > registers
		switch {
		case over != under:
			return over
		case over && depth[i] != depth[j]:
			return depth[i] > depth[j]
		case pressure[i] == pressure[j]:
			return depth[i] > depth[j]
		}
		return pressure[i] > pressure[j]
	}
	for i := range p.blocks {
		if m := p.machine(i); m != nil && (at == nil || better(i, block)) {
			block, at = i, m
		}
	}
	return block, at
}

// machine is the first instruction of a block that is a machine instruction;
// nil where there is none.
func (p *program) machine(i int) *Meta {
	for k := p.blocks[i].start; k < p.blocks[i].end; k++ {
		if m := p.code[k].meta; m.Pipe != PipeNone {
			return m
		}
	}
	return nil
}

// loopDepth is the number of loops around each block. A branch to a block that
// does not come later closes a loop over all blocks between.
func (p *program) loopDepth() []int {
	depth := make([]int, len(p.blocks))
	begins := map[int32]int{} // the last block of the loop that begins with a block
	for i := range p.blocks {
		for _, to := range p.successors(i) {
			if int(to) <= i {
				begins[to] = max(begins[to], i)
			}
		}
	}
	for from, to := range begins {
		for i := int(from); i <= to; i++ {
			depth[i]++
		}
	}
	return depth
}

// pressure is the largest number of 32-bit registers that are live at once in
// each block, from the liveness of the scoreboard slots.
func (p *program) pressure() []int {
	out := p.liveSlots()
	most := make([]int, len(p.blocks))
	for i := range p.blocks {
		live := append(bitset(nil), out[i]...)
		most[i] = p.widthOf(live)
		for k := p.blocks[i].end - 1; k >= p.blocks[i].start; k-- {
			p.before(k, live)
			most[i] = max(most[i], p.widthOf(live))
		}
	}
	return most
}

// liveSlots gives the slots that are live at the end of each block, by iteration
// to a fixed point.
func (p *program) liveSlots() []bitset {
	words := (p.slots() + 63) / 64
	in, out := make([]bitset, len(p.blocks)), make([]bitset, len(p.blocks))
	for i := range p.blocks {
		in[i], out[i] = make(bitset, words), make(bitset, words)
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.blocks) - 1; i >= 0; i-- {
			for _, s := range p.successors(i) {
				for k := range out[i] {
					out[i][k] |= in[s][k]
				}
			}
			live := append(bitset(nil), out[i]...)
			for k := p.blocks[i].end - 1; k >= p.blocks[i].start; k-- {
				p.before(k, live)
			}
			for k := range live {
				changed = changed || live[k] != in[i][k]
			}
			in[i] = live
		}
	}
	return out
}

// before turns what is live behind an instruction into what is live before it.
// A guarded write leaves the old value of other lanes.
func (p *program) before(k int32, live bitset) {
	in := &p.code[k]
	if !in.guarded {
		for _, d := range in.meta.Dst {
			live.drop(int32(d))
		}
	}
	for _, s := range in.meta.Src {
		live.add(int32(s))
	}
}

// widthOf is how many 32-bit registers the slots take: first come the 32-bit
// ones, then the 64-bit ones, then the predicates.
func (p *program) widthOf(live bitset) (registers int) {
	narrow := int32(p.n32 - len(p.const32))
	wide := narrow + int32(p.n64-len(p.const64))
	live.each(func(slot int32) {
		switch {
		case slot < narrow:
			registers++
		case slot < wide:
			registers += 2
		}
	})
	return registers
}
