package exec

const sectorBytes = 1 << sectorShift

// writtenBytes gives the bytes that the lanes in m write of each of the first
// sectors in w.sectors; nil where the warp writes all of them in one piece. A lane writes a
// power of two of them, in one sector.
func (w *Warp) writtenBytes(bytes uint64, m uint32, sectors int) []uint32 {
	if bytes*warpLanes%sectorBytes == 0 && w.address[0]%sectorBytes == 0 && w.consecutive(bytes) {
		return nil
	}
	clear(w.written[:])
	mask, at := uint32(1<<bytes-1), 0
	for ; m != 0; m &= m - 1 {
		address := w.address[firstLane(m)&31]
		for w.sectors[at] != address>>sectorShift {
			at = (at + 1) % sectors
		}
		w.written[at] |= mask << (address % sectorBytes)
	}
	return w.written[:sectors]
}
