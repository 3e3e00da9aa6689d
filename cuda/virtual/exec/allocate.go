package exec

import "slices"

// allocate gives every virtual register a slot of its file by linear scan, and
// every constant one at the file's begin, and rewrites the instructions.
func (d *decoder) allocate(p *program) {
	d.markIdle(p)
	d.keepSums()
	slots := make([]int32, len(d.values))
	p.n32, p.n64, p.nPred = 1, 1, 1
	p.const32, p.const64, p.constPred = []uint32{0}, []uint64{0}, []uint32{0}
	for i, v := range d.values {
		if v.constant {
			slots[i] = p.addConstant(v)
		}
	}
	p.n32, p.n64, p.nPred = len(p.const32), len(p.const64), len(p.constPred)
	lives := d.intervals(p, d.analyse(p))
	slices.SortFunc(lives, func(a, b interval) int { return int(a.first - b.first) })
	files := map[class]*file{
		class32: {size: int32(p.n32)}, class64: {size: int32(p.n64)}, classPred: {size: int32(p.nPred)},
	}
	for _, l := range lives {
		v := d.values[l.register]
		if v.constant || l.last < 0 || v.class == classNone {
			continue
		}
		slots[l.register] = files[v.class].take(l)
	}
	p.n32, p.n64, p.nPred = int(files[class32].size), int(files[class64].size), int(files[classPred].size)
	for i := range p.code {
		d.rewrite(p, &p.code[i], slots)
	}
}

// addConstant gives a constant its slot. Slot 0 of each file is zero.
func (p *program) addConstant(v value) int32 {
	switch v.class {
	case class32:
		p.const32 = append(p.const32, uint32(v.content))
		return int32(len(p.const32) - 1)
	case classPred:
		p.constPred = append(p.constPred, -uint32(v.content&1))
		return int32(len(p.constPred) - 1)
	}
	p.const64 = append(p.const64, v.content)
	slot := len(p.const64) - 1
	if v.symbol != "" {
		p.relocations = append(p.relocations, relocation{slot, v.symbol, int64(v.content)})
	}
	return int32(slot)
}

// file is a register file during the scan: the slots in use with the end of
// their use, and those that are free again.
type file struct {
	size int32
	busy []interval // register is the slot
	free []int32
}

// take gives a slot for a life. A slot is free again behind the last
// instruction of the life before; that very instruction may also write it,
// because it reads its operands lane by lane before it writes them only where
// it is pure, so the next life must begin after it.
func (f *file) take(l interval) int32 {
	kept := f.busy[:0]
	for _, b := range f.busy {
		if b.last < l.first {
			f.free = append(f.free, b.register)
		} else {
			kept = append(kept, b)
		}
	}
	f.busy = kept
	slot := f.size
	if n := len(f.free); n > 0 {
		slot, f.free = f.free[n-1], f.free[:n-1]
	} else {
		f.size++
	}
	f.busy = append(f.busy, interval{register: slot, last: l.last})
	return slot
}

// rewrite turns the virtual registers of an instruction into slots and lists
// them for the scoreboard.
func (d *decoder) rewrite(p *program, in *inst, slots []int32) {
	in.operands(
		func(r int32) { in.meta.Src = p.note(in.meta.Src, d.values[r], slots[r]) },
		func(r int32) { in.meta.Dst = p.note(in.meta.Dst, d.values[r], slots[r]) },
	)
	in.aClass, in.bClass, in.cClass = d.values[in.a].class, d.values[in.b].class, d.values[in.c].class
	in.dClass, in.eClass = d.values[in.d].class, d.values[in.e].class
	for _, r := range [...]*int32{&in.a, &in.b, &in.c, &in.d, &in.e, &in.g, &in.h, &in.m} {
		*r = slots[*r]
	}
	if in.x == nil {
		return
	}
	for i, r := range in.x.regs {
		if r > 0 {
			in.x.regs[i] = slots[r]
			in.x.regClass = d.values[r].class
		}
	}
	for i, r := range in.x.reads {
		in.x.reads[i], in.x.readClass = slots[r], d.values[r].class
	}
	for i, r := range in.x.touched {
		in.x.touched[i] = slots[r]
	}
}

// note appends the scoreboard slot of a register; a constant has none.
func (p *program) note(list []uint16, v value, slot int32) []uint16 {
	if v.constant {
		return list
	}
	n := int(slot)
	switch v.class {
	case class32:
		n -= len(p.const32)
	case class64:
		n += p.n32 - len(p.const32) - len(p.const64)
	case classPred:
		n += p.n32 - len(p.const32) + p.n64 - len(p.const64) - len(p.constPred)
	}
	if s := uint16(n); !slices.Contains(list, s) {
		list = append(list, s)
	}
	return list
}

// slots is the number of scoreboard slots.
func (p *program) slots() int {
	return p.n32 - len(p.const32) + p.n64 - len(p.const64) + p.nPred - len(p.constPred)
}
