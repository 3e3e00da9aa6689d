package exec

import "ridgeline/cuda/virtual/ptx"

// memoryBuilder decodes loads and stores.
func memoryBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "ld", "ldu":
		return func(d *decoder) { buildAccess(d, false) }
	case "st":
		return func(d *decoder) { buildAccess(d, true) }
	}
	return nil
}

// buildAccess decodes ld and st: {.sem}{.scope}{.space}{.cache}{.nc}{.vec}.type.
func buildAccess(d *decoder, store bool) {
	if d.mods.has("async") {
		d.storeAsync()
		return
	}
	f := &memoryForm{store: store}
	hinted := false
	if d.in.Opcode == "ldu" {
		if f.space = d.spaceModifier(); f.space != SpaceNone && f.space != SpaceGlobal {
			d.invalid("ldu reads global memory")
		}
	} else {
		d.accessOrder(f)
		f.space = d.spaceModifier()
		d.ordersSpace(f)
		hinted = d.cacheModifiers(f)
	}
	count := map[string]int{"": 1, "v2": 2, "v4": 4, "v8": 8}[d.mods.one("v2", "v4", "v8")]
	f.element = d.typeAmong("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64", "b128")
	if f.element.bits == 128 {
		f.element, count = typ{kindBits, 64, 1}, 2*count
	}
	f.count, f.bytes = count, uint64(count*f.element.bytes())
	operands := 2
	if hinted {
		operands = 3
	}
	switch {
	case d.err != nil || !d.args(operands):
		return
	case f.bytes > 32 || f.bytes == 32 && f.space != SpaceGlobal && f.space != SpaceNone:
		d.invalid("an access of " + itoa(int(f.bytes)) + " bytes")
		return
	case store && f.space == SpaceConst:
		d.invalid("constant memory cannot be written")
		return
	}
	d.access(f)
}

// access emits a load or store.
func (d *decoder) access(f *memoryForm) {
	at, data := 1, 0
	if f.store {
		at, data = 0, 1
	}
	in := d.begin(execMemory)
	in.pure = false
	in.x = &extra{memory: f, regsWritten: !f.store}
	d.address(in, d.operand(at), f.space)
	d.data(in, f, d.operand(data))
	switch {
	case d.err != nil:
	case f.narrow && (f.space == SpaceNone || f.space == SpaceGlobal || f.space == SpaceConst):
		d.invalid("the address must be a 64-bit register")
	case f.store && f.space == SpaceParam:
		d.invalid("the parameters of a kernel cannot be written")
	case f.space == SpaceParam && d.values[in.a].constant:
		d.loadParam(in)
	default:
		d.emit(in, pick(f.space == SpaceParam || f.space == spaceFrame, cost{}, lsuCost()))
	}
}

// data decodes the registers that an access moves.
func (d *decoder) data(in *inst, f *memoryForm, o ptx.Operand) {
	elements := []ptx.Operand{o}
	if v, ok := o.(*ptx.Vector); ok {
		elements = v.Elems
	}
	if len(elements) != f.count {
		d.invalid("moves " + itoa(len(elements)) + " elements, not " + itoa(f.count))
		return
	}
	for _, e := range elements {
		var r int32
		switch n, ok := e.(*ptx.Name); {
		case f.store:
			r = d.widerSource(e, f.element)
		case ok && n.Text == "_" && f.register > 0:
			r = d.scratch(typ{kindBits, f.register, 1}.class(), f.register)
		default:
			r, _ = d.wider(e, f.element)
		}
		if d.err != nil {
			return
		}
		if f.register != 0 && d.values[r].class != d.values[in.x.regs[0]].class {
			d.invalid("the registers must have one size")
		}
		f.register = d.values[r].bits
		in.x.regs = append(in.x.regs, r)
	}
}

// loadParam emits a load from a known place of the parameter space, whose
// value is the same for all lanes.
func (d *decoder) loadParam(in *inst) {
	f := in.x.memory
	offset := d.values[in.a].content + in.imm
	if size := uint64(d.paramBytes); offset%f.bytes != 0 || offset > size || f.bytes > size-offset {
		d.invalid("the access is misaligned, or outside of the parameters")
		return
	}
	in.a = 0
	if f.count > 1 {
		in.a, in.imm = d.constant(class64, offset, ""), 0
		d.emit(in, cost{})
		return
	}
	in.exec, in.pure, in.imm = execLoadParam, true, offset
	in.d, in.x.regs = in.x.regs[0], nil
	d.emit(in, cost{})
}

func execLoadParam(w *Warp, in *inst) {
	r := region{words: w.core.params, stride: 1}
	f := in.x.memory
	v := f.extend(r.load(in.imm, int(f.bytes), 0))
	if in.dClass == class64 {
		d := &w.r64[in.d]
		for i := range d {
			d[i] = v
		}
		return
	}
	d := &w.r32[in.d]
	for i := range d {
		d[i] = uint32(v)
	}
}
