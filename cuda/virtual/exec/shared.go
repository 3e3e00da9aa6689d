package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// accessShared executes a load or store of shared memory.
func (w *Warp) accessShared(in *inst, m uint32) {
	f := in.x.memory
	if w.misaligned(in, m) || w.outside(in, m, uint64(w.core.sharedBytes), "shared memory of a block") {
		return
	}
	passes, ideal := w.sharedPasses(f.bytes, m)
	w.record(in, f, SpaceShared, m, 0, passes, ideal)
	if w.skips(in) || w.block.shadow != nil && !w.checkShared(in, m) {
		return
	}
	if f.element.bits == 32 && in.x.regClass == class32 && len(in.x.regs) == 1 {
		w.moveShared(in, m)
		return
	}
	r := region{words: w.block.shared, stride: 1}
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.transfer(in, &r, w.address[lane], lane)
	}
}

// moveShared moves one 32-bit word a lane.
func (w *Warp) moveShared(in *inst, m uint32) {
	words := w.block.shared
	d := &w.r32[in.x.regs[0]]
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		if in.x.memory.store {
			words[w.address[lane]/4] = d[lane]
		} else {
			d[lane] = words[w.address[lane]/4]
		}
	}
}

// outside reports the first lane of m whose access ends beyond the size.
func (w *Warp) outside(in *inst, m uint32, size uint64, what string) bool {
	need := in.x.memory.bytes
	for ; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		if a := w.address[i]; a > size || size-a < need {
			w.err = w.fault(cuda.IllegalAddress, in, i,
				fmt.Sprintf("%d bytes at offset %#x are outside of the %d bytes of %s", need, a, size, what))
			return true
		}
	}
	return false
}

// sharedPasses counts the trips through the 32 banks: lanes that ask for 8
// bytes are served in two halves, for 16 bytes in four quarters. ideal is the
// number of parts with a lane in them.
func (w *Warp) sharedPasses(bytes uint64, m uint32) (passes, ideal uint64) {
	parts := max(int(bytes/4), 1)
	lanes := warpLanes / parts
	part := uint32(1<<lanes - 1)
	for k := range parts {
		in := m & (part << (k * lanes))
		if in == 0 {
			continue
		}
		ideal++
		passes += w.bankPasses(in, parts)
	}
	return passes, ideal
}

// bankPasses is the largest number of distinct words of one bank that the
// lanes ask for, each for so many words in a row.
func (w *Warp) bankPasses(m uint32, words int) uint64 {
	if w.freeOfConflict(m, words) {
		return 1
	}
	var seen wordSet
	var depth [32]uint8
	var worst uint8
	for ; m != 0; m &= m - 1 {
		first := w.address[firstLane(m)&31] / 4
		for k := range uint64(words) {
			if word := first + k; seen.add(word) {
				depth[word%32]++
				worst = max(worst, depth[word%32])
			}
		}
	}
	return uint64(worst)
}

// freeOfConflict finds the two usual cases quickly: all lanes ask within 32
// words that follow each other.
func (w *Warp) freeOfConflict(m uint32, words int) bool {
	low, high := ^uint64(0), uint64(0)
	for ; m != 0; m &= m - 1 {
		word := w.address[firstLane(m)&31] / 4
		low, high = min(low, word), max(high, word)
	}
	return high+uint64(words)-low <= 32
}

// sharedAddress gives the offset in shared memory of a lane's address, which may be
// generic, of an access that is aligned and inside.
func (w *Warp) sharedAddress(in *inst, lane int) uint64 {
	if in.x.memory.space == SpaceNone {
		window, s := windowOf(w.address[lane])
		if s != SpaceShared {
			w.err = w.failed(in, lane, hex(w.address[lane])+" is not in shared memory")
			return 0
		}
		w.address[lane] -= window
	}
	if w.misaligned(in, 1<<lane) || w.outside(in, 1<<lane, uint64(w.core.sharedBytes), "shared memory of a block") {
		return 0
	}
	return w.address[lane]
}
