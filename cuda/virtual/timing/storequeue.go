package timing

// storeQueue holds the stores that wait for L2 and memory, in a ring. Without
// it a warp could store without end and never wait.
type storeQueue struct {
	done []ticks
	next int
}

// push adds a store that will be done at a time, and returns the cycle at which
// there is room for it.
func (q *storeQueue) push(done ticks) (room int64) {
	room = q.done[q.next].ceil()
	q.done[q.next] = done
	q.next = (q.next + 1) % len(q.done)
	return room
}
