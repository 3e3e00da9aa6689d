package exec

// atomicBuilder decodes atomic operations.
func atomicBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "atom":
		return func(d *decoder) { buildAtomic(d, true) }
	case "red":
		return func(d *decoder) { buildAtomic(d, false) }
	}
	return nil
}

// buildAtomic decodes {.sem}{.scope}{.space}.op{.noftz}{.vec}.type.
func buildAtomic(d *decoder, returns bool) {
	if !returns && d.mods.has("async") {
		d.storeAsync()
		return
	}
	f := &memoryForm{store: true, atomic: true, count: 1}
	d.mods.one(pick(returns, []string{"relaxed", "acquire", "release", "acq_rel"}, []string{"relaxed", "release"})...)
	d.mods.one("cta", "cluster", "gpu", "sys")
	f.space = d.spaceModifier()
	op := d.mods.one("and", "or", "xor", "cas", "exch", "add", "inc", "dec", "min", "max")
	noFlush := d.mods.has("noftz")
	if vec := d.mods.one("v2", "v4", "v8"); vec != "" {
		f.count = int(vec[1] - '0')
	}
	t := d.typeAmong("b16", "b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64", "f16", "f16x2", "bf16", "bf16x2", "b128")
	if d.err != nil {
		return
	}
	if t.bits == 128 {
		d.atomicWide(f, op)
		return
	}
	f.element, f.bytes, f.compares = t, uint64(f.count*t.bytes()), op == "cas"
	apply := atomicOperation(op, t)
	switch {
	case t.half() && op != "add" && f.count == 1:
		d.invalid("atomic ." + op + " of halves needs a vector")
		return
	case apply == nil || noFlush != t.half(), t.kind == kindBits && t.bits == 16 && op != "cas":
		d.invalid("atomic ." + op + " does not go with " + t.String())
		return
	case f.space != SpaceNone && f.space != SpaceGlobal && f.space != SpaceShared:
		d.invalid("an atomic operation needs global or shared memory")
		return
	case op == "cas" && !returns:
		d.invalid("red has no .cas")
		return
	case f.count > 1 && (f.bytes > 16 || op != "add" && !t.half() || f.space != SpaceGlobal && f.space != SpaceNone || !t.half() && !t.is(kindFloat, 32)):
		d.invalid("there is no vector form of this operation")
		return
	}
	d.atomic(f, apply, op, t, returns)
}

func (d *decoder) atomic(f *memoryForm, apply func(old, b, c uint64) uint64, op string, t typ, returns bool) {
	at := 0
	if returns {
		at = 1
	}
	if !d.args(at + pick(op == "cas", 3, 2)) {
		return
	}
	in := d.begin(execAtomic)
	in.pure = false
	in.x = &extra{memory: f, f3: apply, f3Shared: apply}
	if op == "add" && t.is(kindFloat, 32) {
		in.x.f3 = func(old, b, _ uint64) uint64 {
			return flush32(add32(f32(flush32(old)), f32(flush32(b)), nearestEven))
		}
	}
	d.address(in, d.operand(at), f.space)
	if f.count > 1 {
		d.atomicVector(in, at, t)
		d.emit(in, lsuCost())
		return
	}
	if returns {
		in.d = d.dst(0, t)
	}
	in.b = d.src(at+1, t)
	if op == "cas" {
		in.c = d.src(at+2, t)
	}
	if d.err == nil && f.narrow && f.space != SpaceShared {
		d.invalid("the address must be a 64-bit register")
	}
	d.emit(in, lsuCost())
}

// atomicVector decodes the vectors of the old values, if at is 1, and of the
// operands.
func (d *decoder) atomicVector(in *inst, at int, t typ) {
	n := in.x.memory.count
	in.x.regsWritten = true
	if at == 1 {
		for _, o := range d.registersOf(0, n) {
			in.x.regs = append(in.x.regs, d.destination(o, t))
		}
	}
	for _, o := range d.registersOf(at+1, n) {
		in.x.reads = append(in.x.reads, d.source(o, t))
	}
	if d.err == nil && in.x.memory.narrow {
		d.invalid("the address must be a 64-bit register")
	}
}

// atomicOperation gives the new value of the old one and the operands. The
// addition of fp32 keeps subnormals here, as shared memory does; global memory
// flushes them.
func atomicOperation(op string, t typ) func(old, b, c uint64) uint64 {
	switch op {
	case "cas":
		return pick(t.kind == kindBits, compareAndSwap, nil)
	case "exch":
		return pick(t.kind == kindBits, func(_, b, _ uint64) uint64 { return b }, nil)
	case "and", "or", "xor":
		return pick(t.kind == kindBits, atomicLogic(op), nil)
	case "inc":
		return pick(t.is(kindUnsigned, 32), atomicIncrement, nil)
	case "dec":
		return pick(t.is(kindUnsigned, 32), atomicDecrement, nil)
	case "add":
		return atomicAdd(t)
	case "min", "max":
		return atomicMinMax(op, t)
	}
	return nil
}

func atomicMinMax(op string, t typ) func(old, b, c uint64) uint64 {
	if t.half() {
		f := floatMods{typ: t}.halfMinMax(op == "max", false, false)
		return func(old, b, _ uint64) uint64 { return f(old, b) }
	}
	if !t.integer() {
		return nil
	}
	return func(old, b, _ uint64) uint64 {
		if less(t, b, old) == (op == "min") {
			return b
		}
		return old
	}
}

func compareAndSwap(old, b, c uint64) uint64 {
	if old == b {
		return c
	}
	return old
}

func atomicIncrement(old, b, _ uint64) uint64 {
	if old >= b {
		return 0
	}
	return old + 1
}

func atomicDecrement(old, b, _ uint64) uint64 {
	if old == 0 || old > b {
		return b
	}
	return old - 1
}

func atomicLogic(op string) func(old, b, c uint64) uint64 {
	switch op {
	case "and":
		return func(old, b, _ uint64) uint64 { return old & b }
	case "or":
		return func(old, b, _ uint64) uint64 { return old | b }
	}
	return func(old, b, _ uint64) uint64 { return old ^ b }
}

func atomicAdd(t typ) func(old, b, c uint64) uint64 {
	switch {
	case t.integer() && (t.kind == kindUnsigned || t.bits == 32):
		return func(old, b, _ uint64) uint64 { return (old + b) & t.mask() }
	case t.half():
		add := floatMods{typ: t}.halves2("add")
		return func(old, b, _ uint64) uint64 { return add(old, b) }
	case t.is(kindFloat, 32):
		return func(old, b, _ uint64) uint64 { return add32(f32(old), f32(b), nearestEven) }
	case t.is(kindFloat, 64):
		return func(old, b, _ uint64) uint64 { return add64(old, b, nearestEven) }
	}
	return nil
}
