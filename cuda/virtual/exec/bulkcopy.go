package exec

// Bulk copies (cp.async.bulk, cp.reduce.async.bulk, st.async, red.async) towards
// shared memory read their source when they are issued; what they bring arrives
// when somebody looks at the mbarrier that counts its bytes, and no sooner. Those
// towards global memory take effect at once.

// bulkForm is a bulk copy. Its destination is operand a plus imm, its source b
// plus from, its size in bytes operand h, its mbarrier m plus at.
type bulkForm struct {
	source, target memoryForm
	barrier        memoryForm
	from, at       uint64
	counted        bool // by an mbarrier
	element        typ
	apply          func(old, b, c uint64) uint64 // nil copies
}

// bulkCopy decodes cp{.reduce}.async.bulk.
func (d *decoder) bulkCopy(reduces bool) {
	switch d.mods.one("commit_group", "wait_group", "prefetch", "tensor") {
	case "commit_group":
		if d.args(0) {
			d.hint(lsuCost())
		}
		return
	case "wait_group":
		d.mods.has("read")
		if _, ok := d.constantOperand(0); d.args(1) && !ok {
			d.invalid("the number of groups must be a constant")
		}
		d.hint(branchCost())
		return
	case "prefetch":
		d.bulkPrefetch()
		return
	case "tensor":
		d.unsupported("the virtual GPU has no tensor maps")
		return
	}
	form := &bulkForm{element: bits32}
	d.bulkSpaces(form)
	if reduces {
		d.bulkReduction(form)
	}
	d.emitBulk(form)
}

func (d *decoder) bulkPrefetch() {
	if !d.mods.has("L2") || !d.mods.has("global") {
		d.invalid("needs .L2.global")
	}
	if n := 2 + int(boolBit(d.mods.has("L2::cache_hint"))); d.args(n) && d.anyAddress(0) {
		d.hint(lsuCost())
	}
}

// bulkSpaces takes the spaces and how the end of the copy is told.
func (d *decoder) bulkSpaces(form *bulkForm) {
	space := func() Space {
		switch d.mods.take() {
		case "shared::cluster", "shared::cta":
			return SpaceShared
		case "global":
			return SpaceGlobal
		}
		d.invalid("needs the spaces of the destination and of the source")
		return SpaceShared
	}
	form.target.space, form.source.space = space(), space()
	form.counted = form.target.space == SpaceShared
	if end := d.mods.one("mbarrier::complete_tx::bytes", "bulk_group"); end == "" || (end == "bulk_group") == form.counted {
		d.invalid("copies to shared memory are counted by an mbarrier, those to global memory in groups")
	}
	if form.source.space == SpaceGlobal && !form.counted {
		d.invalid("one side must be shared memory")
	}
}

// bulkReduction takes the operation and its type.
func (d *decoder) bulkReduction(form *bulkForm) {
	op := d.mods.one("and", "or", "xor", "add", "inc", "dec", "min", "max")
	half := d.mods.has("noftz")
	t := d.typeAmong("b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64", "f16", "bf16")
	if form.apply = atomicOperation(op, t); form.apply == nil && t.is(kindSigned, 64) && op == "add" {
		form.apply = func(old, b, _ uint64) uint64 { return old + b }
	}
	if form.apply == nil || op == "add" && half != t.half() {
		d.invalid("." + op + " does not go with " + t.String())
	}
	form.element = t
}

// emitBulk decodes [dst], [src], size{, [mbar]}{, policy}.
func (d *decoder) emitBulk(form *bulkForm) {
	operands := 3 + int(boolBit(form.counted))
	if d.mods.has("L2::cache_hint") {
		operands++
	}
	if d.mods.holds("multicast::cluster") {
		d.unsupported("the virtual GPU has no clusters")
	}
	if d.err != nil || !d.args(operands) {
		return
	}
	d.whole = true
	in := d.begin(execBulk)
	in.pure = false
	in.x = &extra{memory: &form.target, bulk: form}
	form.target.bytes, form.source.bytes, form.barrier.bytes = 16, 16, 8
	d.address(in, d.operand(0), form.target.space)
	in.b, form.from = d.bulkAddress(&form.source, 1)
	in.h = d.src(2, bits32)
	if form.counted {
		form.barrier.space = SpaceShared
		d.bulkBarrier(in, 3)
	}
	d.emit(in, lsuCost())
}

// bulkAddress decodes operand i as an address in the space of the form.
func (d *decoder) bulkAddress(f *memoryForm, i int) (slot int32, offset uint64) {
	at := &inst{x: &extra{memory: f}}
	d.address(at, d.operand(i), f.space)
	return at.a, at.imm
}

// bulkBarrier decodes operand i as the mbarrier that counts the bytes.
func (d *decoder) bulkBarrier(in *inst, i int) {
	form := in.x.bulk
	form.barrier.space, form.barrier.bytes = SpaceShared, 8
	slot, offset := d.bulkAddress(&form.barrier, i)
	in.x.reads, form.at = []int32{slot}, offset
}

// storeAsync decodes st.async and red.async: [a], values, [mbarrier].
func (d *decoder) storeAsync() {
	reduces := d.in.Opcode == "red"
	if d.mods.has("mmio") || !d.mods.has("mbarrier::complete_tx::bytes") {
		d.unsupported("the virtual GPU does not execute this form of " + d.in.Opcode + ".async")
		return
	}
	if relaxed, scoped := d.mods.has("relaxed"), d.mods.has("cluster"); relaxed != reduces || scoped != reduces {
		d.invalid("red.async needs .relaxed.cluster, st.async takes neither")
	}
	d.mods.has(pick(reduces, "", "weak"))
	d.mods.one("shared::cluster", "shared::cta")
	form := &bulkForm{counted: true}
	op := ""
	if reduces {
		op = d.mods.one("and", "or", "xor", "add", "inc", "dec", "min", "max")
	}
	count := map[string]int{"": 1, "v2": 2, "v4": 4}[d.mods.one("v2", "v4")]
	t := d.typeAmong("b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64")
	if reduces {
		if form.apply = atomicOperation(op, t); form.apply == nil || count > 1 {
			d.invalid("there is no such operation")
		}
	}
	if d.err != nil || !d.args(3) {
		return
	}
	form.element, form.target = t, memoryForm{space: SpaceShared, bytes: uint64(count * t.bytes()), element: t, count: count, store: true}
	d.whole = true
	in := d.begin(execStoreAsync)
	in.pure = false
	in.x = &extra{memory: &form.target, bulk: form}
	d.address(in, d.operand(0), SpaceShared)
	for _, o := range d.registersOf(1, count) {
		in.x.regs = append(in.x.regs, d.source(o, t))
	}
	d.bulkBarrier(in, 2)
	d.emit(in, lsuCost())
}
