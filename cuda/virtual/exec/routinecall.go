package exec

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// callForm is a call of a routine: of one, or of the one whose address is in
// operand a.
type callForm struct {
	routine        *routine // nil where the call is indirect
	args, returned []stretch
}

// placeParameters lays out the parameters of a routine in the frame.
func (d *decoder) placeParameters(r *routine) {
	lay := func(list []*ptx.Variable) (all []stretch) {
		for _, v := range list {
			bytes, align := d.extent(v)
			if v.Space != ptx.SpaceParam {
				d.failAt(v.Pos, cuda.Unsupported, "parameter "+v.Name+", which is no .param variable, of a function that calls itself or is called indirectly")
			}
			at := allot(&d.frameEnd, bytes, align)
			d.places[v] = place{spaceFrame, at}
			all = append(all, stretch{at, bytes})
		}
		return all
	}
	r.parameters, r.returned = lay(r.f.Params), lay(r.f.Return)
}

// routineBody decodes a routine. Its local variables lie at offsets from where
// its activation begins.
func (d *decoder) routineBody(r *routine, own []*ptx.Variable) {
	r.start = len(d.code)
	kernelEnd := d.localEnd
	d.localEnd, d.routine, d.scope = 0, r, newScope(r.start, nil)
	d.placeOwn(own)
	d.body(r.f.Body)
	if d.err == nil {
		d.in = &ptx.Instruction{Opcode: "ret", Text: "ret", Pos: d.lastPos()}
		buildExit(d)
		d.resolveLabels()
	}
	r.localBytes = alignUp(d.localEnd, 16)
	d.localEnd, d.routine = kernelEnd, nil
}

// callRoutine decodes a call of a routine that is known.
func (d *decoder) callRoutine(c callee, r *routine) {
	form := &callForm{routine: r}
	form.args = d.actuals(c.args, r.parameters)
	form.returned = d.actuals(c.returned, r.returned)
	d.emitCall(form)
}

// callIndirect decodes a call through a register. What it passes has the sizes
// that the prototype says, or those of the functions that may be called.
func (d *decoder) callIndirect(c callee) {
	var like *ptx.Function
	switch {
	case c.list == nil:
		d.invalid("an indirect call needs a prototype or a list of targets")
		return
	case c.list.Kind == "callprototype":
		like = c.list.Prototype
	case c.list.Kind == "calltargets" && len(c.list.Refs) > 0:
		like, _ = c.list.Refs[0].Decl.(*ptx.Function)
	}
	if like == nil || len(like.Params) != len(c.args) || len(like.Return) != len(c.returned) {
		d.invalid("the call does not match its prototype")
		return
	}
	form := &callForm{}
	form.args = d.actuals(c.args, stretches(like.Params))
	form.returned = d.actuals(c.returned, stretches(like.Return))
	d.emitCall(form)
}

func stretches(list []*ptx.Variable) []stretch {
	all := make([]stretch, len(list))
	for i, v := range list {
		all[i].bytes, _ = v.Bytes()
	}
	return all
}

func (d *decoder) actuals(list []ptx.Operand, formal []stretch) []stretch {
	all := make([]stretch, 0, len(list))
	for i, o := range list {
		p, ok := d.actual(o, formal[i].bytes)
		if !ok {
			return nil
		}
		all = append(all, p)
	}
	return all
}

func (d *decoder) emitCall(form *callForm) {
	if d.err != nil {
		return
	}
	in := d.begin(execNothing)
	in.control, in.x = controlCall, &extra{call: form}
	if form.routine == nil {
		in.a = d.indirectAddress()
	}
	d.emit(in, branchCost())
}

// indirectAddress gives the register that holds the address of the function.
func (d *decoder) indirectAddress() int32 {
	for _, o := range d.in.Operands {
		if n, ok := o.(*ptx.Name); ok {
			return d.source(n, typ{kindUnsigned, 64, 1})
		}
	}
	return 0
}

// stackAddress gives a register with the address of a local variable of a
// routine, which depends on the activation.
func (d *decoder) stackAddress(offset int64, t typ) int32 {
	in := d.begin(execStackAddress)
	in.g, in.guarded, in.guardXor = 0, false, 0
	in.imm = uint64(offset)
	in.d = d.scratch(t.class(), t.bits)
	d.emit(in, cost{})
	return in.d
}

func execStackAddress(w *Warp, in *inst) {
	for lane := range warpLanes {
		w.setValue(in.dClass, in.d, lane, uint64(w.stack.base[lane])+in.imm)
	}
}

// parameterAddress gives the address of a parameter of a device function. It
// lies in local memory, where the parameter is copied to (PTX ISA, "mov").
func (d *decoder) parameterAddress(v *ptx.Variable, p place, offset int64, t typ) int32 {
	bytes, align := d.extent(v)
	at := allot(&d.localEnd, bytes, max(align, 8))
	d.whole = true
	in := d.begin(execCopyParameter)
	in.g, in.guarded, in.guardXor = 0, false, 0
	in.pure = false
	in.x = &extra{copied: stretch{p.offset, bytes}}
	in.a = d.addressIn(at, t)
	d.emit(in, cost{})
	return d.addressIn(at+offset, t)
}

// addressIn gives the address of a place of local memory.
func (d *decoder) addressIn(at int64, t typ) int32 {
	if d.routine != nil {
		return d.stackAddress(at, t)
	}
	return d.constant(t.class(), uint64(at), "")
}

// execCopyParameter copies a call parameter to local memory at operand a.
func execCopyParameter(w *Warp, in *inst) {
	w.growLocal()
	from, to := w.frameRegion(), region{words: w.local, stride: warpLanes, step: 1}
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		at := w.value(in.aClass, in.a, lane)
		if w.core.checks.Memory {
			w.growWritten()
			markLane(w.localWritten[at:][:in.x.copied.bytes], lane)
		}
		for k := range uint64(in.x.copied.bytes) {
			to.store(at+k, 1, lane, from.load(uint64(in.x.copied.offset)+k, 1, lane))
		}
	}
}
