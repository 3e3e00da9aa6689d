package exec

import (
	"ridgeline/cuda/virtual/ptx"
)

// asyncBuilder decodes asynchronous copies.
func asyncBuilder(opcode string) func(*decoder) {
	if opcode == "cp" {
		return buildAsync
	}
	return nil
}

func buildAsync(d *decoder) {
	switch {
	case !d.mods.has("async"):
		d.invalid("needs .async")
		return
	case d.mods.has("bulk"):
		d.bulkCopy(d.mods.has("reduce"))
		return
	case d.mods.has("mbarrier"):
		d.asyncArrive()
		return
	}
	switch op := d.mods.one("ca", "cg", "commit_group", "wait_group", "wait_all"); op {
	case "ca", "cg":
		d.asyncCopy(op)
	case "commit_group":
		d.asyncControl(execAsyncCommit, AsyncCommit, 0, lsuCost())
	case "wait_group":
		d.asyncControl(execAsyncWait, AsyncWait, 1, branchCost())
	case "wait_all":
		d.asyncControl(execAsyncWaitAll, AsyncWaitAll, 0, branchCost())
	default:
		d.unsupported("the virtual GPU does not execute this form of cp.async")
	}
}

// asyncControl emits an instruction on groups.
func (d *decoder) asyncControl(exec execFunc, kind Async, args int, c cost) {
	if !d.args(args) {
		return
	}
	in := d.begin(exec)
	in.pure = false
	in.meta.Async = kind
	if args > 0 {
		n, ok := d.operand(0).(*ptx.Immediate)
		if !ok || n.Float || n.Bits > 1<<16 {
			d.invalid("the number of groups must be a constant")
			return
		}
		in.imm, in.meta.AsyncPending = n.Bits, int(n.Bits)
	}
	d.emit(in, c)
}

// asyncForm is the destination's side of an asynchronous copy: operand b plus
// the offset. The source is operand a plus imm; its size is in operand h, or a
// predicate to ignore it in c.
type asyncForm struct {
	store  memoryForm
	offset uint64
	sized  bool
}

// asyncCopy decodes .shared.global{.cache_hint}{.prefetch} [dst], [src], size
// {, source size or ignore-src}{, policy}.
func (d *decoder) asyncCopy(cache string) {
	f := &memoryForm{space: SpaceGlobal, bypass: cache == "cg"}
	if d.mods.one("shared", "shared::cta") == "" || !d.mods.has("global") {
		d.unsupported("the virtual GPU copies .shared.global only")
		return
	}
	operands := len(d.in.Operands)
	if d.mods.has("L2::cache_hint") {
		operands--
	}
	d.mods.one("L2::64B", "L2::128B", "L2::256B")
	n, ok := d.operand(2).(*ptx.Immediate)
	switch {
	case d.err != nil:
	case operands != 3 && operands != 4:
		d.invalid("takes 3 operands, or 4 with the size of the source or ignore-src")
	case !ok || n.Float || n.Bits != 16 && (n.Bits != 4 && n.Bits != 8 || cache == "cg"):
		d.invalid("the size must be 4, 8 or 16 bytes, and 16 with .cg")
	default:
		f.bytes = n.Bits
		in := d.begin(execAsyncCopy)
		in.pure = false
		in.x = &extra{memory: f, async: &asyncForm{store: memoryForm{space: SpaceShared, store: true, bytes: f.bytes}}}
		in.meta.Async = AsyncCopy
		d.asyncOperands(in, operands == 4)
		d.emit(in, lsuCost())
	}
}

func (d *decoder) asyncOperands(in *inst, limited bool) {
	form := in.x.async
	to := &inst{x: &extra{memory: &form.store}}
	d.address(to, d.operand(0), SpaceShared)
	in.b, form.offset = to.a, to.imm
	d.address(in, d.operand(1), SpaceGlobal)
	if d.err == nil && in.x.memory.narrow {
		d.invalid("the address of the source must be a 64-bit register")
	}
	if !limited {
		return
	}
	if n, ok := d.operand(3).(*ptx.Name); ok {
		if v, ok := n.Ref.Decl.(*ptx.Variable); ok && v.Type == "pred" {
			in.c, in.cXor = d.predicate(n)
			return
		}
	}
	in.h, form.sized = d.src(3, bits32), true
}

// asyncArrive decodes cp.async.mbarrier.arrive{.noinc}{.shared}.b64 [a]: it arrives
// at the barrier when the copies that the thread has issued have arrived, which
// they do now. Without .noinc the phase expects that arrival besides the others.
func (d *decoder) asyncArrive() {
	arrive, extra := d.mods.has("arrive"), !d.mods.has("noinc")
	s := d.spaceModifier()
	d.typeAmong("b64")
	if !arrive || s != SpaceNone && s != SpaceShared {
		d.invalid("needs .arrive, and shared memory")
		return
	}
	if !d.args(1) {
		return
	}
	in := d.mbarrierAt(func(w *Warp, in *inst) {
		w.arriveCopies(func(*pendingCopy) bool { return true })
		execMbarrier(w, in)
	}, s, 0)
	in.b = d.constant(class32, boolBit(!extra), "")
	in.x.mbarrier = func(b *mbarrier, count uint64) (uint64, string) {
		if count == 0 {
			return 0, ""
		}
		return b.arrive(count)
	}
	d.emit(in, lsuCost())
}
