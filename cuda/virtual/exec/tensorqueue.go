package exec

import "fmt"

// What tcgen05.mma and cp do goes on beside the threads. Here it is done when
// somebody looks at the mbarrier that a tcgen05.commit behind it arrives at, and no
// sooner: who forgets to wait finds an error, and who overwrites the operands too
// early finds them overwritten.

// tensorWork is an mma or a copy that has been issued, or a commit.
type tensorWork struct {
	w      *Warp
	in     *inst
	lane   int
	reads  []tensorArea
	writes tensorArea
	// One of these it is; neither is a commit, and barrier the address of its mbarrier.
	multiply *tensorMultiply
	copy     func() (problem string)
	barrier  uint32
}

// commits tells whether it is a commit.
func (k *tensorWork) commits() bool { return k.multiply == nil && k.copy == nil }

// thread tells the threads of a block apart.
func (k *tensorWork) thread() int { return k.w.id*warpLanes + k.lane }

// tensorUse is what work does to columns.
type tensorUse int

const (
	tensorWrites tensorUse = iota // it writes them
	anyTensorUse                  // it reads or writes them
)

// busy says which work under way uses columns; "" where none does.
func (t *tensorMemory) busy(a tensorArea, use tensorUse) string {
	for _, k := range t.queue {
		if !k.commits() && (k.writes.overlaps(a) || use == anyTensorUse && k.readsAny(a)) {
			return fmt.Sprintf("columns %d to %d of tensor memory are in use by line %d, for whose end nobody has waited "+
				"(tcgen05.commit to an mbarrier, and a wait for that)", a.column, a.column+a.columns-1, k.in.meta.Line)
		}
	}
	return ""
}

func (k *tensorWork) readsAny(a tensorArea) bool {
	for _, r := range k.reads {
		if r.overlaps(a) {
			return true
		}
	}
	return false
}

// unsettled says which store to columns nobody has waited for; "" where there is
// none.
func (t *tensorMemory) unsettled(a tensorArea) string {
	for _, stores := range t.storing {
		for _, s := range stores {
			if s.overlaps(a) {
				return fmt.Sprintf("columns %d to %d of tensor memory have been stored to, and tcgen05.wait::st does not follow",
					s.column, s.column+s.columns-1)
			}
		}
	}
	return ""
}

// issueTensor puts work into the queue, if the columns that it uses are allocated
// and hold what was stored to them.
func (w *Warp) issueTensor(k *tensorWork) {
	t := w.block.tensorMemory()
	for _, a := range append([]tensorArea{k.writes}, k.reads...) {
		problem := t.outside(a)
		if problem == "" {
			problem = t.unsettled(a)
		}
		if problem != "" {
			w.err = w.failed(k.in, k.lane, problem)
			return
		}
	}
	if !w.core.timeOnly {
		t.queue = append(t.queue, k)
	}
}

// buildTensorCommit decodes tcgen05.commit.cta_group::1.mbarrier::arrive::one
// {.shared::cluster}.b64 [mbarrier].
func buildTensorCommit(d *decoder) {
	if !d.mods.has("mbarrier::arrive::one") {
		d.invalid("needs .mbarrier::arrive::one")
	}
	if d.mods.holds("multicast::cluster") {
		d.unsupported("the virtual GPU has no clusters of several blocks")
	}
	s := d.spaceModifier()
	d.typeAmong("b64")
	if d.err == nil && s != SpaceNone && s != SpaceShared {
		d.invalid("an mbarrier lies in shared memory")
	}
	if d.err != nil || !d.args(1) {
		return
	}
	// A generic address of 32 bits is taken, too: it is one of shared memory.
	f := &memoryForm{space: s, bytes: 8}
	if d.bulkAddress(f, 0); f.narrow {
		s = SpaceShared
	}
	d.emit(d.mbarrierAt(execTensorCommit, s, 0), lsuCost())
}

func execTensorCommit(w *Warp, in *inst) {
	w.addresses(in)
	t := w.block.tensorMemory()
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		if w.mbarrierWord(in, lane) == nil {
			return
		}
		barrier := uint32(w.address[lane])
		t.queue = append(t.queue, &tensorWork{w: w, in: in, lane: lane, barrier: barrier})
		w.work = TensorWork{Commit: true, Barrier: barrier}
	}
}

// finishTensor does the work that a wait for a phase of an mbarrier waits for: what
// the committing threads had issued before. It arrives at the barriers of their
// commits.
func (b *Block) finishTensor(word *uint64, barrier uint32, phase uint64) error {
	for b.tensor != nil && unpackMbarrier(*word).parity == phase {
		k := b.tensor.commitTo(barrier)
		if k == nil {
			return nil
		}
		if err := b.tensor.finish(k); err != nil {
			return err
		}
	}
	return nil
}

// commitTo gives the oldest commit to a barrier, or nil.
func (t *tensorMemory) commitTo(barrier uint32) *tensorWork {
	for _, k := range t.queue {
		if k.commits() && k.barrier == barrier {
			return k
		}
	}
	return nil
}

// finish does what a thread issued up to a commit, in order.
func (t *tensorMemory) finish(last *tensorWork) error {
	var left []*tensorWork
	run, done := tensorRun{known: map[operandPlace]*tensorOperand{}}, false
	for _, k := range t.queue {
		if done || k.thread() != last.thread() {
			left = append(left, k)
			continue
		}
		done = k == last
		problem := ""
		switch {
		case k.multiply != nil:
			problem = run.add(k.multiply)
		case k.copy != nil:
			if problem = run.flush(); problem == "" {
				problem = k.copy()
				clear(run.known)
			}
		default:
			if problem = run.flush(); problem == "" {
				problem = k.arrive()
			}
		}
		if problem != "" {
			return k.w.failed(k.in, k.lane, problem)
		}
	}
	t.queue = left
	return nil
}

// arrive is what a commit does.
func (k *tensorWork) arrive() (problem string) {
	word := wide(k.w.block.shared, uint64(k.barrier)/4)
	b := unpackMbarrier(*word)
	_, problem = b.arrive(1)
	*word = b.pack()
	return problem
}
