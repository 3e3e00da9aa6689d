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
	l := m.inL2(number)
	arrived = max(l.ready, arrived)
	if missing := mask &^ l.valid; missing != 0 {
		l.valid |= missing
		m.bus(m.l2Port.free, number, missing)
		l.ready = m.dram.free.ceil() + int64(m.spec.Memory.LatencyCycles)
		arrived = max(arrived, l.ready)
	}
	return arrived
}

// toL2 stores sectors of a line, of which so many bytes each, or all where written
// is nil. What a kernel leaves in L2 must reach memory sooner or later; a sector is
// charged to memory when it first becomes dirty, and later writes to it are free
// while it stays in L2.
func (m *memory) toL2(begin ticks, number uint64, mask uint8, written *[lineSectors]uint32) {
	m.port(begin, mask)
	if m.warm {
		return
	}
	l := m.inL2(number)
	if clean := mask &^ l.dirty; clean != 0 {
		l.dirty |= clean
		m.bus(m.l2Port.free, number, clean)
	}
	if written == nil {
		l.valid |= mask
		return
	}
	for sector, bytes := range written {
		l.write(sector, bytes)
	}
}

// inL2 makes a line resident. Memory takes whole sectors: of those that leave with
// a part unwritten the rest is read.
func (m *memory) inL2(number uint64) *line {
	l := m.l2.get(number)
	if partly := m.l2.evictedPartly; partly != 0 {
		m.bus(m.l2Port.free, m.l2.evicted, partly)
	}
	return l
}

// flush reads the rest of the sectors that are left in L2 with a part unwritten.
func (m *memory) flush() {
	if m.warm {
		return
	}
	for i := range m.l2.lines {
		if partly := m.l2.lines[i].partly(); partly != 0 {
			m.bus(m.l2Port.free, m.l2.tags[i]-1, partly)
			m.l2.lines[i].valid |= partly
		}
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
