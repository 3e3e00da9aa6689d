package timing

// block is a resident block.
type block struct {
	warps         []*warp
	live, blocked int
}

// admit makes the next block of the queue resident, if there is one. Its warps
// start one cycle after the other.
func (m *sm) admit(at int64) error {
	index, ok := m.queue.take(m.issued)
	if !ok {
		return nil
	}
	warps, err := m.launch.Program.NewBlock(index, m.hooks)
	if err != nil {
		return err
	}
	b := &block{live: len(warps)}
	for _, source := range warps {
		w := m.newWarp(source)
		w.block = b
		m.emptiest().insert(w)
		b.warps = append(b.warps, w)
	}
	start := max(at, m.queue.lastStart+1)
	m.queue.lastStart = start + int64(len(warps)) - 1
	for i, w := range b.warps {
		if err := m.advance(w, w.Status(), start+int64(i)); err != nil {
			return err
		}
	}
	return nil
}

// newWarp takes a spare one, whose scoreboard has its length already.
func (m *sm) newWarp(source Warp) *warp {
	n := len(m.spare)
	if n == 0 {
		return &warp{Warp: source, ready: make([]int64, m.launch.Slots)}
	}
	w := m.spare[n-1]
	m.spare = m.spare[:n-1]
	clear(w.ready)
	w.Warp = source
	return w
}

// emptiest is the sub-core with the fewest warps.
func (m *sm) emptiest() *subcore {
	best := &m.cores[0]
	for i := range m.cores {
		if c := &m.cores[i]; len(c.warps) < len(best.warps) {
			best = c
		}
	}
	return best
}

// exit ends a warp, and its block with the last one; another block then takes
// the place.
func (m *sm) exit(w *warp) error {
	w.core.remove(w)
	w.core = nil
	b := w.block
	b.live--
	if b.live > 0 {
		return m.release(b, m.now+1)
	}
	m.spare = append(m.spare, b.warps...)
	m.retired = m.now + 1
	m.queue.done(m.retired)
	return m.admit(m.retired)
}

// queue hands out the blocks of the busiest SM. Blocks go to SMs in turn, so
// that SM 0 has blocks 0, SMs, 2 x SMs and so on.
type queue struct {
	total    int // blocks of this SM
	resident int
	stride   int
	exact    uint64 // warp instructions

	issued, running int
	closed          bool  // no more blocks are handed out
	lastStart       int64 // cycle at which the youngest warp started
	ends            []int64
}

func newQueue(l Launch, sms int) queue {
	total := (l.Blocks + sms - 1) / sms
	exact := l.ExactInstructions
	if exact == 0 {
		exact = exactInstructions
	}
	return queue{total: total, resident: min(l.Resident, total), stride: sms, exact: exact, lastStart: -1}
}

// take gives the next block, as long as blocks are left and their time is not
// known well enough.
func (q *queue) take(instructions uint64) (index int, ok bool) {
	if q.issued == q.total || q.closed {
		return 0, false
	}
	if q.enough(instructions) {
		q.closed = true
		return 0, false
	}
	index = q.issued * q.stride
	q.issued++
	q.running++
	return index, true
}

func (q *queue) done(at int64) {
	q.running--
	q.ends = append(q.ends, at)
}

const (
	exactInstructions = 1_000_000
	// unsteadyFactor: where the waves do not become steady, the rest is
	// extrapolated all the same after so many times the exact instructions.
	unsteadyFactor = 16
	// steadyWaves is how many waves must have ended, and steadyPart how well the
	// last two must agree.
	steadyWaves = 4
	steadyPart  = 0.005
)

// enough tells whether the blocks that are left can be extrapolated: as many as
// are whole waves, so that the last, partial wave is simulated with all of its
// tail, once the time of a wave has become steady.
func (q *queue) enough(instructions uint64) bool {
	left := q.total - q.issued
	k := len(q.ends) - 1
	if instructions < q.exact || left%q.resident != 0 || k < steadyWaves*q.resident {
		return false
	}
	last := float64(q.ends[k] - q.ends[k-q.resident])
	before := float64(q.ends[k-q.resident] - q.ends[k-2*q.resident])
	steady := last-before <= steadyPart*before && before-last <= steadyPart*before
	return steady || instructions/unsteadyFactor > q.exact
}

// skippedCycles is the time of the blocks that were not simulated: the mean
// time of a wave, the first one left out, for as many waves as are missing.
func (q *queue) skippedCycles() float64 {
	left := q.total - q.issued
	if left == 0 {
		return 0
	}
	// From the end of the first wave over whole waves, as blocks end in bunches.
	// The last resident blocks ran in an SM that emptied; they are left out.
	first, ended := q.resident-1, len(q.ends)-q.resident
	last := first + (ended-1-first)/q.resident*q.resident
	perBlock := float64(q.ends[last]-q.ends[first]) / float64(last-first)
	return perBlock * float64(left)
}
