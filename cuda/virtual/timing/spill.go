package timing

import "ridgeline/cuda/virtual/exec"

// Spill is the traffic of registers that the assembler did not have, of which PTX
// knows nothing. A warp is charged with some of it where it begins, and with some
// each time it comes to an instruction: an access of 32 bits for each word that
// each thread keeps in local memory.
type Spill struct {
	Words  int        // of local memory that a thread has for it
	Begin  SpillWords // moved when the warp begins
	Trip   SpillWords // moved each time the warp comes to TripAt
	TripAt *exec.Meta // nil is nowhere
}

// SpillWords are 32-bit words that a thread moves.
type SpillWords struct{ Loads, Stores int }

// spillSectorBase is the number of the first sector of the spilled registers,
// above all that a kernel can address.
const spillSectorBase = 1 << 58

// spill charges a warp with the spills at an instruction. The warp goes on when
// the last word has arrived.
func (m *sm) spill(w *warp, at *exec.Meta) (goOn int64) {
	s := &m.launch.Spill
	if s.Words == 0 {
		return 0
	}
	if !w.begun {
		w.begun = true
		// What is loaded has been stored before.
		goOn = max(m.spillWords(w, s.Begin.Stores, true), m.spillWords(w, s.Begin.Loads, false))
	}
	if at == s.TripAt {
		goOn = max(goOn, m.spillWords(w, s.Trip.Loads, false), m.spillWords(w, s.Trip.Stores, true))
	}
	return goOn
}

// spillWords moves so many words of each lane through L1 as all local memory, one
// after the other, each of which is one line.
func (m *sm) spillWords(w *warp, words int, store bool) (goOn int64) {
	if words == 0 {
		return 0
	}
	first := spillSectorBase + uint64(w.place*m.launch.Spill.Words)*lineSectors
	for k := range words {
		line := first + uint64(k%m.launch.Spill.Words)*lineSectors
		var sectors [lineSectors]uint64
		for i := range sectors {
			sectors[i] = line + uint64(i)
		}
		at, _ := m.memory.access(m.now, 1, &exec.Access{
			Space: exec.SpaceLocal, Store: store, Bytes: LineBytes, Sectors: sectors[:],
		})
		if !store {
			goOn = max(goOn, at)
		}
	}
	c := w.core
	c.free += int64(words)
	c.next = c.free
	m.closeLSU()
	return max(goOn, c.free, m.memory.lsu.free.floor())
}
