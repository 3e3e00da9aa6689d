package exec

import "ridgeline/cuda/virtual/ptx"

// moveBuilder decodes moves and what concerns generic addresses.
func moveBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "mov":
		return buildMove
	case "cvta":
		return buildAddressConversion
	case "isspacep":
		return buildIsSpace
	}
	return nil
}

func buildMove(d *decoder) {
	t := d.typeAmong("pred", "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64", "b128")
	if !d.args(2) {
		return
	}
	if t.bits == 128 {
		d.moveWide()
		return
	}
	if v, ok := d.operand(1).(*ptx.Vector); ok {
		d.pack(v, t)
		return
	}
	if v, ok := d.operand(0).(*ptx.Vector); ok {
		d.unpack(v, t)
		return
	}
	if n, ok := d.operand(1).(*ptx.Name); ok && n.Ref.Decl == nil && n.Text != "_" {
		d.moveSpecial(n, t)
		return
	}
	switch t.class() {
	case classPred:
		d.vector(execMovePred, cost{}, t, t)
	case class64:
		d.vector(execMove64, cost{}, t, t)
	default:
		d.vector(execMove32, cost{}, t, t)
	}
}

func execMove32(w *Warp, in *inst)   { w.r32[in.d] = w.r32[in.a] }
func execMove64(w *Warp, in *inst)   { w.r64[in.d] = w.r64[in.a] }
func execMovePred(w *Warp, in *inst) { w.pred[in.d] = w.pred[in.a] }

// element is the type of one of n equal parts.
func (t typ) element(n int) (typ, bool) {
	bits := t.bits / n
	return typ{kindBits, bits, 1}, bits*n == t.bits && (bits == 8 || bits == 16 || bits == 32)
}

// pack makes a register of smaller ones, the first at the low end.
func (d *decoder) pack(v *ptx.Vector, t typ) {
	e, ok := t.element(max(len(v.Elems), 1))
	if !ok || t.kind != kindBits {
		d.invalid("packing " + itoa(len(v.Elems)) + " elements into " + t.String())
		return
	}
	in := d.begin(execPack)
	in.x = &extra{}
	in.d, in.imm = d.dst(0, t), uint64(e.bits)
	for _, o := range v.Elems {
		in.x.regs = append(in.x.regs, d.source(o, e))
	}
	d.emit(in, halfMoveCost(e))
}

// halfMoveCost is that of packing: pairs of 32-bit registers are register
// pairs already, halves must be moved.
func halfMoveCost(e typ) cost {
	if e.bits == 16 {
		return aluCost(1)
	}
	return cost{}
}

func execPack(w *Warp, in *inst) {
	for i := range warpLanes {
		var v uint64
		for k, r := range in.x.regs {
			v |= uint64(w.r32[r][i]) << (uint64(k) * in.imm & 63)
		}
		w.setValue(in.dClass, in.d, i, v)
	}
}

func (d *decoder) unpack(v *ptx.Vector, t typ) {
	e, ok := t.element(max(len(v.Elems), 1))
	if !ok || t.kind != kindBits {
		d.invalid("unpacking " + t.String() + " into " + itoa(len(v.Elems)) + " elements")
		return
	}
	in := d.begin(execUnpack)
	in.pure = false
	in.x = &extra{regsWritten: true, computes: true}
	in.a, in.imm = d.src(1, t), uint64(e.bits)
	for _, o := range v.Elems {
		in.x.regs = append(in.x.regs, d.destination(o, e))
	}
	d.emit(in, halfMoveCost(e))
}

func execUnpack(w *Warp, in *inst) {
	keep := typ{kindBits, int(in.imm), 1}.mask()
	for m := w.mask; m != 0; m &= m - 1 {
		i := firstLane(m)
		v := w.value(in.aClass, in.a, i)
		for _, r := range in.x.regs {
			w.r32[r][i&31] = uint32(v & keep)
			v >>= in.imm
		}
	}
}

// buildAddressConversion decodes cvta{.to}.space.u64.
func buildAddressConversion(d *decoder) {
	to := d.mods.has("to")
	s := d.spaceModifier()
	t := d.typeAmong("u64")
	if d.err != nil || !d.args(2) {
		return
	}
	if s == SpaceNone {
		d.invalid("needs a state space")
		return
	}
	in := d.begin(execOffset64)
	in.d, in.a = d.dst(0, t), d.src(1, t)
	in.imm = windowBase(s)
	if to {
		in.imm = -in.imm
	}
	d.emit(in, cost{})
}

func execOffset64(w *Warp, in *inst) {
	d, a := &w.r64[in.d], &w.r64[in.a]
	for i := range d {
		d[i] = a[i] + in.imm
	}
}

func buildIsSpace(d *decoder) {
	s := d.spaceModifier()
	if d.err != nil || !d.args(2) {
		return
	}
	if s == SpaceNone {
		d.invalid("needs a state space")
		return
	}
	in := d.begin(execIsSpace)
	in.d, in.a, in.imm = d.dst(0, typ{kindPred, 1, 1}), d.src(1, typ{kindUnsigned, 64, 1}), uint64(s)
	d.emit(in, aluCost(2))
}

func execIsSpace(w *Warp, in *inst) {
	var m uint32
	module := w.core.launch.Kernel.module
	for i, a := range w.r64[in.a] {
		_, s := windowOf(a)
		if s == SpaceGlobal && a >= module.constBase && a < module.constEnd {
			s = SpaceConst
		}
		if s == Space(in.imm) {
			m |= 1 << i
		}
	}
	w.pred[in.d] = m
}
