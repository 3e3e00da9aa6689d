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

// spill stores and loads the words one after the other, through L1 as all local
// memory. The warp goes on when the last has arrived.
func (m *sm) spill(w *warp) (goOn int64) {
	c, s := w.core, &m.launch.Spill
	stores, loads := int(s.StoreBytes/wordBytes), int(s.LoadBytes/wordBytes)
	first := spillSectorBase + uint64(w.place*max(stores, loads))*lineSectors
	for k := range stores {
		m.spillWord(first, k, true)
	}
	for k := range loads {
		goOn = max(goOn, m.spillWord(first, k, false))
	}
	c.free += int64(stores + loads)
	c.next = c.free
	return max(goOn, c.free)
}

// spillWord moves a word of each lane, which is one line.
func (m *sm) spillWord(first uint64, k int, store bool) (ready int64) {
	var sectors [lineSectors]uint64
	for i := range sectors {
		sectors[i] = first + uint64(k*lineSectors+i)
	}
	ready, _ = m.memory.access(m.now, 1, &exec.Access{
		Space: exec.SpaceLocal, Store: store, Bytes: lineBytes, Sectors: sectors[:],
	})
	return ready
}
