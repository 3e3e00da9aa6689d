package virtual

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
)

// spill is what a kernel spills by the assembler's report. PTX has registers
// without end, so nothing of it is executed: a thread is taken to store and to
// load each spilled byte once whenever it comes to the basic block where the
// registers are most scarce.
type spill struct {
	block                 int // basic block
	at                    *exec.Meta
	storeBytes, loadBytes int64 // of a thread, each time
}

// spills gives the spilled bytes: the local memory that the assembler uses
// besides what the PTX declares, where it reports spills at all.
func (f *function) spills(a cuda.Attributes) spill {
	frame := a.LocalBytes - f.kernel.LocalBytes
	s := spill{storeBytes: min(frame, a.SpillStoreBytes), loadBytes: min(frame, a.SpillLoadBytes)}
	if s.storeBytes <= 0 && s.loadBytes <= 0 {
		return spill{}
	}
	s.block, s.at = f.kernel.SpillPoint(a.Registers)
	return s
}

// spillSectors is how many sectors a warp moves for a spilled word: 32 bits of
// each thread follow each other.
const spillSectors = 4

// count adds the spills of a run to its counters.
func (s spill) count(c *cuda.Counters, r exec.Result) {
	if s.at == nil {
		return
	}
	warps, threads := r.BlockRuns[s.block], r.BlockLanes[s.block]
	traffic := func(bytes int64) cuda.Traffic {
		requests := warps * uint64(bytes/wordBytes)
		return cuda.Traffic{Requests: requests, UsefulBytes: threads * uint64(bytes), Sectors: requests * spillSectors}
	}
	c.SpillStore, c.SpillLoad = traffic(s.storeBytes), traffic(s.loadBytes)
}

const wordBytes = 4
