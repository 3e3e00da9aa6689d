package exec

// sectorShift makes a sector number of an address: sectors are 32 bytes.
const sectorShift = 5

// distinctSectors counts the sectors that the lanes in m touch, and lists them
// in w.sectors. An access is aligned to its size, at most 32 bytes, so that no
// lane touches two.
func (w *Warp) distinctSectors(m uint32) uint64 {
	n, last := 0, ^uint64(0)
	rest := m
	for ; rest != 0; rest &= rest - 1 {
		s := w.address[firstLane(rest)&31] >> sectorShift
		if s == last {
			continue
		}
		if n > 0 && s < last {
			break
		}
		w.sectors[n&127] = s
		n, last = n+1, s
	}
	if rest == 0 {
		return uint64(n)
	}
	return uint64(w.addSectors(rest, n))
}

// addSectors adds the sectors of the lanes in m to the first n, which are
// distinct, by a hash table.
func (w *Warp) addSectors(m uint32, n int) int {
	var table wordSet
	for _, s := range w.sectors[:n] {
		table.add(s)
	}
	for ; m != 0; m &= m - 1 {
		s := w.address[firstLane(m)&31] >> sectorShift
		if table.add(s) {
			w.sectors[n&127] = s
			n++
		}
	}
	return n
}

// wordSet is a set of up to 128 numbers.
type wordSet struct {
	slots [256]uint64 // number+1; 0 is empty
}

// add puts a number into the set and tells whether it is new.
func (t *wordSet) add(v uint64) bool {
	i := uint8(v * 0x9e3779b97f4a7c15 >> 56)
	for {
		switch t.slots[i] {
		case 0:
			t.slots[i] = v + 1
			return true
		case v + 1:
			return false
		}
		i++
	}
}
