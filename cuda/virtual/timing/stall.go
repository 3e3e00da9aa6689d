package timing

import "ridgeline/cuda/virtual/exec"

// stall is why a warp does not issue, or that it does, in NVIDIA's words (Nsight
// Compute documentation, Metrics Guide, warp stall reasons).
type stall uint8

const (
	selected         stall = iota // it issues
	notSelected                   // another warp of the sub-core issues
	longScoreboard                // data of global or local memory
	shortScoreboard               // data of shared memory, a shuffle, an XU function
	waiting                       // a result of a pipe of fixed latency
	barrierStall                  // other warps of the block
	branchResolving               // where a branch goes
	lgThrottle                    // the load-store unit or the store queue is full of global and local accesses
	mioThrottle                   // the load-store unit is full of shared-memory accesses
	mathPipeThrottle              // the pipe is taken
	stallCount
)

// String is the name of the reason.
func (s stall) String() string {
	return [...]string{
		"selected", "not_selected", "long_scoreboard", "short_scoreboard", "wait", "barrier",
		"branch_resolving", "lg_throttle", "mio_throttle", "math_pipe_throttle",
	}[s]
}

// resultStall is what a warp waits for that needs the result of an instruction.
func resultStall(m *exec.Meta, space exec.Space) stall {
	switch {
	case m.Pipe == exec.PipeXU:
		return shortScoreboard
	case m.Pipe != exec.PipeLSU:
		return waiting
	case space == exec.SpaceGlobal || space == exec.SpaceLocal:
		return longScoreboard
	}
	return shortScoreboard
}

// Stalls is how many warp cycles of the simulated SM went where.
type Stalls [stallCount]int64

// Shares gives the part of each reason in all warp cycles; reasons that did not
// occur are left out.
func (s *Stalls) Shares() map[string]float64 {
	var all int64
	for _, cycles := range s {
		all += cycles
	}
	shares := map[string]float64{}
	for reason, cycles := range s {
		if cycles > 0 {
			shares[stall(reason).String()] = float64(cycles) / float64(all)
		}
	}
	return shares
}

// account says where the cycles of a warp went between its last instruction and
// this one: first what it waited for; then its pipe was closed or others issued.
func (m *sm) account(c *subcore, slot int, at int64) {
	w := c.warps[slot]
	due := min(max(c.ready[slot], w.since), at)
	m.stalls[w.cause] += due - w.since
	reason, interval := mathPipeThrottle, m.times.of(w.meta)
	if w.meta.Pipe == exec.PipeLSU {
		reason, interval = m.memory.fullOf, m.memory.interval
	}
	closed := closedCycles(min(max(c.opens[w.meta.Pipe], due), at)-due, interval)
	m.stalls[reason] += closed
	m.stalls[notSelected] += at - due - closed
	issues := int64(max(w.meta.Issues, 1))
	m.stalls[selected] += issues
	w.since = at + issues
}

// closedCycles is how many of so many cycles, in which a pipe took one instruction
// after the other, it took none.
func closedCycles(cycles int64, interval ticks) int64 {
	if interval <= cycle {
		return 0
	}
	taken := int64(atCycle(cycles)/interval) + 1
	return max(cycles-taken, 0)
}
