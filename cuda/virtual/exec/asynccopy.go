package exec

import "ridgeline/cuda"

// Asynchronous copies read their source when they are issued, and write their
// destination no sooner than the thread waits for them: a kernel that forgets
// to wait sees the old content, every time. Groups are counted by lane. What a
// thread does not wait for never arrives.

// pendingCopy is a copy of a lane that has not arrived in shared memory.
type pendingCopy struct {
	data    [4]uint32
	address uint32
	group   uint32 // of the lane
	lane    uint8
	words   uint8
}

// asyncState is the copies of a warp.
type asyncState struct {
	pending   []pendingCopy
	committed lanes32 // groups that the lane has closed
}

// copies gives the state, which begins with the first copy.
func (w *Warp) copies() *asyncState {
	if w.async == nil {
		w.async = &asyncState{}
	}
	return w.async
}

// execAsyncCopy reads the source and keeps it for the wait.
func execAsyncCopy(w *Warp, in *inst) {
	f, form, a := in.x.memory, in.x.async, w.copies()
	for lane := range w.address {
		w.address[lane] = w.value(in.bClass, in.b, lane) + form.offset
	}
	to := w.address
	if w.misaligned(in, w.mask) || w.outside(in, w.mask, uint64(w.core.sharedBytes), "shared memory of a block") {
		return
	}
	passes, ideal := w.sharedPasses(f.bytes, w.mask)
	w.record(in, &form.store, SpaceShared, w.mask, 0, passes, ideal)
	w.addresses(in)
	bytes, read, ok := w.sourceBytes(in)
	if !ok || w.misaligned(in, read) {
		return
	}
	w.recordSource(in, &bytes, read, passes)
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		c := pendingCopy{address: uint32(to[lane]), group: a.committed[lane], lane: uint8(lane), words: uint8(f.bytes / 4)}
		if bytes[lane] > 0 {
			words := w.globalPiece(in, lane, w.address[lane], uint64(bytes[lane]), false)
			if words == nil {
				return
			}
			copy(c.data[:], words)
			c.cut(bytes[lane])
		}
		if !w.skips(in) {
			a.pending = append(a.pending, c)
		}
	}
}

// sourceBytes gives how many bytes each lane reads, and the lanes that read any.
func (w *Warp) sourceBytes(in *inst) (bytes lanes32, read uint32, ok bool) {
	ignored := (w.pred[in.c] ^ in.cXor) & -uint32(boolBit(in.cClass == classPred))
	for m := w.mask &^ ignored; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		bytes[lane] = uint32(in.x.memory.bytes)
		if in.x.async.sized {
			bytes[lane] = w.r32[in.h][lane]
		}
		if uint64(bytes[lane]) > in.x.memory.bytes {
			w.err = w.failed(in, lane, "the source has "+itoa(int(bytes[lane]))+" bytes, more than are copied")
			return bytes, 0, false
		}
		if bytes[lane] > 0 {
			read |= 1 << lane
		}
	}
	return bytes, read, true
}

// recordSource counts the load. A lane that reads less than it copies counts
// with what it reads.
func (w *Warp) recordSource(in *inst, bytes *lanes32, read uint32, passes uint64) {
	f := in.x.memory
	if read == 0 {
		return
	}
	w.record(in, f, SpaceGlobal, read, w.distinctSectors(read), 0, 0)
	w.access.Passes = int(passes)
	for m := read; m != 0; m &= m - 1 {
		missing := f.bytes - uint64(bytes[firstLane(m)&31])
		w.core.count(in, globalLoad, cuda.Traffic{UsefulBytes: -missing})
		w.access.Bytes -= int(missing)
	}
}

// cut makes zeros of all but the first bytes.
func (c *pendingCopy) cut(bytes uint32) {
	for i := range c.data {
		if have := int(bytes) - 4*i; have < 4 {
			c.data[i] &= 1<<(8*max(have, 0)) - 1
		}
	}
}

// execAsyncCommit closes a group of each lane.
func execAsyncCommit(w *Warp, _ *inst) {
	a := w.copies()
	for m := w.mask; m != 0; m &= m - 1 {
		a.committed[firstLane(m)&31]++
	}
}

// execAsyncWait lets all groups but the youngest imm arrive.
func execAsyncWait(w *Warp, in *inst) {
	a := w.copies()
	w.arriveCopies(func(c *pendingCopy) bool {
		return uint64(c.group)+in.imm < uint64(a.committed[c.lane&31])
	})
}

func execAsyncWaitAll(w *Warp, _ *inst) {
	w.arriveCopies(func(*pendingCopy) bool { return true })
}

// arriveCopies writes the copies of the lanes that wait, in the order in which
// they were issued.
func (w *Warp) arriveCopies(done func(*pendingCopy) bool) {
	a := w.copies()
	left := a.pending[:0]
	for i := range a.pending {
		c := &a.pending[i]
		if w.mask>>(c.lane&31)&1 == 0 || !done(c) {
			left = append(left, *c)
			continue
		}
		copy(w.block.shared[c.address/4:][:c.words], c.data[:])
		w.block.shadow.mark(uint64(c.address), uint64(c.words)*4)
	}
	a.pending = left
}
