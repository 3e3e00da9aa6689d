package exec

// matrixBuilder decodes the moves of 8x8 matrices of 16-bit elements. Lane l
// holds elements 2*(l%4) and the next of row l/4.
func matrixBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "ldmatrix":
		return func(d *decoder) { buildMatrixAccess(d, false) }
	case "stmatrix":
		return func(d *decoder) { buildMatrixAccess(d, true) }
	case "movmatrix":
		return buildMoveMatrix
	}
	return nil
}

// buildMatrixAccess decodes {ld,st}matrix.sync.aligned.m8n8.num{.trans}{.shared}.b16,
// with num before the shape in older texts.
func buildMatrixAccess(d *decoder, store bool) {
	d.alignedModifiers()
	num := d.mods.one("x1", "x2", "x4")
	shape := d.mods.take()
	if num == "" {
		num = d.mods.one("x1", "x2", "x4")
	}
	count := map[string]int{"x1": 1, "x2": 2, "x4": 4}[num]
	across := d.mods.has("trans")
	f := &memoryForm{store: store, bytes: pieceBytes, space: SpaceShared}
	if d.mods.one("shared", "shared::cta") == "" {
		f.space = SpaceNone
	}
	element := d.mods.take()
	switch {
	case d.err != nil:
	case shape != "m8n8" || element != "b16":
		d.unsupported("the virtual GPU moves matrices .m8n8 of .b16 only")
	case count == 0:
		d.invalid("needs .x1, .x2 or .x4")
	case d.args(2):
		d.matrixInstruction(f, count, across)
	}
}

func (d *decoder) matrixInstruction(f *memoryForm, count int, across bool) {
	at, data := 1, 0
	if f.store {
		at, data = 0, 1
	}
	in := d.wholeWarp(execMatrix)
	in.x.memory, in.x.regsWritten, in.x.across = f, !f.store, across
	d.address(in, d.operand(at), f.space)
	for _, o := range d.registersOf(data, count) {
		if f.store {
			in.x.regs = append(in.x.regs, d.source(o, bits32))
		} else {
			in.x.regs = append(in.x.regs, d.destination(o, bits32))
		}
	}
	if d.err == nil && f.narrow && f.space == SpaceNone {
		d.invalid("the address must be a 64-bit register")
	}
	d.emit(in, lsuCost())
}

// execMatrix executes ldmatrix and stmatrix. Lanes 8m to 8m+7 hold the addresses
// of the rows of matrix m.
func execMatrix(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	w.addresses(in)
	address := w.address
	count := pieces{w: w}
	var m lanes32
	for k, slot := range in.x.regs {
		if in.x.memory.store {
			m = w.r32[slot]
			if in.x.across {
				transpose(&m)
			}
		}
		for row := range 8 {
			lane := 8*k + row
			s, at := w.sharedOrGlobal(in, lane, address[lane&31])
			if w.err == nil && s != SpaceShared {
				w.err = w.failed(in, lane, "the address is not in shared memory")
			}
			if w.err != nil {
				return
			}
			words := w.piece(in, s, lane, at, in.x.memory.store)
			if words == nil {
				return
			}
			count.add(at)
			if in.x.memory.store {
				copy(words, m[4*row:4*row+4])
			} else {
				copy(m[4*row:4*row+4], words)
			}
		}
		if !in.x.memory.store {
			if in.x.across {
				transpose(&m)
			}
			w.r32[slot] = m
		}
	}
	w.record(in, in.x.memory, SpaceShared, allLanes>>(warpLanes-8*len(in.x.regs)), 0, count.passes, count.ideal)
}

// transpose exchanges the rows and columns of a matrix.
func transpose(m *lanes32) {
	old := *m
	half := func(row, column int) uint32 { return old[(4*row+column/2)&31] >> (column & 1 * 16) & 0xffff }
	for lane := range m {
		row, column := lane>>2, 2*(lane&3)
		m[lane] = half(column, row) | half(column+1, row)<<16
	}
}

// buildMoveMatrix decodes movmatrix.sync.aligned.m8n8.trans.b16 d, a.
func buildMoveMatrix(d *decoder) {
	d.alignedModifiers()
	if d.mods.take() != "m8n8" || !d.mods.has("trans") || d.mods.take() != "b16" {
		d.unsupported("the virtual GPU executes movmatrix .m8n8.trans.b16 only")
	}
	if d.err != nil || !d.args(2) {
		return
	}
	in := d.wholeWarp(execMoveMatrix)
	in.d, in.a = d.dst(0, bits32), d.src(1, bits32)
	d.emit(in, lsuCost())
}

func execMoveMatrix(w *Warp, in *inst) {
	if w.whole(in) {
		m := w.r32[in.a]
		transpose(&m)
		w.r32[in.d] = m
	}
}
