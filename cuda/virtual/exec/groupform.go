package exec

import (
	"strconv"
	"strings"

	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/ptx"
)

// groupForm is a wgmma.mma_async as it is written. Its tensorShape is the part of one
// warp, 16 rows.
type groupForm struct {
	tensorShape
	registers bool // A lies in registers
}

const (
	warpsOfGroup = 4
	rowsOfWarp   = 16
	rowsOfGroup  = warpsOfGroup * rowsOfWarp
)

// groupMultiply decodes wgmma.mma_async.sync.aligned.m64nNkK{.satfinite}.d.a.b d, a, b,
// scale of d{, signs of a and b{, transpositions}}. A is a descriptor or registers.
func (d *decoder) groupMultiply() {
	f := &groupForm{}
	f.m, f.saturate = rowsOfWarp, d.mods.has("satfinite")
	shape := d.mods.take()
	if d.mods.holds("b1") {
		d.unsupported("the virtual GPU does not execute wgmma.mma_async on single bits")
		return
	}
	if !f.types(d.mods.rest()) || !f.fits(shape) {
		d.invalid("there is no such shape or type of wgmma.mma_async")
		return
	}
	_, f.registers = d.operand(1).(*ptx.Vector)
	constants := f.constants()
	if d.err != nil || !d.args(4+constants) {
		return
	}
	d.groupConstants(f, constants)
	d.emitGroupMultiply(f)
}

// types reads the types of d, a and b.
func (f *groupForm) types(names []string) bool {
	if len(names) != 3 {
		return false
	}
	a, okA := elementNamed(names[1])
	b, okB := elementNamed(names[2])
	f.left, f.right, f.half = a, b, names[0] == "f16"
	f.k = operandBytes * 8 / max(a.bits(), 1)
	sums := names[0]
	switch {
	case !okA || !okB, a == elementF64, a > elementE5M2 && a < elementS8, a >= elementS4, b >= elementS4:
		return false
	case a.integer():
		return sums == "s32" && b.integer()
	case a.narrow():
		return (f.half || sums == "f32") && b <= elementE5M2 && b.narrow()
	}
	return a == b && (sums == "f32" || f.half && a == elementF16)
}

// fits reads a shape, and tells whether the types have it (PTX ISA, "Shape" of
// wgmma.mma_async).
func (f *groupForm) fits(shape string) bool {
	n, rest, _ := strings.Cut(strings.TrimPrefix(shape, "m64n"), "k")
	f.n, _ = strconv.Atoi(n)
	step := pick(f.left.integer() && f.n > 32, 16, 8)
	sizes := f.n >= 8 && f.n <= 256 && f.n%step == 0 && (!f.left.integer() || f.n != 40 && f.n != 56)
	return sizes && shape == "m64n"+strconv.Itoa(f.n)+"k"+strconv.Itoa(f.k) && rest != "" && (!f.saturate || f.left.integer())
}

// constants is how many of them follow the scale of D: the signs, unless A is of
// integers, and of 16 bits the transpositions of what lies in shared memory.
func (f *groupForm) constants() int {
	switch {
	case f.left.integer():
		return 0
	case f.left.bits() == 16:
		return pick(f.registers, 3, 4)
	}
	return 2
}

// groupConstants reads them.
func (d *decoder) groupConstants(f *groupForm, n int) {
	negative := func(i int) bool {
		v, ok := d.constantOperand(i)
		if !ok || v != 1 && int64(v) != -1 {
			d.invalid("a sign must be the constant 1 or -1")
		}
		return v != 1
	}
	across := func(i int) bool {
		v, ok := d.constantOperand(i)
		if !ok || v > 1 {
			d.invalid("a transposition must be the constant 0 or 1")
		}
		return v == 1
	}
	if n >= 2 {
		f.negateA, f.negateB = negative(4), negative(5)
	}
	switch n {
	case 3:
		f.acrossB = across(6)
	case 4:
		f.acrossA, f.acrossB = across(6), across(7)
	}
}

func (d *decoder) emitGroupMultiply(f *groupForm) {
	in := d.wholeWarp(execGroupMultiply)
	in.x.group, in.x.regClass = f, class32
	for _, o := range d.registersOf(0, f.n*pick(f.half, 2, 4)/8) {
		in.x.regs = append(in.x.regs, d.destination(o, bits32))
	}
	if f.registers {
		for _, o := range d.registersOf(1, 4) {
			in.x.reads = append(in.x.reads, d.source(o, bits32))
		}
	} else {
		in.a = d.src(1, bits64)
	}
	in.b = d.src(2, bits64)
	in.c, in.cXor = d.predicate(d.operand(3))
	d.groupSums = append(d.groupSums, in.x.regs...)
	d.emit(in, f.cost())
	meta := in.meta
	meta.Async, meta.TensorSharedBytes = MultiplyIssue, f.sharedBytes()
}

// cost is that of the part of one warp.
func (f *groupForm) cost() cost {
	piece := newTensorForm(rowsOfWarp, 8, f.k, f.left, f.half, f.half)
	piece.elementB, piece.way = f.right, arch.WGMMA
	return cost{pipe: PipeTensor, issues: 1, path: piece.path(), ops: uint16(2 * f.m * f.n * f.k / warpLanes)}
}

// sharedBytes is what the four warps read of shared memory together.
func (f *groupForm) sharedBytes() int {
	return (f.n + pick(f.registers, 0, rowsOfGroup)) * operandBytes
}
