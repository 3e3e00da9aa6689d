package virtual

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/cuda/virtual/timing"
)

// spill is what a kernel spills. PTX has registers without end, so nothing of it
// is executed: it is charged to each thread once, and each time the thread comes
// to a basic block.
type spill struct {
	source     cuda.SpillSource
	frameBytes int64 // local memory of a thread beyond what the PTX declares
	once, trip cuda.LocalAccesses
	block      int        // basic block that begins a trip
	at         *exec.Meta // an instruction of it; nil where there is no loop
}

// spills gives the spills of a function: by its machine code where the PTX
// declares no local memory, so that all accesses to it are spills, and where the
// one loop of the PTX is the one of the machine code.
func (f *function) spills(a cuda.Attributes) spill {
	frame := a.LocalBytes - f.kernel.LocalBytes
	if frame <= 0 || a.SpillStoreBytes+a.SpillLoadBytes <= 0 {
		return spill{}
	}
	if a.Local == nil || f.kernel.LocalBytes > 0 {
		return f.totals(a, frame)
	}
	s := spill{source: cuda.SpillsMachineCode, frameBytes: frame, once: a.Local.Outside}
	if a.Local.PerTrip == (cuda.LocalAccesses{}) {
		return s
	}
	block, at, ok := f.kernel.TripLoop()
	if !ok {
		return f.totals(a, frame)
	}
	s.trip, s.block, s.at = a.Local.PerTrip, block, at
	return s
}

// totals takes the assembler's report alone: each spilled byte is stored and
// loaded once whenever a thread comes to the block where registers are scarcest.
func (f *function) totals(a cuda.Attributes, frame int64) spill {
	stores, loads := min(frame, a.SpillStoreBytes), min(frame, a.SpillLoadBytes)
	s := spill{source: cuda.SpillsTotals, frameBytes: frame, trip: cuda.LocalAccesses{
		Loads: int(loads / wordBytes), LoadBytes: loads,
		Stores: int(stores / wordBytes), StoreBytes: stores,
	}}
	s.block, s.at = f.kernel.SpillPoint(a.Registers)
	return s
}

const wordBytes = 4

// count adds the spills of a run, of blocks with so many threads, to its counters.
func (s spill) count(c *cuda.Counters, r exec.Result, blockThreads int) {
	if s.source == cuda.SpillsNone {
		return
	}
	c.SpillSource = s.source
	add := func(t *cuda.Traffic, warps, threads uint64, accesses int, bytes int64) {
		t.Requests += warps * uint64(accesses)
		t.UsefulBytes += threads * uint64(bytes)
		// The words of the 32 threads of a warp follow each other.
		t.Sectors += warps * uint64(bytes) * spec.WarpThreads / timing.SectorBytes
	}
	perBlock := (blockThreads + spec.WarpThreads - 1) / spec.WarpThreads
	warps, threads := uint64(r.Blocks*perBlock), uint64(r.Blocks*blockThreads)
	add(&c.SpillLoad, warps, threads, s.once.Loads, s.once.LoadBytes)
	add(&c.SpillStore, warps, threads, s.once.Stores, s.once.StoreBytes)
	if s.at != nil {
		warps, threads = r.BlockRuns[s.block], r.BlockLanes[s.block]
		add(&c.SpillLoad, warps, threads, s.trip.Loads, s.trip.LoadBytes)
		add(&c.SpillStore, warps, threads, s.trip.Stores, s.trip.StoreBytes)
	}
}

// timing is what the timing model charges. By the totals, what a warp loads in its
// first trip it has stored before.
func (s spill) timing() timing.Spill {
	words := func(a cuda.LocalAccesses) timing.SpillWords {
		return timing.SpillWords{Loads: int(a.LoadBytes / wordBytes), Stores: int(a.StoreBytes / wordBytes)}
	}
	t := timing.Spill{Words: int(s.frameBytes / wordBytes), Begin: words(s.once), Trip: words(s.trip), TripAt: s.at}
	if s.source == cuda.SpillsTotals {
		t.Begin.Stores = t.Trip.Stores
	}
	return t
}
