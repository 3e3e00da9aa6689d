package timing

import (
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// memory is the path of an SM's accesses: the load-store unit, L1, this SM's
// share of L2 and of the device memory.
type memory struct {
	spec *spec.Spec

	lsu, l2Port, dram server
	atomics           server // the SM's share of the units of L2 that do them
	l1, l2            *cache

	lsuInterval        ticks // of one instruction
	l1Byte, sharedPass ticks
	l2Sector           ticks
	dramSector         ticks
	stores             storeQueue
	l2Bytes, dramBytes uint64
	requested          uint64 // sectors
	sharing            float64
	warm               bool // L2 holds all that the launch touches
	fetched            lineSet
	fullOf             stall // what the load-store unit is busy with
	interval           ticks // that it takes for it
}

// newMemory shares L2 and memory out over the SMs that are active: their rate,
// where one SM has no wider port, and the capacity of L2. What several SMs fetch
// takes the bus and the room in L2 but once.
func newMemory(s *spec.Spec, l Launch) memory {
	active := float64(min(l.Blocks, s.SMCount))
	l2Rate := min(s.L2.BytesPerCycle/active, s.L2.BytesPerCyclePerSM)
	dramRate := s.Memory.BusBytesPerSecond() * s.Memory.Efficiency / s.ClockHz() / active
	const passBytes = 128
	sharing := min(max(l.Sharing, 1), active)
	blocks := min(l.Resident, (l.Blocks+s.SMCount-1)/s.SMCount) // of an SM at a time
	warm := l.FootprintBytes > 0 && l.FootprintBytes <= s.L2.Bytes
	return memory{
		spec:        s,
		warm:        warm,
		sharing:     sharing,
		fetched:     newLineSet(),
		l1:          newCache(s.L1.UnifiedBytes - int64(blocks)*l.SharedBytes),
		l2:          newL2(warm, int64(float64(s.L2.Bytes)*sharing/active)),
		lsuInterval: perUnit(spec.WarpThreads, float64(s.Pipes.LSU.Lanes)),
		l1Byte:      perUnit(1, float64(s.L1.BytesPerCycle)),
		sharedPass:  perUnit(passBytes, float64(s.Shared.BytesPerCycle)),
		l2Sector:    perUnit(SectorBytes, l2Rate),
		dramSector:  perUnit(SectorBytes, dramRate*sharing),
		stores:      storeQueue{done: make([]ticks, s.SM.StoreQueue)},
	}
}

// access serves an instruction of the load-store pipe that issues at a cycle.
// It returns the cycle at which the result can be used, and the one at which
// the warp may go on.
func (m *memory) access(at int64, issues int, a *exec.Access) (ready, goOn int64) {
	begin := max(m.lsu.free, atCycle(at))
	least := m.lsuInterval * ticks(issues)
	cost, latency, arrived := least, m.spec.Pipes.LSU.LatencyCycles, int64(0)
	switch a.Space {
	case exec.SpaceShared:
		m.fullOf = mioThrottle
		cost, latency = max(least, m.sharedPass*ticks(a.Passes)), m.spec.Shared.LatencyCycles
	case exec.SpaceGlobal, exec.SpaceLocal:
		m.fullOf = lgThrottle
		var lines int
		m.requested += uint64(len(a.Sectors))
		lines, arrived = m.global(begin, a)
		tags := cycle * ticks((lines+tagsPerCycle-1)/tagsPerCycle)
		cost = max(least, m.l1Byte*ticks(a.Bytes), tags, m.sharedPass*ticks(a.Passes))
		latency = m.spec.L1.LatencyCycles
		if (a.Store || a.Atomic) && a.Space == exec.SpaceGlobal {
			if a.Atomic {
				arrived = m.atomic(a, arrived)
			}
			goOn = m.stores.push(max(m.l2Port.free, m.dram.free, m.atomics.free))
		}
	case exec.SpaceConst, exec.SpaceParam:
		cost, latency = max(least, cycle*ticks(a.Passes)), m.spec.L1.LatencyCycles
	}
	m.lsu.serve(begin, cost)
	m.interval = cost
	ready = (begin + cost - least).ceil() + int64(latency)
	return max(ready, arrived), goOn
}

// global looks the sectors of an access up, line by line, and moves what is
// missing. It returns the number of lines and the cycle at which the last
// sector has arrived; 0 for a store, which nothing waits for.
func (m *memory) global(begin ticks, a *exec.Access) (lines int, arrived int64) {
	for i := 0; i < len(a.Sectors); lines++ {
		number := a.Sectors[i] / lineSectors
		var mask uint8
		var written *[lineSectors]uint32
		if a.Written != nil {
			written = new([lineSectors]uint32)
		}
		for i < len(a.Sectors) && a.Sectors[i]/lineSectors == number {
			mask |= 1 << (a.Sectors[i] % lineSectors)
			if written != nil {
				written[a.Sectors[i]%lineSectors] = a.Written[i]
			}
			i++
		}
		switch {
		case a.Atomic:
			arrived = max(arrived, m.fromL2(begin, number, mask))
			m.toL2(begin, number, mask, nil)
		case a.Store && a.Space == exec.SpaceLocal:
			m.toL1(begin, number, mask)
		case a.Store:
			m.toL2(begin, number, mask, written)
		case a.BypassL1:
			arrived = max(arrived, m.fromL2(begin, number, mask))
		default:
			arrived = max(arrived, m.fromL1(begin, number, mask))
		}
	}
	return lines, arrived
}

// fromL1 loads sectors of a line through L1. The latency of a hit is added by
// the caller.
func (m *memory) fromL1(begin ticks, number uint64, mask uint8) (arrived int64) {
	l := m.inL1(begin, number)
	if missing := mask &^ l.valid; missing != 0 {
		l.valid |= missing
		l.ready = max(l.ready, m.fromL2(begin, number, missing))
	}
	return l.ready
}

// toL1 stores sectors of local memory, which no other SM reads: they stay in L1
// until their line is evicted.
func (m *memory) toL1(begin ticks, number uint64, mask uint8) {
	l := m.inL1(begin, number)
	l.valid |= mask
	l.dirty |= mask
}

// inL1 makes a line resident, and writes back what it takes the place of.
func (m *memory) inL1(begin ticks, number uint64) *line {
	l := m.l1.get(number)
	if dirty := m.l1.evictedDirty; dirty != 0 {
		m.toL2(begin, m.l1.evicted, dirty, nil)
	}
	return l
}

// drained is the cycle at which all stores have left.
func (m *memory) drained() int64 {
	m.flush()
	return max(m.l2Port.free, m.dram.free, m.atomics.free).ceil()
}
