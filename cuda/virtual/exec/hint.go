package exec

import "ridgeline/cuda/virtual/ptx"

// hintBuilder decodes what has no effect on results: prefetches, cache
// priorities, the number of registers of a warp, the order of grids, events of
// a profiler. Memory has one order here, and grids run one after the other.
func hintBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "prefetch", "prefetchu":
		return buildPrefetch
	case "applypriority", "discard":
		return buildLineHint
	case "createpolicy":
		return buildPolicy
	case "griddepcontrol":
		return buildGridDependency
	case "setmaxnreg":
		return buildRegisterCount
	case "pmevent":
		return buildEvent
	}
	return nil
}

// hint emits an instruction without an effect.
func (d *decoder) hint(c cost) {
	in := d.begin(execNothing)
	in.pure = false
	d.emit(in, c)
}

// buildPrefetch decodes prefetch{.space}.level [a]. The address may be any: what
// does not exist is not fetched.
func buildPrefetch(d *decoder) {
	s := d.mods.one("global", "local", "const", "param")
	level := d.mods.one("L1", "L2", "L2::evict_last", "L2::evict_normal", "tensormap")
	uniform := d.in.Opcode == "prefetchu"
	switch {
	case level == "tensormap":
		d.unsupported("the virtual GPU has no tensor maps")
	case level == "" || uniform && (level != "L1" || s != ""), s != "" && s != "global" && s != "local", len(level) > 2 && s == "local":
		d.invalid("needs a level of the cache that goes with its space")
	case d.args(1) && d.anyAddress(0):
		d.hint(lsuCost())
	}
}

// anyAddress tells whether operand i is an address.
func (d *decoder) anyAddress(i int) bool {
	if _, ok := d.operand(i).(*ptx.Address); !ok {
		d.invalid("operand " + itoa(i+1) + " must be an address")
		return false
	}
	return true
}

// buildLineHint decodes applypriority{.global}.L2::evict_normal [a], 128 and
// discard{.global}.L2 [a], 128. What is discarded has any content: here its old.
func buildLineHint(d *decoder) {
	d.mods.has("global")
	level := pick(d.in.Opcode == "discard", "L2", "L2::evict_normal")
	if !d.mods.has(level) {
		d.invalid("needs ." + level)
		return
	}
	if bytes, ok := d.constantOperand(1); d.args(2) && d.anyAddress(0) && (!ok || bytes != 128) {
		d.invalid("the size must be 128")
		return
	}
	d.hint(lsuCost())
}

// buildPolicy decodes createpolicy, whose result nobody can look into.
func buildPolicy(d *decoder) {
	kind := d.mods.one("fractional", "range", "cvt")
	if kind == "" {
		d.invalid("needs .fractional, .range or .cvt")
		return
	}
	if kind == "range" {
		d.mods.has("global")
	}
	if !d.policyLevels(kind) {
		d.invalid("needs a priority in the L2 cache")
		return
	}
	t := d.typeAmong("b64")
	if n := len(d.in.Operands); n < 1 || n > 4 {
		d.invalid("has the wrong number of operands")
		return
	}
	in := d.begin(execMove64)
	in.d, in.a = d.dst(0, t), d.constant(class64, 1, "")
	d.emit(in, aluCost(1))
}

// policyLevels takes the first priority, and a second one for the rest.
func (d *decoder) policyLevels(kind string) bool {
	if kind == "cvt" {
		return d.mods.has("L2")
	}
	first := d.mods.one("L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged")
	d.mods.one("L2::evict_first", "L2::evict_unchanged")
	return first != ""
}

func buildGridDependency(d *decoder) {
	if d.mods.one("launch_dependents", "wait") == "" {
		d.invalid("needs .launch_dependents or .wait")
		return
	}
	if d.args(0) {
		d.hint(branchCost())
	}
}

// buildRegisterCount decodes setmaxnreg.{inc,dec}.sync.aligned.u32 count.
func buildRegisterCount(d *decoder) {
	change := d.mods.one("inc", "dec")
	sync, aligned := d.mods.has("sync"), d.mods.has("aligned")
	d.typeAmong("u32")
	n, ok := d.constantOperand(0)
	switch {
	case d.err != nil || !d.args(1):
	case change == "" || !sync || !aligned:
		d.invalid("needs .inc or .dec, .sync and .aligned")
	case !ok || n < 24 || n > 256 || n%8 != 0:
		d.invalid("the count must be a multiple of 8 from 24 to 256")
	default:
		d.hint(branchCost())
	}
}

func buildEvent(d *decoder) {
	most := pick[uint64](d.mods.has("mask"), 0xffff, 15)
	if n, ok := d.constantOperand(0); d.args(1) && (!ok || n > most) {
		d.invalid("the event must be a constant up to " + itoa(int(most)))
		return
	}
	d.hint(branchCost())
}
