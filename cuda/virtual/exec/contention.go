package exec

import "math/bits"

// contention gives the operations of an atomic instruction and the most lanes of m
// that go to one word; a compare-and-swap counts twice in both.
func (w *Warp) contention(f *memoryForm, m uint32) (operations, serial int) {
	each := max(int(f.bytes/4), 1)
	if f.compares {
		each *= 2
	}
	operations = each * bits.OnesCount32(m)
	for left := m; left != 0; {
		word, same := w.address[firstLane(left)&31]/4, 0
		for k := left; k != 0; k &= k - 1 {
			if lane := firstLane(k) & 31; w.address[lane]/4 == word {
				left &^= 1 << lane
				same++
			}
		}
		serial = max(serial, same)
	}
	if f.compares {
		serial *= 2
	}
	return operations, serial
}

// distinctWords counts the words of constant memory that the lanes in m ask for,
// of the width of the access: the cache gives one at a time.
func (w *Warp) distinctWords(bytes uint64, m uint32) uint64 {
	first, rest := w.address[firstLane(m)&31], m
	for rest != 0 && w.address[firstLane(rest)&31] == first {
		rest &= rest - 1
	}
	if rest == 0 {
		return 1
	}
	var seen wordSet
	n := uint64(0)
	for ; m != 0; m &= m - 1 {
		if seen.add(w.address[firstLane(m)&31] / max(bytes, 4)) {
			n++
		}
	}
	return n
}
