package exec

import "fmt"

// shadow is what the checks know of the shared memory of a block: which bytes
// have been written, and which warps touched each word since the last barrier.
// It is nil where nothing is checked.
type shadow struct {
	written []bool  // by byte
	touched []touch // by word; nil where races are not looked for
}

// touch is the last write of a word and the reads of it, each in an interval
// between barriers.
type touch struct {
	writer        int32 // warp + 1; 0 is none
	writeInterval uint32
	line          int32
	readers       uint32 // warps
	readInterval  uint32
}

func newShadow(bytes int, races bool) *shadow {
	s := &shadow{written: make([]bool, bytes)}
	if races {
		s.touched = make([]touch, (bytes+3)/4)
	}
	return s
}

func (s *shadow) reset() {
	if s != nil {
		clear(s.written)
		clear(s.touched)
	}
}

// mark notes that bytes have been written.
func (s *shadow) mark(address, bytes uint64) {
	if s != nil {
		for i := address; i < address+bytes; i++ {
			s.written[i] = true
		}
	}
}

// checkShared looks at the accesses of the lanes in m to shared memory. It
// reports false, with the error in w.err, where one is wrong.
func (w *Warp) checkShared(in *inst, m uint32) bool {
	f := in.x.memory
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		if !w.checkBytes(in, lane, w.address[lane], f.bytes, f.store, f.store && !f.atomic) {
			return false
		}
	}
	return true
}

// checkBytes looks at one access, which overwrites the bytes or reads them too.
func (w *Warp) checkBytes(in *inst, lane int, address, bytes uint64, store, overwrites bool) bool {
	s := w.block.shadow
	problem := ""
	switch {
	case w.block.copying(address, bytes):
		problem = "is the target of an asynchronous copy that has not been waited for"
	case !overwrites && !s.wrote(address, bytes):
		problem = "is read, but nothing has written it"
	default:
		problem = s.race(w, in, address, bytes, store)
	}
	if problem != "" {
		w.err = w.failed(in, lane, fmt.Sprintf("shared memory at offset %#x %s", address, problem))
		return false
	}
	if store {
		s.mark(address, bytes)
	}
	return true
}

func (s *shadow) wrote(address, bytes uint64) bool {
	for i := address; i < address+bytes; i++ {
		if !s.written[i] {
			return false
		}
	}
	return true
}

// copying tells whether a copy to these bytes is under way.
func (b *Block) copying(address, bytes uint64) bool {
	overlaps := func(at, size uint64) bool { return at < address+bytes && address < at+size }
	for _, w := range b.warps {
		if w.async == nil {
			continue
		}
		for i := range w.async.pending {
			if c := &w.async.pending[i]; overlaps(uint64(c.address), uint64(c.words)*4) {
				return true
			}
		}
	}
	for i := range b.bulk {
		if overlaps(uint64(b.bulk[i].to), uint64(len(b.bulk[i].data))) {
			return true
		}
	}
	return false
}

// race finds another warp that touched the same word since the last barrier,
// one of the two writing. Atomic and volatile accesses are no races.
func (s *shadow) race(w *Warp, in *inst, address, bytes uint64, store bool) string {
	f := in.x.memory
	if s.touched == nil || f != nil && (f.atomic || f.strong) {
		return ""
	}
	for word := address / 4; word*4 < address+bytes; word++ {
		t := &s.touched[word]
		if t.writer != 0 && t.writer != int32(w.id)+1 && t.writeInterval == w.interval {
			return fmt.Sprintf("was written by warp %d in line %d, with no barrier between", t.writer-1, t.line)
		}
		if others := t.readers &^ (1 << w.id); store && others != 0 && t.readInterval == w.interval {
			return fmt.Sprintf("was read by warp %d, with no barrier between", firstLane(others))
		}
		if t.readInterval != w.interval {
			t.readers, t.readInterval = 0, w.interval
		}
		if store {
			t.writer, t.writeInterval, t.line = int32(w.id)+1, w.interval, int32(in.meta.Line)
		} else {
			t.readers |= 1 << w.id
		}
	}
	return ""
}
