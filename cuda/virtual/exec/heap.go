package exec

import "slices"

// heapBytes is the memory that kernels may allocate, the default of CUDA's
// cudaLimitMallocHeapSize.
const heapBytes = 8 << 20

// heapGrain is the alignment of what malloc gives.
const heapGrain = 16

// heap is the memory that kernels allocate: the pieces in use, by address.
// Launches that allocate run on one core, so that the addresses are the same
// every time.
type heap struct {
	base uint64
	used []piecePlace
}

// piecePlace is an allocation of a kernel.
type piecePlace struct{ address, bytes uint64 }

func (h *heap) clone() *heap {
	if h == nil {
		return nil
	}
	return &heap{h.base, slices.Clone(h.used)}
}

// take gives the first gap that is large enough, or 0.
func (h *heap) take(bytes uint64) uint64 {
	if bytes == 0 || bytes > heapBytes {
		return 0
	}
	bytes = uint64(alignUp(int64(bytes), heapGrain))
	at := h.base
	for i, p := range h.used {
		if at+bytes <= p.address {
			h.used = slices.Insert(h.used, i, piecePlace{at, bytes})
			return at
		}
		at = p.address + p.bytes
	}
	if at+bytes > h.base+heapBytes {
		return 0
	}
	h.used = append(h.used, piecePlace{at, bytes})
	return at
}

// give frees an allocation; false where there is none at the address.
func (h *heap) give(address uint64) bool {
	i, ok := slices.BinarySearchFunc(h.used, address, func(p piecePlace, a uint64) int {
		switch {
		case p.address < a:
			return -1
		case p.address > a:
			return 1
		}
		return 0
	})
	if ok {
		h.used = slices.Delete(h.used, i, i+1)
	}
	return ok
}

func (w *Warp) malloc(_ *inst, _ int, args [5]uint64) (uint64, error) {
	return w.core.mem.heap.take(args[0]), nil
}

func (w *Warp) free(in *inst, lane int, args [5]uint64) (uint64, error) {
	if h := w.core.mem.heap; args[0] != 0 && (h == nil || !h.give(args[0])) {
		return 0, w.failed(in, lane, hex(args[0])+" is not what malloc gave, or was freed before")
	}
	return 0, nil
}
