package exec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tensorMoveForm is a tcgen05.ld or st: so many registers of each lane of the warp,
// at the place in tensor memory that its shape gives (PTX ISA, "Matrix fragments" of
// tcgen05.ld and st; the order of 16x64b, of which the ISA has a picture alone, is
// that of NVIDIA/cutlass@7107b05 include/cute/atom/copy_traits_sm100.hpp).
type tensorMoveForm struct {
	store bool
	shape string
	// packed: a register has the lower halves of two columns, the first one lower.
	packed bool
	regs   int
	split  int // columns between the two parts of 16x32bx2
	// reach is how many columns it takes.
	reach int
}

// registersOfShape is how many registers a lane has of one repetition.
var registersOfShape = map[string]int{"32x32b": 1, "16x64b": 1, "16x128b": 2, "16x256b": 4, "16x32bx2": 1}

// place gives the column, beside the first, and the lane, in the warp's quarter, of
// register r of a thread.
func (f *tensorMoveForm) place(thread, r int) (column, lane int) {
	g, t := thread>>2, thread&3
	switch f.shape {
	case "16x64b":
		return 2*r + t>>1, g + 8*(t&1)
	case "16x128b":
		return 4*(r>>1) + t, g + 8*(r&1)
	case "16x256b":
		return 8*(r>>2) + 2*t + r&1, g + 8*(r>>1&1)
	case "16x32bx2":
		return r + thread>>4*f.split, thread & 15
	}
	return r, thread
}

// columns is how far the move reaches.
func (f *tensorMoveForm) columns() int {
	n := 0
	for thread := range warpLanes {
		c, _ := f.place(thread, f.regs-1)
		n = max(n, c+1)
	}
	return n * f.words()
}

// plain is the shape of one lane a thread, which is copied as it is.
func (f *tensorMoveForm) plain() bool { return f.shape == "32x32b" && !f.packed }

// words is how many columns stand for one of a register.
func (f *tensorMoveForm) words() int { return pick(f.packed, 2, 1) }

// tensorMove decodes tcgen05.ld.sync.aligned.shape.xN{.pack::16b}.b32 registers,
// [address]{, split} and tcgen05.st [address]{, split}, registers.
func (d *decoder) tensorMove(store bool) {
	d.alignedModifiers()
	f := &tensorMoveForm{store: store, shape: d.mods.one("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2")}
	f.packed = d.mods.has(pick(store, "unpack::16b", "pack::16b"))
	times, ok := repetitions(d.mods.one("x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128"))
	d.typeAmong("b32")
	f.regs = times * registersOfShape[f.shape]
	if !ok || f.regs == 0 || f.regs > 128 {
		d.invalid("needs a shape and .x1 to .x128, of at most 128 registers")
	}
	parts := f.shape == "16x32bx2"
	if d.err != nil || !d.args(pick(parts, 3, 2)) {
		return
	}
	if parts {
		n, ok := d.constantOperand(pick(store, 1, 2))
		if !ok || n > tensorColumns {
			d.invalid("the distance of the two parts must be a constant")
		}
		f.split = int(n)
	}
	f.reach = f.columns()
	d.emitTensorMove(f)
}

func repetitions(name string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "x"))
	return n, err == nil
}

func (d *decoder) emitTensorMove(f *tensorMoveForm) {
	in := d.wholeWarp(pick(f.store, execTensorStore, execTensorLoad))
	in.x.tensorMove, in.x.regsWritten, in.x.regClass = f, !f.store, class32
	in.a, in.imm = d.tensorAddress(pick(f.store, 0, 1))
	values := 0
	if f.store {
		values = len(d.in.Operands) - 1
	}
	for _, o := range d.registersOf(values, f.regs) {
		if f.store {
			in.x.regs = append(in.x.regs, d.source(o, bits32))
		} else {
			in.x.regs = append(in.x.regs, d.destination(o, bits32))
		}
	}
	if !f.store {
		d.loading = append(d.loading, in.x.regs...)
	}
	d.emit(in, cost{pipe: PipeLSU, issues: uint8(f.regs)})
}

// tensorPlace checks the address of a move, and gives the first column and the first
// lane of what the warp moves.
func (w *Warp) tensorPlace(in *inst) (column, lane int, ok bool) {
	f := in.x.tensorMove
	if !w.whole(in) {
		return 0, 0, false
	}
	lane, column = splitTensorAddress(w.r32[in.a][0] + uint32(in.imm))
	quarter, rows := w.id%4*warpLanes, 16
	if f.shape == "32x32b" {
		rows = warpLanes
	}
	problem := w.block.tensorMemory().outside(tensorArea{column, f.reach})
	switch {
	case lane < quarter || lane+rows > quarter+warpLanes || (lane-quarter)%16 != 0:
		problem = fmt.Sprintf("warp %d reaches the lanes %d to %d of tensor memory, not %d to %d",
			w.id, quarter, quarter+warpLanes-1, lane, lane+rows-1)
	case problem == "":
		problem = w.block.tensor.busy(tensorArea{column, f.reach}, pick(f.store, anyTensorUse, tensorWrites))
	}
	if problem != "" {
		w.err = w.failed(in, 0, problem)
	}
	return column, lane, problem == ""
}

// pendingLoad is what a load has read, for the registers of its instruction.
type pendingLoad struct {
	in     *inst
	values []lanes32
}

// execTensorLoad reads, and keeps what it read for the wait: who forgets that sees
// the old content of the registers.
func execTensorLoad(w *Warp, in *inst) {
	column, first, ok := w.tensorPlace(in)
	if !ok {
		return
	}
	f, t := in.x.tensorMove, w.block.tensor
	load := w.nextLoad(in, f.regs)
	for r := range load.values {
		if f.plain() && t.written == nil {
			copy(load.values[r][:], t.cells[(column+r)*tensorLanes+first:])
			continue
		}
		for thread := range warpLanes {
			c, lane := f.place(thread, r)
			c, lane = column+c*f.words(), lane+first
			v, written := t.load(c, lane)
			if f.packed {
				upper, also := t.load(c+1, lane)
				v, written = v&0xffff|upper<<16, written && also
			}
			if !written && !w.core.timeOnly {
				w.err = w.failed(in, thread, unwritten(c, lane))
				return
			}
			load.values[r][thread] = v
		}
	}
}

// nextLoad is a load that has begun. The space of those that are over is used again.
func (w *Warp) nextLoad(in *inst, regs int) *pendingLoad {
	n := len(w.loading)
	w.loading = slices.Grow(w.loading, 1)[:n+1]
	load := &w.loading[n]
	load.in, load.values = in, slices.Grow(load.values[:0], regs)[:regs]
	return load
}

// execTensorStore writes at once; the wait is what others may rely on.
func execTensorStore(w *Warp, in *inst) {
	column, first, ok := w.tensorPlace(in)
	if !ok {
		return
	}
	f, t := in.x.tensorMove, w.block.tensor
	for r, reg := range in.x.regs {
		if f.plain() && t.written == nil {
			copy(t.cells[(column+r)*tensorLanes+first:], w.r32[reg][:])
			continue
		}
		for thread := range warpLanes {
			c, lane := f.place(thread, r)
			c, lane = column+c*f.words(), lane+first
			v := w.r32[reg][thread]
			if f.packed {
				t.store(c+1, lane, v>>16)
				v &= 0xffff
			}
			t.store(c, lane, v)
		}
	}
	t.storing[w.id] = append(t.storing[w.id], tensorArea{column, f.reach})
}

// buildTensorWaitLoads decodes tcgen05.wait::ld.sync.aligned. The registers that
// loads before it in the text write live up to it.
func buildTensorWaitLoads(d *decoder) {
	d.alignedModifiers()
	if !d.args(0) {
		return
	}
	in := d.wholeWarp(execTensorWaitLoads)
	in.x.reads, in.x.readClass = d.loading, class32
	d.loading = nil
	d.emit(in, branchCost())
}

func execTensorWaitLoads(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	for _, load := range w.loading {
		if load.in.index > in.index {
			w.err = w.failed(in, 0, "the virtual GPU does not wait for a load that follows in the text: "+load.in.meta.Text)
			return
		}
		for i, reg := range load.in.x.regs {
			w.r32[reg] = load.values[i]
		}
	}
	w.loading = w.loading[:0]
}

func buildTensorWaitStores(d *decoder) {
	d.alignedModifiers()
	if !d.args(0) {
		return
	}
	d.emit(d.wholeWarp(func(w *Warp, in *inst) {
		if w.whole(in) {
			delete(w.block.tensorMemory().storing, w.id)
		}
	}), branchCost())
}
