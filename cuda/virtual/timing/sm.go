package timing

import (
	"context"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// sm is the simulated SM.
type sm struct {
	spec   *spec.Spec
	launch Launch
	times  pipeTimes
	cores  []subcore
	memory memory
	tensor server // what the tensor cores do beside the warps
	queue  queue
	hooks  exec.Hooks

	now     int64 // cycle of the instruction that issues
	last    int   // sub-core that issued last
	issued  uint64
	retired int64 // cycle at which the last block ended
	step    exec.Step
	spare   []*warp // of blocks that are done
	places  int     // that warps have taken
	stalls  Stalls
}

func newSM(s *spec.Spec, l Launch) *sm {
	m := &sm{
		spec: s, launch: l,
		times:  newPipeTimes(s),
		cores:  make([]subcore, s.SM.Schedulers),
		memory: newMemory(s, l),
		queue:  newQueue(l, s.SMCount),
	}
	for i := range m.cores {
		m.cores[i] = subcore{index: i, next: never, last: -1}
	}
	m.hooks = exec.Hooks{
		SMCount:  s.SMCount,
		TimeOnly: true,
		Clock:    func() uint64 { return uint64(m.now) },
		GlobalTime: func() uint64 {
			return l.StartNanoseconds + uint64(float64(m.now)*1e9/s.ClockHz())
		},
	}
	return m
}

// checkEvery is the number of instructions between two looks at the context.
const checkEvery = 4096

// run issues instructions in the order of time until no block is left.
func (m *sm) run(ctx context.Context) error {
	for range m.queue.resident {
		if err := m.admit(0); err != nil {
			return err
		}
	}
	for {
		if m.issued%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if budget := m.launch.BudgetInstructions; budget > 0 && m.issued > budget {
			return m.tooLong()
		}
		c := m.earliest()
		if c.next == never {
			return m.stuck()
		}
		at, slot := c.pick()
		if at > c.next {
			c.next = at // a pipe has been taken meanwhile
			continue
		}
		if err := m.issue(c, slot, at); err != nil {
			return err
		}
	}
}

// earliest is the sub-core that can issue next. Where several can, they take
// turns.
func (m *sm) earliest() *subcore {
	var best *subcore
	for _, cores := range [2][]subcore{m.cores[m.last+1:], m.cores[:m.last+1]} {
		for i := range cores {
			if c := &cores[i]; best == nil || c.next < best.next {
				best = c
			}
		}
	}
	return best
}

// issue executes the next instruction of a warp and says when its result and
// the warp's next instruction are due.
func (m *sm) issue(c *subcore, slot int, at int64) error {
	w := c.warps[slot]
	meta := w.meta
	m.now, m.last = at, c.index
	m.account(c, slot, at)
	if err := w.Step(&m.step); err != nil {
		return err
	}
	m.issued++
	issues := max(meta.Issues, 1)
	c.free, c.next, c.last = at+int64(issues), at+int64(issues), slot
	goOn, why := c.free, waiting
	hold := func(until int64, s stall) {
		if until > goOn {
			goOn, why = until, s
		}
	}
	if m.step.Access.Space == exec.SpaceLocal {
		m.place(w, m.step.Access.Sectors)
	}
	hold(m.spill(w, meta), longScoreboard)
	var ready int64
	switch meta.Pipe {
	case exec.PipeLSU:
		var room int64
		ready, room = m.memory.access(at, issues, &m.step.Access)
		hold(room, lgThrottle)
		m.closeLSU()
	default:
		ready = c.use(meta.Pipe, at, issues, m.times.of(meta), m.times.latency[meta.Pipe])
		if meta.Pipe == exec.PipeBranch {
			hold(ready, branchResolving)
		}
	}
	if meta.Async == exec.MultiplyIssue {
		ready += m.times.of(meta).ceil() // which a result that is waited for step by step has in its latency
	}
	if meta.Async != exec.AsyncNone {
		hold(w.beside(meta, ready), longScoreboard)
	}
	if m.step.Tensor != (exec.TensorWork{}) {
		done, err := m.beside(w.block, meta, &m.step.Tensor, at)
		if err != nil {
			return err
		}
		hold(done, longScoreboard)
	}
	whence := resultStall(meta, m.step.Access.Space)
	for _, d := range meta.Dst {
		w.ready[d], w.whence[d] = ready, whence
	}
	if err := m.advance(w, m.step.Status, goOn, why); err != nil {
		return err
	}
	if meta.Pipe == exec.PipeBranch {
		return m.release(w.block, at+1)
	}
	return nil
}

// closeLSU lets all sub-cores know until when the load-store unit is taken.
func (m *sm) closeLSU() {
	for i := range m.cores {
		m.cores[i].opens[exec.PipeLSU] = m.memory.lsu.free.floor()
	}
}

// advance looks at the warp's next instruction, and executes those that are no
// machine instructions: they cost nothing, and their result is there when their
// operands are. The warp goes on at a cycle, until which something holds it.
func (m *sm) advance(w *warp, status exec.Status, goOn int64, why stall) error {
	c := w.core
	for status == exec.Running {
		meta := w.Peek()
		if meta.Pipe == exec.PipeTensor {
			if err := m.times.admitTensor(meta); err != nil {
				return err
			}
		}
		due, cause := w.due(meta.Src, goOn, why)
		if meta.Pipe != exec.PipeNone {
			due, cause = w.due(meta.Dst, due, cause)
			w.meta, w.cause = meta, cause
			c.ready[w.slot], c.pipe[w.slot] = due, meta.Pipe
			c.next = min(c.next, max(due, c.free))
			return nil
		}
		if err := w.Step(&m.step); err != nil {
			return err
		}
		for _, d := range meta.Dst {
			w.ready[d], w.whence[d] = due, cause
		}
		status = m.step.Status
	}
	if status == exec.Blocked {
		c.ready[w.slot] = never
		w.block.blocked++
		return nil
	}
	return m.exit(w)
}

// due is the cycle at which the last of some slots can be used, no sooner than
// another cycle, and what keeps the warp until then.
func (w *warp) due(slots []uint16, at int64, why stall) (int64, stall) {
	for _, s := range slots {
		if w.ready[s] > at {
			at, why = w.ready[s], w.whence[s]
		}
	}
	return at, why
}

// release lets the warps go on that waited at a barrier whose last warp has
// arrived, or has ended.
func (m *sm) release(b *block, at int64) error {
	if b.blocked == 0 {
		return nil
	}
	for _, w := range b.warps {
		if w.core != nil && w.core.ready[w.slot] == never && w.Status() == exec.Running {
			b.blocked--
			if err := m.advance(w, exec.Running, at, barrierStall); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *sm) tooLong() error {
	return &cuda.Error{Op: "Time", Kind: cuda.LaunchTimeout,
		Detail: fmt.Sprintf("one SM has not ended after %d warp instructions", m.launch.BudgetInstructions),
		Remedy: "a block may wait for a block of another SM, which the timing model does not run; or the kernel does not end"}
}

// stuck is for when no warp can issue: all is done, or all wait.
func (m *sm) stuck() error {
	if m.queue.running == 0 {
		return nil
	}
	return &cuda.Error{Op: "Time", Kind: cuda.LaunchDeadlock,
		Detail: fmt.Sprintf("%d blocks are resident and no warp of them can go on", m.queue.running),
		Remedy: "every warp of a block must reach each barrier"}
}

func (m *sm) result() Result {
	end := float64(max(m.retired, m.memory.drained()))
	return Result{
		Cycles:           end + m.queue.skippedCycles(),
		Blocks:           m.queue.total,
		SimulatedBlocks:  m.queue.issued,
		WarpInstructions: m.issued,
		RequestedSectors: m.memory.requested,
		L2Bytes:          m.memory.l2Bytes,
		DRAMBytes:        uint64(float64(m.memory.dramBytes) / m.memory.sharing),
		Lines:            m.memory.fetched.count,
		Stalls:           m.stalls,
	}
}
