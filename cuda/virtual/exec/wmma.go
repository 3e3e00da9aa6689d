package exec

import (
	"fmt"
	"strings"

	"ridgeline/cuda/virtual/ptx"
)

// The layout of wmma fragments is the executor's own, as the ISA has it: that
// of mma.sync, in as many blocks as the shape has. The eight registers of an
// fp16 A or B hold each element as often as the matrix fits into them.

// buildWMMA decodes wmma.load, wmma.store and wmma.mma.
func buildWMMA(d *decoder) {
	switch op := d.mods.one("load", "store", "mma"); op {
	case "load", "store":
		matrix := d.mods.one("a", "b", "c", "d")
		if (matrix == "d") != (op == "store") || matrix == "" {
			d.invalid("wmma." + op + " of matrix " + matrix)
			return
		}
		d.alignedModifiers()
		d.matrixAccess(matrix)
	case "mma":
		d.alignedModifiers()
		d.rowOrColumn()
		d.rowOrColumn()
		shape, types := d.mods.take(), strings.Join(d.mods.rest(), ".")
		f := wmmaForm(shape, types)
		if f == nil {
			d.unsupported("the virtual GPU does not execute wmma.mma ." + shape + "." + types)
			return
		}
		d.tensorInstruction(f)
	default:
		d.invalid("needs .load, .store or .mma")
	}
}

// rowOrColumn takes .row or .col.
func (d *decoder) rowOrColumn() string {
	l := d.mods.one("row", "col")
	if l == "" {
		d.invalid("needs .row or .col")
	}
	return l
}

// wmmaForm gives the form of a shape and types, d and c or d, a, b and c.
func wmmaForm(shape, types string) *tensorForm {
	m, n, ok := wmmaShape(shape)
	if !ok {
		return nil
	}
	var f *tensorForm
	switch types {
	case "f32.f32", "f32.f16", "f16.f32", "f16.f16":
		f = newTensorForm(m, n, 16, elementF16, strings.HasSuffix(types, "f16"), strings.HasPrefix(types, "f16"))
		f.countA, f.countB = halfRegisters, halfRegisters
	case "f32.bf16.bf16.f32":
		f = newTensorForm(m, n, 16, elementBF16, false, false)
	}
	return f
}

// halfRegisters is how many registers hold A or B of fp16, whatever the shape.
const halfRegisters = 8

func wmmaShape(shape string) (m, n int, ok bool) {
	switch shape {
	case "m16n16k16":
		return 16, 16, true
	case "m32n8k16":
		return 32, 8, true
	case "m8n32k16":
		return 8, 32, true
	}
	return 0, 0, false
}

// tileForm is what wmma.load and wmma.store move: a fragment of elements of 2
// or 4 bytes. The lines of memory are those of the fragment, or run across.
type tileForm struct {
	fragment fragment
	bytes    int
	across   bool
}

// memoryLines gives how many lines lie in memory and how many bytes each has.
func (t *tileForm) memoryLines() (lines, lineBytes int) {
	if t.across {
		return t.fragment.length, t.fragment.lines * t.bytes
	}
	return t.fragment.lines, t.fragment.length * t.bytes
}

// matrixAccess decodes .layout.shape{.space}.type with the operands registers,
// [address]{, stride}, a store with the address first.
func (d *decoder) matrixAccess(matrix string) {
	layout, shape := d.rowOrColumn(), d.mods.take()
	m, n, ok := wmmaShape(shape)
	if !ok && d.err == nil {
		d.unsupported("the virtual GPU does not execute wmma of shape " + shape)
		return
	}
	f := &memoryForm{store: matrix == "d", space: d.spaceModifier()}
	t := d.typeAmong("f16", "f32", "bf16")
	form, count, c := tileOf(matrix, layout, m, n, t)
	if d.err == nil && form == nil {
		d.invalid("matrix " + matrix + " of " + t.String())
	}
	if operands := len(d.in.Operands); d.err == nil && operands != 2 && operands != 3 {
		d.invalid("takes 2 or 3 operands")
	}
	if d.err != nil {
		return
	}
	lines, lineBytes := form.memoryLines()
	f.bytes = uint64(lines * lineBytes / warpLanes)
	in := d.wholeWarp(execTile)
	in.x.memory, in.x.tile, in.x.regsWritten = f, form, !f.store
	d.tileOperands(in, count, lineBytes/form.bytes)
	d.emit(in, c)
}

// tileOf gives the form of a matrix, its registers and the cost.
func tileOf(matrix, layout string, m, n int, t typ) (form *tileForm, count int, c cost) {
	form = &tileForm{bytes: t.bytes(), across: layout == "col"}
	c = lsuCost()
	switch {
	case (matrix == "a" || matrix == "b") && t.bits == 16:
		form.fragment = firstFragment(m, 16, 2)
		if matrix == "b" {
			form.fragment, form.across = secondFragment(n, 16, 2), !form.across
		}
		c.issues = uint8(max(form.fragment.size()/4, 1))
		return form, pick(t.kind == kindFloat, halfRegisters, form.fragment.size()), c
	case (matrix == "c" || matrix == "d") && t.kind == kindFloat:
		form.fragment = accumulatorFragment(m, n, 4/t.bytes())
		c.issues = 4
		return form, form.fragment.size(), c
	}
	return nil, 0, c
}

// tileOperands decodes the registers, the address, and the stride in elements,
// which is the line's own length where it is not given.
func (d *decoder) tileOperands(in *inst, count, lineElements int) {
	at, data := 1, 0
	if in.x.memory.store {
		at, data = 0, 1
	}
	d.address(in, d.operand(at), in.x.memory.space)
	if d.err == nil && in.x.memory.narrow && in.x.memory.space != SpaceShared {
		d.invalid("the address must be a 64-bit register")
	}
	for _, o := range d.registersOf(data, count) {
		if in.x.memory.store {
			in.x.regs = append(in.x.regs, d.source(o, bits32))
		} else {
			in.x.regs = append(in.x.regs, d.destination(o, bits32))
		}
	}
	stride := ptx.Operand(&ptx.Immediate{Bits: uint64(lineElements)})
	if len(d.in.Operands) == 3 {
		stride = d.operand(2)
	}
	in.h = d.source(stride, bits32)
}

// execTile executes wmma.load and wmma.store.
func execTile(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	w.addresses(in)
	stride := &w.r32[in.h]
	for lane := range w.address {
		if w.address[lane] != w.address[0] || stride[lane] != stride[0] {
			w.err = w.failed(in, lane, fmt.Sprintf("address %#x and stride %d differ from those of lane 0", w.address[lane], stride[lane]))
			return
		}
	}
	s, address := w.sharedOrGlobal(in, 0, w.address[0])
	if w.err != nil {
		return
	}
	form := in.x.tile
	var raw [256]uint32
	if in.x.memory.store {
		w.gatherTile(in, form, &raw)
	}
	w.moveTile(in, s, address, uint64(stride[0])*uint64(form.bytes), raw[:])
	if w.err == nil && !in.x.memory.store {
		w.scatterTile(in, form, &raw)
	}
}

// moveTile moves the lines of a tile between memory and raw, which holds them
// one behind the other, and counts the access: eight lines of 16 bytes at once.
func (w *Warp) moveTile(in *inst, s Space, address, strideBytes uint64, raw []uint32) {
	f := in.x.memory
	lines, lineBytes := in.x.tile.memoryLines()
	count := pieces{w: w}
	var seen wordSet
	sectors := uint64(0)
	for column := 0; column < lineBytes; column += pieceBytes {
		for line := range lines {
			at := address + uint64(line)*strideBytes + uint64(column)
			words := w.piece(in, s, 0, at, f.store)
			if words == nil {
				return
			}
			mine := raw[(line*lineBytes+column)/4:][:4]
			if f.store {
				copy(words, mine)
			} else {
				copy(mine, words)
			}
			if s == SpaceShared {
				count.add(at)
			} else if seen.add(at >> sectorShift) {
				w.sectors[sectors&127] = at >> sectorShift
				sectors++
			}
		}
	}
	w.record(in, f, s, allLanes, sectors, count.passes, count.ideal)
}

// position gives where in raw an element of a tile lies.
func (t *tileForm) position(line, place int) int {
	if t.across {
		return place*t.fragment.lines + line
	}
	return line*t.fragment.length + place
}

// scatterTile distributes the elements to the registers.
func (w *Warp) scatterTile(in *inst, t *tileForm, raw *[256]uint32) {
	f := &t.fragment
	for r, slot := range in.x.regs {
		r %= f.size()
		reg := &w.r32[slot]
		for lane := range reg {
			at := t.position(lane>>2+f.line[r], f.step*(lane&3)+f.offset[r])
			switch {
			case t.bytes == 4:
				reg[lane] = raw[at&255]
			case t.across:
				next := at + f.lines
				reg[lane] = raw[at>>1&255]>>(at&1*16)&0xffff | raw[next>>1&255]>>(next&1*16)<<16
			default:
				reg[lane] = raw[at>>1&255]
			}
		}
	}
}

// gatherTile collects the elements from the registers.
func (w *Warp) gatherTile(in *inst, t *tileForm, raw *[256]uint32) {
	f := &t.fragment
	for r, slot := range in.x.regs {
		for lane, v := range w.r32[slot] {
			at := t.position(lane>>2+f.line[r], f.step*(lane&3)+f.offset[r])
			switch {
			case t.bytes == 4:
				raw[at&255] = v
			case t.across:
				next := at + f.lines
				raw[at>>1&255] |= v & 0xffff << (at & 1 * 16)
				raw[next>>1&255] |= v >> 16 << (next & 1 * 16)
			default:
				raw[at>>1&255] = v
			}
		}
	}
}
