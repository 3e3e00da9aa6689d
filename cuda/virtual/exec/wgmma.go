package exec

import "slices"

// What a wgmma.mma_async adds to its registers goes on beside the warp. Here it is done
// when the warp waits for its group, and no sooner: who forgets to wait finds the old
// sums, and who overwrites the operands in shared memory too early finds them
// overwritten. Each of the four warps of a group does its own sixteen rows.

// groupBuilder decodes wgmma, the tensor instructions of Hopper, which four warps
// execute together.
func groupBuilder(opcode string) func(*decoder) {
	if opcode == "wgmma" {
		return buildWGMMA
	}
	return nil
}

func buildWGMMA(d *decoder) {
	d.whole = true
	op := d.mods.take()
	if op == "mma_async" && d.mods.holds("sp") {
		d.unsupported("the virtual GPU does not execute wgmma.mma_async.sp")
		return
	}
	d.alignedModifiers()
	switch op {
	case "fence":
		d.groupControl(execGroupFence, AsyncNone, 0)
	case "commit_group":
		d.groupControl(execGroupCommit, MultiplyCommit, 0)
	case "wait_group":
		d.groupControl(execGroupWait, MultiplyWait, 1)
	case "mma_async":
		d.groupMultiply()
	default:
		d.invalid("there is no wgmma." + op)
	}
}

// groupControl emits what orders multiplications.
func (d *decoder) groupControl(exec execFunc, kind Async, args int) {
	if d.err != nil || !d.args(args) {
		return
	}
	in := d.wholeWarp(exec)
	in.meta.Async = kind
	if args > 0 {
		n, ok := d.constantOperand(0)
		if !ok || n > 7 {
			d.invalid("the number of groups must be a constant from 0 to 7")
			return
		}
		in.imm, in.meta.AsyncPending = n, int(n)
		d.groupWaits = append(d.groupWaits, in.x)
	}
	d.emit(in, branchCost())
}

// keepSums lets the sums of all multiplications live up to every wait that they might
// end at: there they are written.
func (d *decoder) keepSums() {
	for _, x := range d.groupWaits {
		x.touched = slices.Clone(d.groupSums)
	}
}

// groupQueue is the multiplications of a warp for whose end it has not waited.
type groupQueue struct {
	fenced    bool
	committed uint64 // groups
	pending   []groupWork
}

// groupWork is a multiplication that has been issued, and the group that it is in.
type groupWork struct {
	*tensorMultiply
	in    *inst
	group uint64
}

func execGroupFence(w *Warp, in *inst) {
	if w.whole(in) {
		w.multiplies.fenced = true
	}
}

func execGroupCommit(w *Warp, in *inst) {
	if w.whole(in) {
		w.multiplies.committed++
	}
}

// execGroupWait does all multiplications but those of the youngest imm groups, in order.
func execGroupWait(w *Warp, in *inst) {
	q := &w.multiplies
	if !w.whole(in) {
		return
	}
	run, done := tensorRun{known: map[operandPlace]*tensorOperand{}}, 0
	for _, k := range q.pending {
		if k.group+in.imm >= q.committed {
			break
		}
		done++
		if problem := run.add(k.tensorMultiply); problem != "" {
			w.err = w.failed(k.in, 0, problem)
			return
		}
	}
	if problem := run.flush(); problem != "" {
		w.err = w.failed(in, 0, problem)
	}
	q.pending = slices.Delete(q.pending, 0, done)
}

func (q *groupQueue) reset() {
	q.fenced, q.committed = false, 0
	clear(q.pending)
	q.pending = q.pending[:0]
}
