package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// pendingBulk is what has not arrived in shared memory.
type pendingBulk struct {
	barrier, to uint32 // addresses
	data        []byte
	form        *bulkForm
}

// execBulk issues the copies of the lanes, or performs them.
func execBulk(w *Warp, in *inst) {
	form := in.x.bulk
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		to := w.value(in.aClass, in.a, lane) + in.imm
		from := w.value(in.bClass, in.b, lane) + form.from
		data := w.bulkSource(in, lane, from, uint64(w.r32[in.h][lane]))
		switch {
		case w.err != nil:
			return
		case form.counted:
			w.issueBulk(in, lane, to, data)
		default:
			w.bulkToGlobal(in, lane, to, data)
		}
		w.countBulk(in, to, from, uint64(len(data)))
	}
}

// bulkSource reads so many bytes, 16 at a time.
func (w *Warp) bulkSource(in *inst, lane int, from, bytes uint64) []byte {
	if bytes%pieceBytes != 0 {
		w.err = w.failed(in, lane, itoa(int(bytes))+" bytes are no multiple of 16")
		return nil
	}
	data := make([]byte, 0, bytes)
	for at := uint64(0); at < bytes; at += pieceBytes {
		words := w.piece(in, in.x.bulk.source.space, lane, from+at, false)
		if words == nil {
			return nil
		}
		for k := range uint64(pieceBytes) {
			data = append(data, byte(words[k/4]>>(k%4*8)))
		}
	}
	return data
}

// issueBulk keeps what goes to shared memory for the wait.
func (w *Warp) issueBulk(in *inst, lane int, to uint64, data []byte) {
	form, size := in.x.bulk, uint64(w.core.sharedBytes)
	barrier := w.value(in.x.readClass, in.x.reads[0], lane) + form.at
	switch {
	case to > size || size-to < uint64(len(data)) || barrier > size || size-barrier < 8:
		w.err = w.fault(cuda.IllegalAddress, in, lane,
			fmt.Sprintf("%d bytes at %#x, or the mbarrier at %#x, are outside of the %d bytes of shared memory of a block", len(data), to, barrier, size))
	case to%form.target.bytes != 0 || barrier%8 != 0:
		w.err = w.fault(cuda.Misaligned, in, lane, fmt.Sprintf("address %#x or mbarrier %#x", to, barrier))
	default:
		w.block.bulk = append(w.block.bulk, pendingBulk{uint32(barrier), uint32(to), data, form})
	}
}

// bulkToGlobal writes, or combines, at once.
func (w *Warp) bulkToGlobal(in *inst, lane int, to uint64, data []byte) {
	form := in.x.bulk
	for at := 0; at < len(data); at += pieceBytes {
		read := form.apply == nil || w.piece(in, SpaceGlobal, lane, to+uint64(at), false) != nil
		if !read {
			return
		}
		words := w.piece(in, SpaceGlobal, lane, to+uint64(at), true)
		if words == nil {
			return
		}
		form.put(words, 0, data[at:at+pieceBytes])
	}
}

// put writes data at an offset in bytes, element by element.
func (f *bulkForm) put(words []uint32, offset uint64, data []byte) {
	r := region{words: words, stride: 1}
	size := f.element.bytes()
	for at := 0; at < len(data); at += size {
		v := uint64(0)
		for k := range size {
			v |= uint64(data[at+k]) << (8 * k)
		}
		if f.apply == nil {
			r.store(offset+uint64(at), size, 0, v)
			continue
		}
		i, shift := (offset+uint64(at))/4, (offset+uint64(at))%4*8
		switch size {
		case 2:
			update16(&words[i], shift, v, 0, f.apply)
		case 4:
			update32(&words[i], v, 0, f.apply)
		default:
			update64(wide(words, i), v, 0, f.apply)
		}
	}
}

// countBulk counts one lane's copy, as if its bytes went one after the other.
func (w *Warp) countBulk(in *inst, to, from, bytes uint64) {
	form := in.x.bulk
	access := Access{Bytes: int(bytes), BypassL1: true}
	for _, side := range []struct {
		space   Space
		address uint64
		store   bool
	}{{form.source.space, from, false}, {form.target.space, to, true}} {
		f := memoryForm{store: side.store}
		kind, t := f.kind(side.space), cuda.Traffic{Requests: 1, UsefulBytes: bytes}
		if side.space == SpaceShared {
			t.Passes, t.IdealPasses = (bytes+127)/128, (bytes+127)/128
			w.core.count(in, kind, t)
			access.Passes += int(t.Passes)
			continue
		}
		first, last := side.address>>sectorShift, (side.address+bytes+1<<sectorShift-1)>>sectorShift
		t.Sectors = last - first
		w.core.count(in, kind, t)
		access.Space, access.Store = SpaceGlobal, side.store
		for s := first; w.core.trace && s < last; s++ {
			access.Sectors = append(access.Sectors, s)
		}
	}
	if access.Space == SpaceNone {
		access.Space = SpaceShared
	}
	w.access = access
}

// arriveBulk brings what was copied for a barrier, in the order of issue, until
// the phase that is asked for is over.
func (b *Block) arriveBulk(word *uint64, barrier uint32, phase uint64) {
	left := b.bulk[:0]
	for _, p := range b.bulk {
		state := unpackMbarrier(*word)
		if p.barrier != barrier || state.parity != phase {
			left = append(left, p)
			continue
		}
		p.form.put(b.shared, uint64(p.to), p.data)
		b.shadow.mark(uint64(p.to), uint64(len(p.data)))
		state.complete(int64(len(p.data)))
		*word = state.pack()
	}
	b.bulk = left
}

// execStoreAsync issues the stores of the lanes.
func execStoreAsync(w *Warp, in *inst) {
	w.addresses(in)
	t, f := in.x.bulk.element, in.x.memory
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		var data []byte
		for _, r := range in.x.regs {
			v := w.value(in.x.regClass, r, lane)
			for k := range t.bytes() {
				data = append(data, byte(v>>(8*k)))
			}
		}
		if w.issueBulk(in, lane, w.address[lane], data); w.err != nil {
			return
		}
	}
	passes, ideal := w.sharedPasses(f.bytes, w.mask)
	w.record(in, f, SpaceShared, w.mask, 0, passes, ideal)
}
