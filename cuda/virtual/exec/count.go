package exec

import (
	"math/bits"

	"ridgeline/cuda"
)

// trafficKind is one of the kinds of access that are counted apart.
type trafficKind uint8

const (
	globalLoad trafficKind = iota
	globalStore
	globalAtomic
	sharedLoad
	sharedStore
	sharedAtomic
	localLoad
	localStore
	constLoad
	trafficCount
)

// counters adds up what the core counted. Instructions, operations and pipes
// are static per basic block, times the block's executions.
func (c *core) counters() cuda.Counters {
	out := cuda.Counters{
		DivergentBranches: c.divergent, Barriers: c.barriers,
		Operations: map[string]uint64{}, Pipes: map[string]uint64{},
	}
	takeTraffic(&out, &c.traffic)
	operations := c.operations
	var pipes [PipeCount]uint64
	for i, blk := range c.prog.blocks {
		if c.blockRuns[i] == 0 {
			continue
		}
		for k := blk.start; k < blk.end; k++ {
			cost, lanes := c.prog.costs[k], c.blockLanes[i]-c.skipped[k]
			if !cost.hidden {
				out.WarpInstructions += c.blockRuns[i]
				out.ThreadInstructions += lanes
			}
			operations[cost.path] += lanes * uint64(cost.ops)
			pipes[cost.pipe] += c.blockRuns[i] * uint64(cost.issues)
			if c.prog.code[k].branches() {
				out.Branches += c.blockRuns[i]
			}
		}
	}
	for p := pathNone + 1; p < pathCount; p++ {
		addNonZero(out.Operations, p.String(), operations[p])
	}
	for p := PipeNone + 1; p < PipeCount; p++ {
		addNonZero(out.Pipes, p.String(), pipes[p])
	}
	return out
}

func addNonZero(m map[string]uint64, name string, n uint64) {
	if n != 0 {
		m[name] = n
	}
}

// add takes over the counts of another core.
func (c *core) add(o *core) {
	c.divergent += o.divergent
	c.barriers += o.barriers
	addAll(c.blockRuns, o.blockRuns)
	addAll(c.blockLanes, o.blockLanes)
	addAll(c.skipped, o.skipped)
	addAllOr(c.touched.read, o.touched.read)
	addAllOr(c.touched.written, o.touched.written)
	for i := range c.traffic {
		c.traffic[i].Add(o.traffic[i])
	}
	for i := range c.operations {
		c.operations[i] += o.operations[i]
	}
	for i := range c.tallies {
		c.tallies[i].add(&o.tallies[i])
	}
}

func addAll(a, b []uint64) {
	for i := range a {
		a[i] += b[i]
	}
}

func addAllOr(a, b []uint64) {
	for i := range a {
		a[i] |= b[i]
	}
}

// touched is which pages a core has read and written, one bit each.
type touched struct{ read, written []uint64 }

func newTouched(pages uint64) touched {
	n := (pages + 63) / 64
	return touched{make([]uint64, n), make([]uint64, n)}
}

func (t *touched) markRead(page uint64)    { t.read = mark(t.read, page) }
func (t *touched) markWritten(page uint64) { t.written = mark(t.written, page) }

// mark sets a bit; the set grows where memory was allocated since it was made.
func mark(set []uint64, page uint64) []uint64 {
	for page/64 >= uint64(len(set)) {
		set = append(set, 0)
	}
	set[page/64] |= 1 << (page % 64)
	return set
}

// pages lists the pages, as addresses divided by PageBytes.
func (t *touched) pages() (read, written []uint64) { return bitPages(t.read), bitPages(t.written) }

func bitPages(set []uint64) []uint64 {
	var out []uint64
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			out = append(out, basePage+uint64(i*64+bits.TrailingZeros64(word)))
		}
	}
	return out
}
