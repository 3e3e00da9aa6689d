package timing

import "ridgeline/cuda/virtual/exec"

// Spill is the traffic of registers that the assembler did not have. PTX knows
// nothing of it; a warp is charged with it each time it comes to an
// instruction: a store and a load of 32 bits for each word that each thread
// keeps in local memory.
type Spill struct {
	At                    *exec.Meta // nil is none
	StoreBytes, LoadBytes int64      // of a thread, each time
}

// wordBytes is the size of a spilled register.
const wordBytes = 4

// spillSectorBase is the number of the first sector of the spilled registers,
// above all that a kernel can address.
const spillSectorBase = 1 << 58

// spill loads what the warp stored when it came here last, and stores it anew,
// one word after the other and through L1 as all local memory. What it loads the
// first time has been stored before that. The warp goes on when the last word
// has arrived.
func (m *sm) spill(w *warp) (goOn int64) {
	c, s := w.core, &m.launch.Spill
	stores, loads := int(s.StoreBytes/wordBytes), int(s.LoadBytes/wordBytes)
	first := spillSectorBase + uint64(w.place*max(stores, loads))*lineSectors
	if !w.spilled {
		w.spilled = true
		m.spillWords(first, stores, true)
	}
	goOn = m.spillWords(first, loads, false)
	m.spillWords(first, stores, true)
	c.free += int64(stores + loads)
	c.next = c.free
	m.closeLSU()
	return max(goOn, c.free, m.memory.lsu.free.floor())
}

// spillWords moves so many words of each lane, each of which is one line.
func (m *sm) spillWords(first uint64, words int, store bool) (ready int64) {
	for k := range words {
		var sectors [lineSectors]uint64
		for i := range sectors {
			sectors[i] = first + uint64(k*lineSectors+i)
		}
		at, _ := m.memory.access(m.now, 1, &exec.Access{
			Space: exec.SpaceLocal, Store: store, Bytes: LineBytes, Sectors: sectors[:],
		})
		ready = max(ready, at)
	}
	return ready
}
