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
	if !d.mods.has("sync") {
		d.invalid("needs .sync")
	}
	d.mods.has("aligned")
}

// wholeWarp makes an instruction that the whole warp executes at once.
func (d *decoder) wholeWarp(exec execFunc) *inst {
	in := d.begin(exec)
	in.pure, in.x = false, &extra{aligned: true}
	in.m = d.constant(class32, uint64(allLanes), "")
	return in
}

// buildMMA decodes mma.sync.aligned.shape.row.col.d.a.b.c d, a, b, c.
func buildMMA(d *decoder) {
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
	types := strings.Join(d.mods.rest(), ".")
	f := mmaForm(shape, types)
	if f == nil {
		d.unsupported("the virtual GPU does not execute mma ." + shape + "." + types)
		return
	}
	d.tensorInstruction(f)
}

// mmaForm gives the form of a shape and its types, or nil.
func mmaForm(shape, types string) *tensorForm {
	switch shape + "." + types {
	case "m16n8k16.f32.f16.f16.f32", "m16n8k8.f32.f16.f16.f32":
		return newTensorForm(16, 8, depth(shape), elementF16, false, false)
	case "m16n8k16.f16.f16.f16.f16", "m16n8k8.f16.f16.f16.f16":
		return newTensorForm(16, 8, depth(shape), elementF16, true, true)
	case "m16n8k16.f32.bf16.bf16.f32", "m16n8k8.f32.bf16.bf16.f32":
		return newTensorForm(16, 8, depth(shape), elementBF16, false, false)
	case "m16n8k8.f32.tf32.tf32.f32", "m16n8k4.f32.tf32.tf32.f32":
		return newTensorForm(16, 8, depth(shape), elementTF32, false, false)
	case "m8n8k4.f64.f64.f64.f64":
		return newTensorForm(8, 8, 4, elementF64, false, false)
	}
	return nil
}

// depth is k of a shape such as m16n8k16.
func depth(shape string) int {
	switch {
	case strings.HasSuffix(shape, "k16"):
		return 16
	case strings.HasSuffix(shape, "k8"):
		return 8
	}
	return 4
}

func newTensorForm(m, n, k int, e element, halfC, halfD bool) *tensorForm {
	per := max(4/e.bytes(), 1)
	f := &tensorForm{m: m, n: n, k: k, element: e, halfC: halfC, halfD: halfD,
		a: firstFragment(m, k, per), b: secondFragment(n, k, per),
		c: accumulatorFragment(m, n, pick(halfC, 2, 1)), d: accumulatorFragment(m, n, pick(halfD, 2, 1))}
	f.countA, f.countB = f.a.size(), f.b.size()
	return f
}

// path is where the operations are counted.
func (f *tensorForm) path() path {
	switch {
	case f.element == elementBF16:
		return pathTensorBF16
	case f.element == elementTF32:
		return pathTensorTF32
	case f.element == elementF64:
		return pathTensorFP64
	case f.halfD:
		return pathTensorF16F16
	}
	return pathTensorF16F32
}

func (f *tensorForm) cost() cost {
	flops := 2 * f.m * f.n * f.k
	return cost{pipe: PipeTensor, issues: uint8(max(flops/4096, 1)), path: f.path(), ops: uint16(flops / warpLanes)}
}

// tensorInstruction emits d, a, b, c.
func (d *decoder) tensorInstruction(f *tensorForm) {
	if d.err != nil || !d.args(4) {
		return
	}
	in, t := d.wholeWarp(execTensor), bits32
	if f.element == elementF64 {
		in.exec, t = execTensor64, typ{kindFloat, 64, 1}
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
	d.emit(in, f.cost())
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
	a, b := w.r64[r[0]], w.r64[r[1]]
	c := [2]lanes64{w.r64[r[2]], w.r64[r[3]]}
	for lane := range warpLanes {
		row, column := lane>>2, 2*(lane&3)
		for i := range c {
			for k := range f.k {
				c[i][lane] = fma64(a[4*row+k], b[4*(column+i)+k], c[i][lane], nearestEven)
			}
		}
	}
	w.r64[in.x.regs[0]], w.r64[in.x.regs[1]] = c[0], c[1]
}
