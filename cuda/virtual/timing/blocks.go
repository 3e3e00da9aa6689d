package timing

// block is a resident block.
type block struct {
	warps         []*warp
	live, blocked int
	// tensorDone is when all is done that the tensor cores do beside its warps, and
	// commits when what had been issued at a commit to a barrier, by its address, is.
	tensorDone int64
	commits    map[uint32]int64
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
		w.since = start + int64(i)
		if err := m.advance(w, w.Status(), w.since, waiting); err != nil {
			return err
		}
	}
	return nil
}

// newWarp takes a spare one, whose scoreboard has its length already.
func (m *sm) newWarp(source Warp) *warp {
	n := len(m.spare)
	if n == 0 {
		m.places++
		return &warp{Warp: source, place: m.places - 1, ready: make([]int64, m.launch.Slots), whence: make([]stall, m.launch.Slots)}
	}
	w := m.spare[n-1]
	m.spare = m.spare[:n-1]
	clear(w.ready)
	w.copies, w.multiplies = w.copies.again(), w.multiplies.again()
	w.begun = false
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
	lastStart       int64 // cycle at which the youngest warp started
	ends            []int64
	// closedAt is the number of blocks that had ended when the rest was left
	// out; 0 is not yet. steady says that the last waves agreed then.
	closedAt int
	steady   bool
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
	if q.issued == q.total || q.closedAt > 0 {
		return 0, false
	}
	if q.enough(instructions) {
		q.closedAt = len(q.ends)
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
	// steadyWaves is how many waves must agree, within steadyPart, before the
	// time of a wave counts as steady.
	steadyWaves = 3
	steadyPart  = 0.003
)

// enough tells whether the blocks that are left can be extrapolated: as many as
// are whole waves, so that the last, partial wave is simulated with all of its
// tail, once the time of a wave has become steady.
func (q *queue) enough(instructions uint64) bool {
	left := q.total - q.issued
	if instructions < q.exact || left%q.resident != 0 || len(q.ends) < (steadyWaves+1)*q.resident {
		return false
	}
	shortest, longest := q.wave(0), q.wave(0)
	for w := 1; w < steadyWaves; w++ {
		shortest, longest = min(shortest, q.wave(w)), max(longest, q.wave(w))
	}
	q.steady = float64(longest-shortest) <= steadyPart*float64(longest)
	return q.steady || instructions/unsteadyFactor > q.exact
}

// wave is the cycles of the last wave, or of the one so many before it. As
// blocks end in bunches, a wave is counted from an end to the end of as many
// blocks later as are resident.
func (q *queue) wave(before int) int64 {
	last := len(q.ends) - 1 - before*q.resident
	return q.ends[last] - q.ends[last-q.resident]
}

// skippedCycles is the time of the blocks that were not simulated, in whole
// waves: the mean of the steady ones, or, where there were none, of all but the
// first.
func (q *queue) skippedCycles() float64 {
	left := q.total - q.issued
	if left == 0 {
		return 0
	}
	waves := steadyWaves
	if !q.steady {
		waves = q.closedAt/q.resident - 1
	}
	span := q.ends[q.closedAt-1] - q.ends[q.closedAt-1-waves*q.resident]
	// The outer conversion keeps a compiler from fusing it with a sum.
	return float64(float64(span) / float64(waves) * float64(left/q.resident))
}
