package timing

import "ridgeline/cuda/virtual/exec"

// asyncCopies are the asynchronous copies of a warp: when those that are not
// committed yet will have arrived, and the groups that are, oldest first.
type asyncCopies struct {
	open   int64
	groups []int64
}

// step follows an instruction whose data arrives at a cycle. It returns the
// cycle until which the warp waits; 0 where it need not.
func (a *asyncCopies) step(m *exec.Meta, arrives int64) (until int64) {
	switch m.Async {
	case exec.AsyncCopy:
		a.open = max(a.open, arrives)
	case exec.AsyncCommit:
		a.groups = append(a.groups, a.open)
		a.open = 0
	case exec.AsyncWait:
		return a.wait(m.AsyncPending)
	case exec.AsyncWaitAll:
		until = max(a.wait(0), a.open)
		a.open = 0
	}
	return until
}

// wait takes out all groups but the youngest.
func (a *asyncCopies) wait(pending int) (until int64) {
	n := max(len(a.groups)-pending, 0)
	for _, at := range a.groups[:n] {
		until = max(until, at)
	}
	a.groups = append(a.groups[:0], a.groups[n:]...)
	return until
}
