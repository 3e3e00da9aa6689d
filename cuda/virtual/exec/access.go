package exec

import (
	"fmt"
	"math/bits"

	"ridgeline/cuda"
)

// Windows of the generic address space. What lies in none of them is global.
const (
	windowBytes  = 1 << 32
	sharedWindow = 0x7e00_0000_0000
	localWindow  = sharedWindow + windowBytes
	paramWindow  = localWindow + windowBytes
)

// memoryForm is what a memory instruction does. Its address is operand a plus
// imm; the registers that it moves are x.regs.
type memoryForm struct {
	space    Space // SpaceNone is generic
	element  typ   // what lies in memory
	count    int   // elements a lane
	bytes    uint64
	narrow   bool // the address is a 32-bit register
	compares bool // is a compare-and-swap
	// register is the width in bits of the registers moved.
	register int
	store    bool
	atomic   bool
	bypass   bool // goes past the L1 cache
	strong   bool // ordered with the accesses of other blocks
	ordered  bool // with an order and a scope
	volatile bool
	weak     bool // and says so
}

// kind is where an access to a space is counted.
func (f *memoryForm) kind(s Space) trafficKind {
	var base trafficKind
	switch s {
	case SpaceGlobal:
		base = globalLoad
	case SpaceShared:
		base = sharedLoad
	case SpaceLocal:
		base = localLoad
	default:
		return constLoad
	}
	switch {
	case f.atomic:
		return base + 2
	case f.store:
		return base + 1
	}
	return base
}

// region is the memory of one space as a lane sees it: word i of lane l is
// words[i*stride+l*step].
type region struct {
	words        []uint32
	stride, step uint64
}

// word gives the index of the word that holds a byte.
func (r *region) word(offset uint64, lane int) uint64 {
	return offset/4*r.stride + uint64(lane)*r.step
}

// load reads an element of some bytes that does not cross a word, or two.
func (r *region) load(offset uint64, bytes, lane int) uint64 {
	i := r.word(offset, lane)
	v := uint64(r.words[i])
	switch bytes {
	case 1:
		return v >> (offset % 4 * 8) & 0xff
	case 2:
		return v >> (offset % 4 * 8) & 0xffff
	case 4:
		return v
	}
	return v | uint64(r.words[i+r.stride])<<32
}

// store writes an element. Parts of a word are replaced atomically, because
// another block may write the rest of the word at the same time.
func (r *region) store(offset uint64, bytes, lane int, v uint64) {
	i := r.word(offset, lane)
	switch bytes {
	case 1:
		storePart(&r.words[i], 0xff, uint32(v), uint(offset%4*8))
	case 2:
		storePart(&r.words[i], 0xffff, uint32(v), uint(offset%4*8))
	case 4:
		r.words[i] = uint32(v)
	default:
		r.words[i], r.words[i+r.stride] = uint32(v), uint32(v>>32)
	}
}

// addresses computes the address of every lane.
func (w *Warp) addresses(in *inst) {
	if in.x.memory.narrow {
		base := &w.r32[in.a]
		for i := range w.address {
			w.address[i] = uint64(base[i] + uint32(in.imm))
		}
		return
	}
	base := &w.r64[in.a]
	for i := range w.address {
		w.address[i] = base[i] + in.imm
	}
}

// consecutive tells whether all 32 lanes run and their addresses follow each
// other without a gap, aligned to what each lane asks for.
func (w *Warp) consecutive(bytes uint64) bool {
	if w.mask != allLanes {
		return false
	}
	first := w.address[0]
	bad := first & (bytes - 1)
	want := first
	for i := range w.address {
		bad |= w.address[i] ^ want
		want += bytes
	}
	return bad == 0
}

// execMemory executes a load or store.
func execMemory(w *Warp, in *inst) {
	w.addresses(in)
	f := in.x.memory
	if f.space != SpaceNone {
		w.accessSpace(in, f.space, w.mask)
		return
	}
	for left := w.mask; left != 0; {
		s, m := w.resolve(left)
		w.accessSpace(in, s, m)
		if w.err != nil {
			return
		}
		left &^= m
	}
}

// resolve finds the space of the first lane's generic address and the lanes
// that go to the same one; it turns their addresses into those of the space.
func (w *Warp) resolve(lanes uint32) (Space, uint32) {
	window, space := windowOf(w.address[firstLane(lanes)&31])
	var same uint32
	for m := lanes; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		if at, _ := windowOf(w.address[i]); at == window {
			same |= 1 << i
			w.address[i] -= window
		}
	}
	return space, same
}

// windowOf gives the base of the window that holds a generic address, and its
// space; the global window begins at 0.
func windowOf(address uint64) (uint64, Space) {
	switch {
	case address < sharedWindow || address >= paramWindow+windowBytes:
		return 0, SpaceGlobal
	case address < localWindow:
		return sharedWindow, SpaceShared
	case address < paramWindow:
		return localWindow, SpaceLocal
	}
	return paramWindow, SpaceParam
}

// accessSpace executes the lanes in m, which all go to one space.
func (w *Warp) accessSpace(in *inst, s Space, m uint32) {
	switch s {
	case SpaceShared:
		w.accessShared(in, m)
	case SpaceLocal:
		w.accessLocal(in, m)
	case SpaceParam:
		w.accessParam(in, m)
	case spaceFrame:
		w.accessFrame(in, m)
	default:
		w.accessGlobal(in, s, m)
	}
}

// transfer moves the elements of one lane between its registers and memory.
func (w *Warp) transfer(in *inst, r *region, offset uint64, lane int) {
	f, x := in.x.memory, in.x
	step := uint64(f.element.bytes())
	for k := range x.regs {
		if f.strong && r.stride == 1 {
			w.transferStrong(in, r, offset, k, lane)
		} else if f.store {
			r.store(offset, int(step), lane, w.value(x.regClass, x.regs[k], lane))
		} else {
			w.setValue(x.regClass, x.regs[k], lane, f.extend(r.load(offset, int(step), lane)))
		}
		offset += step
	}
}

// extend widens an element to the registers.
func (f *memoryForm) extend(v uint64) uint64 {
	if f.element.kind != kindSigned {
		return v
	}
	return f.element.extend(v) & (^uint64(0) >> (64 - f.register))
}

// record notes what the lanes in m did, and counts it.
func (w *Warp) record(in *inst, f *memoryForm, s Space, m uint32, sectors, passes, ideal uint64) {
	bytes := f.bytes * uint64(bits.OnesCount32(m))
	w.core.count(in, f.kind(s), cuda.Traffic{Requests: 1, UsefulBytes: bytes, Sectors: sectors, Passes: passes, IdealPasses: ideal})
	if w.core.trace {
		w.access = Access{Space: s, Store: f.store, Atomic: f.atomic, Bytes: int(bytes), Passes: int(passes), BypassL1: f.bypass,
			Sectors: w.sectors[:min(sectors, uint64(len(w.sectors)))]}
		if f.store && !f.atomic && s == SpaceGlobal {
			w.access.Written = w.writtenBytes(f.bytes, m, int(sectors))
		}
		if f.atomic {
			w.access.Operations, w.access.Serial = w.contention(f, m)
		}
	}
}

// misaligned reports the first lane of m whose address is not a multiple of
// what it asks for.
func (w *Warp) misaligned(in *inst, m uint32) bool {
	need := in.x.memory.bytes
	for ; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		if w.address[i]&(need-1) != 0 {
			w.err = w.fault(cuda.Misaligned, in, i,
				fmt.Sprintf("address %#x is not a multiple of the %d bytes accessed", w.address[i], need))
			return true
		}
	}
	return false
}
