package exec

import (
	"strings"

	"ridgeline/cuda/virtual/ptx"
)

// tensorBuilder decodes matrix multiply-accumulate.
func tensorBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "mma":
		return buildMMA
	case "wmma":
		return buildWMMA
	}
	return nil
}

// alignedModifiers takes .sync and .aligned.
func (d *decoder) alignedModifiers() {
	if sync, aligned := d.mods.has("sync"), d.mods.has("aligned"); !sync || !aligned {
		d.invalid("needs .sync.aligned")
	}
}

// wholeWarp makes an instruction that the whole warp executes at once.
func (d *decoder) wholeWarp(exec execFunc) *inst {
	in := d.begin(exec)
	in.pure, in.x = false, &extra{aligned: true}
	in.m = d.constant(class32, uint64(allLanes), "")
	return in
}

// buildMMA decodes mma{.sp}.sync.aligned.shape.row.col{.kind}{.block_scale}.d.a.b.c
// d, a, b, c and what a sparse A and scales need beside.
func buildMMA(d *decoder) {
	sparse := d.mods.one("sp", "sp::ordered_metadata") != ""
	d.alignedModifiers()
	shape := d.mods.take()
	if shape == "m8n8k4" && d.mods.holds("f16") {
		d.quadMMA()
		return
	}
	if !d.mods.has("row") || !d.mods.has("col") {
		d.unsupported("the layouts must be .row.col")
		return
	}
	d.mods.has("rn")
	p := mmaParts{
		shape: shape, sparse: sparse, kind: d.mods.one("kind::f8f6f4", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"),
		scaled: d.mods.has("block_scale"), vector: d.mods.one("scale_vec::1X", "scale_vec::2X", "scale_vec::4X"),
		saturate: d.mods.has("satfinite"), scale: d.mods.one("ue8m0", "ue4m3"),
	}
	p.types = d.mods.rest()
	f := p.form()
	if f == nil {
		d.unsupported("the virtual GPU does not execute mma ." + shape + "." + strings.Join(p.types, "."))
		return
	}
	d.tensorInstruction(f)
}

func newTensorForm(m, n, k int, e element, halfC, halfD bool) *tensorForm {
	f := &tensorForm{m: m, n: n, k: k, element: e, elementB: e, halfC: halfC, halfD: halfD,
		c: accumulatorFragment(m, n, pick(halfC, 2, 1)), d: accumulatorFragment(m, n, pick(halfD, 2, 1))}
	f.lay(k, e)
	return f
}

// lay sets the fragments of A, with so many stored elements in a row, and of B.
func (f *tensorForm) lay(products int, right element) {
	f.elementB = right
	f.a, f.b = firstFragment(f.m, products, f.element.per()), secondFragment(f.n, f.k, right.per())
	f.countA, f.countB = f.a.size(), f.b.size()
	if f.element.narrow() {
		f.codesA, f.codesB = f.element.codes(), right.codes()
	}
}

func (f *tensorForm) cost() cost {
	flops := 2 * f.m * f.n * f.k
	issues := max(f.m*f.n/machineSums, 1)
	return cost{pipe: PipeTensor, issues: uint8(issues), path: f.path(), ops: uint16(flops / warpLanes)}
}

// machineSums are the elements of D of a machine instruction, 16 x 8.
const machineSums = 128

// tensorInstruction emits d, a, b, c and what else the form needs.
func (d *decoder) tensorInstruction(f *tensorForm) {
	operands := 4 + pick(f.sparse != nil, 2, 0) + pick(f.scale != nil, 4, 0)
	if d.err != nil || !d.args(operands) {
		return
	}
	in, t := d.wholeWarp(execTensor), bits32
	switch {
	case f.element == elementF64:
		in.exec, t = execTensor64, typ{kindFloat, 64, 1}
	case f.element.integer():
		in.exec = execIntegerMMA
	}
	in.x.tensor, in.x.regsWritten, in.x.computes = f, true, true
	for _, o := range d.registersOf(0, f.d.size()) {
		in.x.regs = append(in.x.regs, d.destination(o, t))
	}
	for i, n := range [...]int{f.countA, f.countB, f.c.size()} {
		for _, o := range d.registersOf(i+1, n) {
			in.x.reads = append(in.x.reads, d.source(o, t))
		}
	}
	if f.sparse != nil {
		in.x.reads = append(in.x.reads, d.source(d.operand(4), bits32))
		f.sparse.selector = d.selector(d.operand(5), f.sparse.selectors())
	}
	if s := f.scale; s != nil {
		in.x.reads = append(in.x.reads, d.source(d.operand(4), bits32), d.source(d.operand(6), bits32))
		s.byteA, s.threadA = d.selectors(5, s.blocks, 2)
		s.byteB, s.threadB = d.selectors(7, s.blocks, 4)
	}
	d.emit(in, f.cost())
}

// selector is a constant below a bound.
func (d *decoder) selector(o ptx.Operand, below int) int {
	c, ok := o.(*ptx.Immediate)
	switch {
	case !ok || c.Float:
		d.unsupported("the selector must be a constant")
		return 0
	case c.Bits >= uint64(below):
		d.invalid("the selector must be below " + itoa(below))
		return 0
	}
	return int(c.Bits)
}

// selectors are those of the byte, a multiple of so many, and of the lane: operand
// i, {byte, lane}.
func (d *decoder) selectors(i, bytes, lanes int) (at, lane int) {
	v, ok := d.operand(i).(*ptx.Vector)
	if !ok || len(v.Elems) != 2 {
		d.invalid("operand " + itoa(i+1) + " must be {byte, lane}")
		return 0, 0
	}
	at, lane = d.selector(v.Elems[0], 4), d.selector(v.Elems[1], lanes)
	if at%bytes != 0 {
		d.invalid("the selector of the byte must be a multiple of " + itoa(bytes))
	}
	return at, lane
}

// registersOf gives the n elements of a vector operand; one may stand without
// braces.
func (d *decoder) registersOf(i, n int) []ptx.Operand {
	elements := []ptx.Operand{d.operand(i)}
	if v, ok := d.operand(i).(*ptx.Vector); ok {
		elements = v.Elems
	}
	if len(elements) != n {
		d.invalid("operand " + itoa(i+1) + " has " + itoa(len(elements)) + " registers, not " + itoa(n))
		return nil
	}
	return elements
}

// execTensor64 executes the fp64 mma: fused multiply-adds, one after the other
// along k.
func execTensor64(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	f, r := in.x.tensor, in.x.reads
	var a [16 * 16]uint64
	var b [8 * 16]uint64
	w.fill64(a[:], &f.a, r)
	w.fill64(b[:], &f.b, r[f.countA:])
	for i, from := range r[f.countA+f.countB:] {
		sum, base := w.r64[from], f.c.base(i)
		for lane := range sum {
			at := base + f.c.at(lane)
			row, column := at/f.n, at%f.n
			for k := range f.k {
				sum[lane] = fma64(a[f.k*row+k], b[f.k*column+k], sum[lane], nearestEven)
			}
		}
		w.r64[in.x.regs[i]] = sum
	}
}

// fill64 spreads the elements of an operand.
func (w *Warp) fill64(to []uint64, f *fragment, regs []int32) {
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r64[regs[r]] {
			to[base+f.at(lane)] = v
		}
	}
}
