package timing

import "math/bits"

// newL2 makes the tags of an SM's share of L2. A warm one needs none.
func newL2(warm bool, bytes int64) *cache {
	if warm {
		return nil
	}
	return newCache(bytes)
}

// fromL2 loads sectors of a line through L2, from memory where L2 has them not.
func (m *memory) fromL2(begin ticks, number uint64, mask uint8) (arrived int64) {
	m.port(begin, mask)
	arrived = m.l2Port.free.ceil() + int64(m.spec.L2.LatencyCycles)
	if m.warm {
		return arrived
	}
	l := m.l2.get(number)
	arrived = max(l.ready, arrived)
	if missing := mask &^ l.valid; missing != 0 {
		l.valid |= missing
		m.bus(m.l2Port.free, number, missing)
		l.ready = m.dram.free.ceil() + int64(m.spec.Memory.LatencyCycles)
		arrived = max(arrived, l.ready)
	}
	return arrived
}

// toL2 stores sectors of a line. What a kernel leaves in L2 must reach memory
// sooner or later; a sector is charged to memory when it first becomes dirty,
// and later writes to it are free while it stays in L2.
func (m *memory) toL2(begin ticks, number uint64, mask uint8) {
	m.port(begin, mask)
	if m.warm {
		return
	}
	l := m.l2.get(number)
	if clean := mask &^ l.dirty; clean != 0 {
		l.valid |= clean
		l.dirty |= clean
		m.bus(m.l2Port.free, number, clean)
	}
}

func (m *memory) port(begin ticks, mask uint8) {
	n := bits.OnesCount8(mask)
	m.l2Port.serve(begin, m.l2Sector*ticks(n))
	m.l2Bytes += uint64(n) * SectorBytes
}

func (m *memory) bus(begin ticks, number uint64, mask uint8) {
	n := bits.OnesCount8(mask)
	m.dram.serve(begin, m.dramSector*ticks(n))
	m.dramBytes += uint64(n) * SectorBytes
	if !isLocal(number) {
		m.fetched.add(number)
	}
}
