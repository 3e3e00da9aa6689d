package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// accessGlobal executes a load or store of global or constant memory.
func (w *Warp) accessGlobal(in *inst, s Space, m uint32) {
	f := in.x.memory
	if s == SpaceGlobal && m == allLanes && !f.strong && w.consecutive(f.bytes) && w.accessRun(in) {
		return
	}
	if w.misaligned(in, m) {
		return
	}
	var sectors, passes uint64
	if s == SpaceGlobal {
		sectors = w.distinctSectors(m)
	} else {
		passes = w.distinctWords(f.bytes, m)
	}
	w.record(in, f, s, m, sectors, passes, min(passes, 1))
	r, skips := region{stride: 1}, w.skips(in)
	at := ^uint64(0)
	var limit uint64
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		address := w.address[lane]
		index, offset := (address-baseAddress)/PageBytes, address%PageBytes
		if index != at {
			at, limit = index, uint64(w.core.mem.limitOf(index))
			if limit > 0 && !skips {
				r.words = w.core.page(index, f.store)
			}
		}
		if offset+f.bytes > limit {
			w.err = w.illegal(in, lane, address)
			return
		}
		if !skips {
			w.transfer(in, &r, offset, lane)
		}
	}
}

// page gives the words of a page and notes that it was touched.
func (c *core) page(index uint64, write bool) []uint32 {
	if write {
		c.touched.markWritten(index)
		return c.mem.writable(index)[:]
	}
	c.touched.markRead(index)
	return c.mem.readable(index)[:]
}

// accessRun is the fast way for a full warp on consecutive addresses within one
// page. It reports false where it cannot serve.
func (w *Warp) accessRun(in *inst) bool {
	f := in.x.memory
	if f.element.bits < 32 || in.x.regClass == class64 && f.element.bits != 64 {
		return false
	}
	first, total := w.address[0], f.bytes*warpLanes
	index, offset := (first-baseAddress)/PageBytes, first%PageBytes
	if offset+total > uint64(w.core.mem.limitOf(index)) {
		return false
	}
	if !w.skips(in) {
		w.moveBlock(in, w.core.page(index, f.store)[offset/4:(offset+total)/4])
	}
	low, high := first>>5, (first+total-1)>>5
	if w.core.trace {
		for s := low; s <= high; s++ {
			w.sectors[s-low] = s
		}
	}
	w.record(in, f, SpaceGlobal, allLanes, high-low+1, 0, 0)
	return true
}

// moveBlock moves consecutive words to or from the registers.
func (w *Warp) moveBlock(in *inst, words []uint32) {
	if in.x.memory.store {
		w.scatterBlock(in, words)
	} else {
		w.gatherBlock(in, words)
	}
}

// gatherBlock loads consecutive words into the registers.
func (w *Warp) gatherBlock(in *inst, words []uint32) {
	n := len(in.x.regs)
	for k, slot := range in.x.regs {
		switch {
		case in.x.regClass == class64:
			d := &w.r64[slot]
			for i := range d {
				at := 2 * (i*n + k)
				d[i] = uint64(words[at]) | uint64(words[at+1])<<32
			}
		case n == 1:
			copy(w.r32[slot][:], words)
		case n == 4:
			d, four := &w.r32[slot], words[k:125+k]
			for i := range d {
				d[i] = four[4*i]
			}
		default:
			d := &w.r32[slot]
			for i := range d {
				d[i] = words[i*n+k]
			}
		}
	}
}

// scatterBlock stores the registers to consecutive words.
func (w *Warp) scatterBlock(in *inst, words []uint32) {
	n := len(in.x.regs)
	for k, slot := range in.x.regs {
		switch {
		case in.x.regClass == class64:
			d := &w.r64[slot]
			for i := range d {
				at := 2 * (i*n + k)
				words[at], words[at+1] = uint32(d[i]), uint32(d[i]>>32)
			}
		case n == 1:
			copy(words, w.r32[slot][:])
		default:
			d := &w.r32[slot]
			for i := range d {
				words[i*n+k] = d[i]
			}
		}
	}
}

// illegal is an access outside of every allocation.
func (w *Warp) illegal(in *inst, lane int, address uint64) error {
	return w.illegalBytes(in, lane, address, in.x.memory.bytes)
}

func (w *Warp) illegalBytes(in *inst, lane int, address, bytes uint64) error {
	f := in.x.memory
	verb := "reading"
	switch {
	case f.atomic:
		verb = "updating"
	case f.store:
		verb = "writing"
	}
	return w.fault(cuda.IllegalAddress, in, lane,
		fmt.Sprintf("%s %d bytes at %#x: %s", verb, bytes, address, w.core.mem.space.nearest(address)))
}
