package exec

// tensorMemoryBuilder decodes tcgen05, the tensor instructions of Blackwell's data
// centres, which work on a memory of their own.
func tensorMemoryBuilder(opcode string) func(*decoder) {
	if opcode == "tcgen05" {
		return buildTCGen05
	}
	return nil
}

// buildTCGen05 decodes tcgen05.op{.cta_group::1} and what follows.
func buildTCGen05(d *decoder) {
	d.whole = true
	op := d.mods.take()
	if d.mods.has("cta_group::2") {
		d.unsupported("the virtual GPU has no pairs of blocks, which cta_group::2 needs")
		return
	}
	grouped := d.mods.has("cta_group::1")
	build, needs := tcgen05Builder(op)
	switch {
	case build == nil:
		d.unsupported("the virtual GPU does not execute tcgen05." + op)
	case grouped != needs:
		d.invalid(pick(needs, "needs .cta_group::1", "takes no .cta_group"))
	default:
		build(d)
	}
}

// tcgen05Builder gives what decodes an operation, and whether that names a group of
// blocks; nil where the virtual GPU has none.
func tcgen05Builder(op string) (build func(*decoder), grouped bool) {
	switch op {
	case "alloc":
		return buildTensorAlloc, true
	case "dealloc":
		return buildTensorDealloc, true
	case "relinquish_alloc_permit":
		return buildTensorRelinquish, true
	case "ld":
		return func(d *decoder) { d.tensorMove(false) }, false
	case "st":
		return func(d *decoder) { d.tensorMove(true) }, false
	case "wait::ld":
		return buildTensorWaitLoads, false
	case "wait::st":
		return buildTensorWaitStores, false
	case "fence::before_thread_sync", "fence::after_thread_sync":
		return buildTensorFence, false
	case "cp":
		return buildTensorCopy, true
	case "mma":
		return buildTensorMultiply, true
	case "commit":
		return buildTensorCommit, true
	}
	return nil, false
}

// buildTensorFence decodes tcgen05.fence. Memory has one order here.
func buildTensorFence(d *decoder) {
	if d.args(0) {
		d.hint(branchCost())
	}
}

// tensorAddress decodes operand i, [address in tensor memory + offset], into a slot
// and an offset.
func (d *decoder) tensorAddress(i int) (slot int32, offset uint64) {
	f := &memoryForm{space: SpaceNone, bytes: 4}
	slot, offset = d.bulkAddress(f, i)
	if d.err == nil && !f.narrow {
		d.invalid("an address in tensor memory has 32 bits")
	}
	return slot, offset
}
