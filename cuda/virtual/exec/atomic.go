package exec

import (
	"sync/atomic"
	"unsafe"
)

// storePart replaces some bits of a word atomically.
func storePart(word *uint32, mask, v uint32, shift uint) {
	for {
		old := atomic.LoadUint32(word)
		if atomic.CompareAndSwapUint32(word, old, old&^(mask<<shift)|(v&mask)<<shift) {
			return
		}
	}
}

// transferStrong moves element k of one lane by an access that other blocks
// see whole and in order. Local memory is a lane's own and does not come here.
func (w *Warp) transferStrong(in *inst, r *region, offset uint64, k, lane int) {
	f, x, i := in.x.memory, in.x, offset/4
	switch bytes := f.element.bytes(); {
	case f.store && bytes == 8:
		atomic.StoreUint64(wide(r.words, i), w.value(x.regClass, x.regs[k], lane))
	case f.store && bytes == 4:
		atomic.StoreUint32(&r.words[i], uint32(w.value(x.regClass, x.regs[k], lane)))
	case f.store:
		r.store(offset, bytes, lane, w.value(x.regClass, x.regs[k], lane))
	case bytes == 8:
		w.setValue(x.regClass, x.regs[k], lane, atomic.LoadUint64(wide(r.words, i)))
	default:
		v := uint64(atomic.LoadUint32(&r.words[i])) >> (offset % 4 * 8) & f.element.mask()
		w.setValue(x.regClass, x.regs[k], lane, f.extend(v))
	}
}

// execAtomic executes atom and red. Lanes go one after the other, in their
// order; x.f3 makes the new value of the old one and operands b and c.
func execAtomic(w *Warp, in *inst) {
	w.addresses(in)
	s, left := in.x.memory.space, w.mask
	for left != 0 && w.err == nil {
		m := left
		if in.x.memory.space == SpaceNone {
			s, m = w.resolve(left)
		}
		w.atomics(in, s, m)
		left &^= m
	}
}

func (w *Warp) atomics(in *inst, s Space, m uint32) {
	if w.misaligned(in, m) {
		return
	}
	switch s {
	case SpaceShared:
		if in.x.reads != nil {
			w.err = w.failed(in, firstLane(m), "a vector of atomic operations needs global memory")
			return
		}
		w.atomicShared(in, m)
	case SpaceGlobal:
		w.atomicGlobal(in, m)
	default:
		w.err = w.failed(in, firstLane(m), "an atomic operation needs global or shared memory")
	}
}

func (w *Warp) atomicGlobal(in *inst, m uint32) {
	f := in.x.memory
	w.record(in, f, SpaceGlobal, m, w.distinctSectors(m), 0, 0)
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		address := w.address[lane]
		index, offset := (address-baseAddress)/PageBytes, address%PageBytes
		if offset+f.bytes > uint64(w.core.mem.limitOf(index)) {
			w.err = w.illegal(in, lane, address)
			return
		}
		w.core.touched.markRead(index)
		if in.x.reads == nil {
			w.update(in, in.x.f3, w.core.page(index, true), offset/4, lane)
		} else {
			w.updateVector(in, w.core.page(index, true), offset, lane)
		}
	}
}

// atomicShared serialises the lanes that meet in a bank: its passes are the
// largest number of lanes that go to one bank.
func (w *Warp) atomicShared(in *inst, m uint32) {
	f := in.x.memory
	if w.outside(in, m, uint64(w.core.sharedBytes), "shared memory of a block") {
		return
	}
	var depth [32]uint64
	var worst uint64
	for left := m; left != 0; left &= left - 1 {
		bank := w.address[firstLane(left)&31] / 4 % 32
		depth[bank]++
		worst = max(worst, depth[bank])
	}
	_, ideal := w.sharedPasses(f.bytes, m)
	w.record(in, f, SpaceShared, m, 0, max(worst, ideal), ideal)
	if w.block.shadow != nil && !w.checkShared(in, m) {
		return
	}
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.update(in, in.x.f3Shared, w.block.shared, w.address[lane]/4, lane)
	}
}

// updateVector performs the operations of one lane, each element by itself.
func (w *Warp) updateVector(in *inst, words []uint32, offset uint64, lane int) {
	x, size := in.x, uint64(in.x.memory.element.bytes())
	for k, slot := range x.reads {
		at, b := offset+uint64(k)*size, w.value(x.readClass, slot, lane)
		var old uint64
		if size == 2 {
			old = update16(&words[at/4], at%4*8, b, 0, x.f3)
		} else {
			old = update32(&words[at/4], b, 0, x.f3)
		}
		if len(x.regs) > 0 {
			w.setValue(x.regClass, x.regs[k], lane, old)
		}
	}
}

// update performs the operation of one lane.
func (w *Warp) update(in *inst, f func(old, b, c uint64) uint64, words []uint32, at uint64, lane int) {
	b, c := w.value(in.bClass, in.b, lane), w.value(in.cClass, in.c, lane)
	var old uint64
	switch in.x.memory.bytes {
	case 8:
		old = update64(wide(words, at), b, c, f)
	case 2:
		old = update16(&words[at], w.address[lane]%4*8, b, c, f)
	default:
		old = update32(&words[at], b, c, f)
	}
	w.setValue(in.dClass, in.d, lane, old)
}

func update32(word *uint32, b, c uint64, f func(old, b, c uint64) uint64) uint64 {
	for {
		old := atomic.LoadUint32(word)
		fresh := uint32(f(uint64(old), b, c))
		if atomic.CompareAndSwapUint32(word, old, fresh) {
			return uint64(old)
		}
	}
}

// update16 changes one half of a word.
func update16(word *uint32, shift uint64, b, c uint64, f func(old, b, c uint64) uint64) uint64 {
	var before uint64
	update32(word, b, c, func(old, b, c uint64) uint64 {
		before = old >> shift & 0xffff
		return old&^(0xffff<<shift) | f(before, b, c)&0xffff<<shift
	})
	return before
}

func update64(word *uint64, b, c uint64, f func(old, b, c uint64) uint64) uint64 {
	for {
		old := atomic.LoadUint64(word)
		if atomic.CompareAndSwapUint64(word, old, f(old, b, c)) {
			return old
		}
	}
}

// wide gives two words, the first of which has an even index, as one. Pages and
// shared memory begin at multiples of 8 bytes; the order of the words is that
// of a little-endian host.
func wide(words []uint32, at uint64) *uint64 {
	pair := words[at : at+2 : at+2]
	return (*uint64)(unsafe.Pointer(&pair[0]))
}
