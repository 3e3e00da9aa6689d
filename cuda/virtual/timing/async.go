package timing

import "ridgeline/cuda/virtual/exec"

// asyncWork is what goes on beside a warp, its copies or its multiplications: when
// that which is not committed yet will be done, and the groups that are, oldest first.
type asyncWork struct {
	open   int64
	groups []int64
}

// again is the same with nothing in it.
func (a *asyncWork) again() asyncWork { return asyncWork{groups: a.groups[:0]} }

// beside follows an instruction on what goes on beside the warp, which is done at a
// cycle. It returns the cycle until which the warp waits; 0 where it need not.
func (w *warp) beside(m *exec.Meta, done int64) (until int64) {
	if m.Async >= exec.MultiplyIssue {
		return w.multiplies.step(m, done)
	}
	return w.copies.step(m, done)
}

func (a *asyncWork) step(m *exec.Meta, done int64) (until int64) {
	switch m.Async {
	case exec.AsyncCopy, exec.MultiplyIssue:
		a.open = max(a.open, done)
	case exec.AsyncCommit, exec.MultiplyCommit:
		a.groups = append(a.groups, a.open)
		a.open = 0
	case exec.AsyncWait, exec.MultiplyWait:
		return a.wait(m.AsyncPending)
	case exec.AsyncWaitAll:
		until = max(a.wait(0), a.open)
		a.open = 0
	}
	return until
}

// wait takes out all groups but the youngest.
func (a *asyncWork) wait(pending int) (until int64) {
	n := max(len(a.groups)-pending, 0)
	for _, at := range a.groups[:n] {
		until = max(until, at)
	}
	a.groups = append(a.groups[:0], a.groups[n:]...)
	return until
}
