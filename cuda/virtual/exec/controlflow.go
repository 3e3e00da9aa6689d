package exec

import "ridgeline/cuda/virtual/ptx"

// controlBuilder decodes branches, barriers, fences and exits.
func controlBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "bra":
		return buildBranch
	case "brx":
		return buildIndexedBranch
	case "exit", "ret":
		return buildExit
	case "trap", "brkpt":
		return buildTrap
	case "bar", "barrier":
		return buildBarrier
	case "membar", "fence":
		return buildFence
	case "nanosleep":
		return buildSleep
	case "call":
		return buildCall
	}
	return nil
}

// end makes an exit.
func (d *decoder) end() *inst {
	in := d.begin(execNothing)
	in.control = controlExit
	return in
}

func execNothing(*Warp, *inst) {}

func buildExit(d *decoder) {
	d.mods.has("uni")
	if !d.args(0) {
		return
	}
	in := d.end()
	switch {
	case d.in.Opcode == "exit":
	case d.scope.after != nil:
		in.control, in.x = controlBranch, &extra{label: d.scope.after}
	case d.routine != nil:
		in.control = controlReturn
	}
	d.emit(in, branchCost())
}

func buildTrap(d *decoder) {
	if d.args(0) {
		in := d.begin(execNothing)
		in.control = controlTrap
		d.emit(in, branchCost())
	}
}

func buildBranch(d *decoder) {
	d.mods.has("uni")
	if !d.args(1) {
		return
	}
	n, ok := d.operand(0).(*ptx.Name)
	if !ok {
		d.invalid("the target must be a label")
		return
	}
	label, ok := n.Ref.Decl.(*ptx.Label)
	if !ok {
		d.invalid(n.Text + " is no label")
		return
	}
	in := d.begin(execNothing)
	in.control, in.x = controlBranch, &extra{label: label}
	d.emit(in, branchCost())
}

// buildIndexedBranch decodes brx.idx{.uni} index, targets.
func buildIndexedBranch(d *decoder) {
	d.mods.has("idx")
	d.mods.has("uni")
	if !d.args(2) {
		return
	}
	n, ok := d.operand(1).(*ptx.Name)
	if !ok {
		d.invalid("the second operand must be a list of targets")
		return
	}
	list, ok := n.Ref.Decl.(*ptx.TargetList)
	if !ok || list.Kind != "branchtargets" {
		d.invalid(n.Text + " is no list of targets")
		return
	}
	in := d.begin(execNothing)
	in.control, in.x = controlIndexed, &extra{}
	for _, r := range list.Refs {
		in.x.labels = append(in.x.labels, r.Decl)
	}
	in.a = d.src(0, typ{kindUnsigned, 32, 1})
	d.emit(in, branchCost())
}

// buildBarrier decodes bar and barrier.
func buildBarrier(d *decoder) {
	if d.in.Opcode == "bar" && d.mods.has("warp") {
		buildWarpBarrier(d)
		return
	}
	if d.in.Opcode == "barrier" && d.mods.has("cluster") {
		buildClusterBarrier(d)
		return
	}
	d.mods.has("cta")
	f := &barrierForm{wait: true}
	switch d.mods.one("sync", "arrive", "red") {
	case "sync":
	case "arrive":
		f.wait = false
	case "red":
		f.reduce = map[string]reduction{"popc": reducePopc, "and": reduceAnd, "or": reduceOr}[d.mods.one("popc", "and", "or")]
		if f.reduce == reduceNone {
			d.invalid("needs .popc, .and or .or")
			return
		}
	default:
		d.leftover()
		return
	}
	f.aligned = d.in.Opcode == "bar" || d.mods.has("aligned")
	in := d.begin(execNothing)
	in.control, in.x = controlBarrier, &extra{barrier: f}
	first, last := d.barrierReduction(in, f)
	n := last - first
	if n < 1 || n > 2 || !f.wait && n != 2 {
		d.invalid("has the wrong number of operands")
		return
	}
	in.a = d.src(first, bits32)
	if n == 2 {
		f.hasCount = true
		in.b = d.src(first+1, bits32)
	}
	d.emit(in, branchCost())
}

// barrierReduction decodes what only bar.red has, and gives the range of the
// operands that all forms have.
func (d *decoder) barrierReduction(in *inst, f *barrierForm) (first, last int) {
	last = len(d.in.Operands)
	if f.reduce == reduceNone {
		return 0, last
	}
	t := predicate
	if f.reduce == reducePopc {
		t = d.typeAmong("u32")
	} else {
		d.typeAmong("pred")
	}
	if last < 3 {
		return 0, 0
	}
	in.d = d.dst(0, t)
	in.c, in.cXor = d.predicate(d.operand(last - 1))
	return 1, last - 1
}

func buildWarpBarrier(d *decoder) {
	d.needSync()
	if !d.args(1) {
		return
	}
	in := d.together(execNothing, 0)
	in.x.warpBarrier = true
	d.emit(in, branchCost())
}

// buildFence decodes memory fences. Every access takes effect at once, so they
// have nothing to do.
func buildFence(d *decoder) {
	switch {
	case d.in.Opcode == "membar" && d.mods.has("proxy"), d.in.Opcode == "fence" && d.mods.has("proxy"):
		d.proxyFence()
		return
	case d.in.Opcode == "membar":
		if d.mods.one("cta", "gl", "sys") == "" {
			d.invalid("needs .cta, .gl or .sys")
		}
	case d.mods.has("mbarrier_init"):
		if !d.mods.has("release") || !d.mods.has("cluster") {
			d.invalid("needs .release.cluster")
		}
	default:
		d.mods.one("sc", "acq_rel", "acquire", "release")
		if d.mods.one("cta", "cluster", "gpu", "sys") == "" {
			d.invalid("needs a scope")
		}
	}
	if d.args(0) {
		d.hint(lsuCost())
	}
}

// proxyFence decodes fence.proxy, between ways of access that are one here.
func (d *decoder) proxyFence() {
	switch d.mods.one("alias", "async", "async.global", "tensormap::generic", "generic", "async::generic") {
	case "":
		d.invalid("needs the proxies")
		return
	case "tensormap::generic":
		order, scope := d.mods.one("acquire", "release"), d.mods.one("cta", "cluster", "gpu", "sys")
		if order == "" || scope == "" {
			d.invalid("needs an order and a scope")
		} else if d.args(pick(order == "acquire", 2, 0)) {
			d.hint(lsuCost())
		}
		return
	case "async::generic":
		d.mods.one("acquire", "release")
		d.mods.has("sync_restrict::shared::cluster")
		d.mods.has("sync_restrict::shared::cta")
		d.mods.one("cta", "cluster", "gpu", "sys")
	}
	d.mods.one("global", "shared::cta", "shared::cluster")
	if d.args(0) {
		d.hint(lsuCost())
	}
}

func buildSleep(d *decoder) {
	d.typeAmong("u32")
	if !d.args(1) {
		return
	}
	in := d.begin(execNothing)
	in.pure = false
	in.a = d.src(0, bits32)
	d.emit(in, branchCost())
}
