package exec

// How long a kernel takes depends on where its branches go and what it accesses,
// and on few of its values. A block that is only timed need not compute the
// others: the sums of a matrix product, and what is loaded for them. Which
// instructions make such values alone is found by going back from the branches
// and the addresses, through registers and through memory, without regard to the
// order in which they run.

// demand is what decides on the course of a kernel, as far as it is found.
type demand struct {
	d      *decoder
	code   []inst
	wanted bitset         // virtual registers
	read   map[Space]bool // spaces of which some content is wanted
	needed []bool         // instructions, in full
}

// markIdle marks the instructions that decide on nothing. Functions that are
// called at run time share registers and memory with their callers in ways that
// it does not follow, and so do bulk copies, mbarriers and the functions of the
// runtime: a kernel with any is computed in full.
func (d *decoder) markIdle(p *program) {
	if len(d.routines) > 0 || d.whole {
		return
	}
	m := demand{d: d, code: p.code, wanted: make(bitset, (len(d.values)+63)/64), read: map[Space]bool{}, needed: make([]bool, len(p.code))}
	for i := range m.code {
		m.addresses(&m.code[i])
	}
	for m.grows() {
	}
	for i := range m.code {
		m.code[i].idle = !m.needed[i]
	}
}

// grows looks once at every instruction that is not needed yet.
func (m *demand) grows() (grew bool) {
	for i := range m.code {
		if in := &m.code[i]; !m.needed[i] && m.decides(in) {
			m.needed[i], grew = true, true
			in.operands(func(r int32) { m.wanted.add(r) }, func(int32) {})
			if space, reads := in.readsFrom(); reads {
				m.read[space] = true
			}
		}
	}
	return grew
}

// decides tells whether an instruction must be executed: because it is none of
// those that only compute or move, or for what it writes.
func (m *demand) decides(in *inst) (needed bool) {
	if in.control != controlNone || !in.pure && !in.moves() && (in.x == nil || !in.x.computes) {
		return true
	}
	in.operands(func(int32) {}, func(r int32) { needed = needed || m.wanted.has(r) })
	space, writes := in.writesTo()
	return needed || writes && (m.read[space] || m.read[SpaceNone] || space == SpaceNone && len(m.read) > 0)
}

// addresses are wanted of every access, needed or not, and so is its guard.
func (m *demand) addresses(in *inst) {
	if !in.moves() {
		return
	}
	for _, r := range [...]int32{in.a, in.b, in.c, in.g, in.h, in.m} {
		m.wanted.add(r)
	}
	if in.x.tile != nil {
		for _, r := range in.x.reads {
			m.wanted.add(r)
		}
	}
}

// moves tells whether an instruction is a load or a store, or an asynchronous
// copy; not one that is ordered with the accesses of others, nor an atomic one.
func (in *inst) moves() bool {
	return !in.pure && in.x != nil && in.x.memory != nil && !in.x.memory.atomic && !in.x.memory.strong
}

// readsFrom gives the space that an instruction loads from; SpaceNone is any.
func (in *inst) readsFrom() (Space, bool) {
	if in.x == nil || in.x.memory == nil {
		return SpaceNone, false
	}
	f := in.x.memory
	return f.space, !f.store || f.atomic
}

// writesTo gives the space that an instruction stores to; SpaceNone is any.
func (in *inst) writesTo() (Space, bool) {
	switch {
	case in.x == nil || in.x.memory == nil:
		return SpaceNone, false
	case in.x.async != nil:
		return SpaceShared, true
	}
	return in.x.memory.space, in.x.memory.store
}

// skips tells whether the values that an instruction makes or moves are of no
// use to who runs the block.
func (w *Warp) skips(in *inst) bool { return in.idle && w.core.timeOnly }
