package exec

import "fmt"

// paddedBytes is the largest alignment of a member: bytes that nothing has written
// in so many, of which others are written, may be the padding of a structure, which
// compilers copy with it.
const paddedBytes = 8

// checkLocal looks at the accesses of the lanes in m to local memory: it finds a
// load of which the thread has written nothing, not even beside it. It reports
// false, with the error in w.err, where one is wrong.
func (w *Warp) checkLocal(in *inst, m uint32) bool {
	if !w.core.checks.Memory {
		return true
	}
	f := in.x.memory
	w.growWritten()
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		first := w.address[lane]
		if f.store {
			markLane(w.localWritten[first:][:f.bytes], lane)
			continue
		}
		end := min(alignUp(int64(first+f.bytes), paddedBytes), int64(len(w.localWritten)))
		if !wroteAny(w.localWritten[first/paddedBytes*paddedBytes:end], lane) {
			w.err = w.failed(in, lane, fmt.Sprintf("local memory at offset %#x is read, but the thread has not written it", w.address[lane]))
			return false
		}
	}
	return true
}

// growWritten makes room for every byte that a thread may touch.
func (w *Warp) growWritten() {
	if need := 4 * len(w.local) / warpLanes; len(w.localWritten) < need {
		w.localWritten = append(w.localWritten, make([]uint32, need-len(w.localWritten))...)
	}
}

// markLane notes that a lane has written bytes.
func markLane(bytes []uint32, lane int) {
	for i := range bytes {
		bytes[i] |= 1 << lane
	}
}

func wroteAny(bytes []uint32, lane int) bool {
	for _, lanes := range bytes {
		if lanes>>lane&1 != 0 {
			return true
		}
	}
	return false
}
