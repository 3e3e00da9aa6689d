package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// pieceBytes is the grain of matrix loads and stores.
const pieceBytes = 16

// piece gives the words of 16 aligned bytes in shared or global memory, or nil
// and an error in w.err.
func (w *Warp) piece(in *inst, s Space, lane int, address uint64, write bool) []uint32 {
	if address%pieceBytes != 0 {
		w.err = w.fault(cuda.Misaligned, in, lane, fmt.Sprintf("address %#x is not a multiple of 16 bytes", address))
		return nil
	}
	if s == SpaceShared {
		if size := uint64(w.core.sharedBytes); address > size || size-address < pieceBytes {
			w.err = w.fault(cuda.IllegalAddress, in, lane,
				fmt.Sprintf("16 bytes at offset %#x are outside of the %d bytes of shared memory of a block", address, size))
			return nil
		}
		if w.block.shadow != nil && !w.checkBytes(in, lane, address, pieceBytes, write, write) {
			return nil
		}
		return w.block.shared[address/4 : address/4+4]
	}
	return w.globalPiece(in, lane, address, pieceBytes, write)
}

// globalPiece gives the words of so many aligned bytes of global memory.
func (w *Warp) globalPiece(in *inst, lane int, address, bytes uint64, write bool) []uint32 {
	index, offset := (address-baseAddress)/PageBytes, address%PageBytes
	if offset+bytes > uint64(w.core.mem.limitOf(index)) {
		w.err = w.illegalBytes(in, lane, address, bytes)
		return nil
	}
	return w.core.page(index, write)[offset/4 : (offset+bytes+3)/4]
}

// sharedOrGlobal resolves the space of an address, generic or not, and gives
// the address in that space.
func (w *Warp) sharedOrGlobal(in *inst, lane int, address uint64) (Space, uint64) {
	s := in.x.memory.space
	if s == SpaceNone {
		var window uint64
		window, s = windowOf(address)
		address -= window
	}
	if s != SpaceShared && s != SpaceGlobal {
		w.err = w.failed(in, lane, in.meta.Op+" needs global or shared memory")
	}
	return s, address
}

// pieces counts the trips through the banks of 16-byte pieces, eight at a time.
type pieces struct {
	w             *Warp
	n             int
	passes, ideal uint64
}

// add notes the next piece. It uses the warp's addresses.
func (p *pieces) add(address uint64) {
	p.w.address[p.n&7] = address
	if p.n++; p.n%8 == 0 {
		p.passes += p.w.bankPasses(0xff, pieceBytes/4)
		p.ideal++
	}
}
