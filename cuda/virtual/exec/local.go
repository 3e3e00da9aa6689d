package exec

import "math/bits"

// accessLocal executes a load or store of local memory. Consecutive 32-bit
// words of a thread are interleaved over the lanes, so that the same index in
// all lanes is one run of memory.
func (w *Warp) accessLocal(in *inst, m uint32) {
	f := in.x.memory
	size := w.localSize()
	if w.misaligned(in, m) || w.outside(in, m, size, "local memory of a thread") {
		return
	}
	w.growLocal()
	w.record(in, f, SpaceLocal, m, w.localSectors(f.bytes, m), 0, 0)
	if w.skips(in) || !w.checkLocal(in, m) {
		return
	}
	r := region{words: w.local, stride: warpLanes, step: 1}
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.transfer(in, &r, w.address[lane], lane)
	}
}

// growLocal makes local memory as large as a thread may touch.
func (w *Warp) growLocal() {
	if need := int(w.localSize()+3) / 4 * warpLanes; len(w.local) < need {
		w.local = append(w.local, make([]uint32, need-len(w.local))...)
	}
}

// localSize is the local memory that a thread may touch, in bytes.
func (w *Warp) localSize() uint64 {
	if w.stack != nil {
		return uint64(w.stack.high)
	}
	return uint64(w.prog.localBytes)
}

// localSectors is the local memory of a warp, in sectors: each 32-bit word of
// its threads is a line.
func (p *program) localSectors() uint64 { return uint64(p.localBytes+p.stackBytes+3) / 4 * 4 }

// localSectors lists the distinct sectors. Warps have addresses of their own.
func (w *Warp) localSectors(bytes uint64, m uint32) uint64 {
	perWarp := w.prog.localSectors()
	base := (uint64(w.block.index*len(w.block.warps)+w.id))*perWarp + localWindow>>sectorShift
	var seen wordSet
	n := uint64(0)
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		first := w.address[lane&31] / 4
		for k := range max(bytes/4, 1) {
			s := base + (first+k)*4 + uint64(lane)/8
			if seen.add(s) {
				w.sectors[n%uint64(len(w.sectors))] = s
				n++
			}
		}
	}
	return n
}

// accessParam reads the parameter space through an address.
func (w *Warp) accessParam(in *inst, m uint32) {
	if w.misaligned(in, m) || w.outside(in, m, uint64(len(w.core.launch.Params)), "parameter space") {
		return
	}
	if in.x.memory.store {
		w.err = w.failed(in, firstLane(m), "the parameters of a kernel cannot be written")
		return
	}
	r := region{words: w.core.params, stride: 1}
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.transfer(in, &r, w.address[lane], lane)
	}
}
