package timing

import (
	"slices"

	"ridgeline/cuda/virtual/exec"
)

// warp is a resident warp.
type warp struct {
	Warp
	block *block
	core  *subcore
	slot  int // in the sub-core
	place int // on the SM: no two resident warps have the same
	meta  *exec.Meta
	begun bool // whether an instruction has been issued, where spills are charged
	// copies and multiplies go on beside it.
	copies, multiplies asyncWork
	// ready has the cycle at which each scoreboard slot can be used, and whence
	// what keeps it until then.
	ready  []int64
	whence []stall
	// cause is what the next instruction waits for, since the cycle after the last
	// one.
	cause stall
	since int64
}

// subcore is a quarter of an SM: a scheduler with its warps and pipes.
type subcore struct {
	index int
	free  int64 // first cycle at which the scheduler can issue again
	next  int64 // no warp can issue before this cycle
	last  int   // slot of the warp that issued last; -1 where it has ended

	// The warps, oldest first, and for each the first cycle at which its next
	// instruction has its operands, and the pipe that it takes.
	warps   []*warp
	ready   []int64
	pipe    []exec.Pipe
	servers [exec.PipeCount]server
	opens   [exec.PipeCount]int64 // first cycle at which a pipe takes an instruction
}

// pick chooses the warp that issues next, and when: of those that can go first,
// the next in turn after the one that issued last.
func (c *subcore) pick() (at int64, slot int) {
	at, slot = never, 0
	n := len(c.ready)
	for k := 1; k <= n; k++ {
		i := c.last + k
		if i >= n {
			i -= n
		}
		t := max(c.ready[i], c.opens[c.pipe[i]], c.free)
		if t < at {
			at, slot = t, i
			if t == c.free {
				break
			}
		}
	}
	return at, slot
}

// use gives an instruction of so many machine instructions to its pipe, one of
// them each interval, and returns the cycle at which its result can be used.
func (c *subcore) use(p exec.Pipe, at int64, issues int, interval ticks, latency int64) (ready int64) {
	s := &c.servers[p]
	duration := interval * ticks(issues)
	begin := s.serve(atCycle(at), duration)
	c.opens[p] = s.free.floor()
	return (begin + duration - interval).floor() + latency
}

// insert adds a warp as the youngest.
func (c *subcore) insert(w *warp) {
	w.core, w.slot = c, len(c.warps)
	c.warps = append(c.warps, w)
	c.ready = append(c.ready, never)
	c.pipe = append(c.pipe, exec.PipeNone)
}

// remove takes a warp out; the younger ones move up.
func (c *subcore) remove(w *warp) {
	i := w.slot
	c.warps = slices.Delete(c.warps, i, i+1)
	c.ready = slices.Delete(c.ready, i, i+1)
	c.pipe = slices.Delete(c.pipe, i, i+1)
	for ; i < len(c.warps); i++ {
		c.warps[i].slot = i
	}
	if c.last > w.slot {
		c.last--
	} else if c.last == w.slot {
		c.last = -1
	}
}
