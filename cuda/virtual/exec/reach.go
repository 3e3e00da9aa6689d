package exec

import "iter"

// Reach is the size of what lies between the lowest and the highest of these
// pages in each allocation, both included: about the most that a kernel touches
// of which the first blocks, the last and some others touched the pages.
func (m *Memory) Reach(pages []uint64) (bytes int64) {
	spans := map[uint64]pageExtent{}
	for _, index := range pages {
		a, ok := m.space.find(index * PageBytes)
		if !ok {
			continue
		}
		s, met := spans[a.address]
		if !met {
			s = pageExtent{first: index, last: index}
		}
		s.first, s.last = min(s.first, index), max(s.last, index)
		s.end = a.address + uint64(a.bytes)
		spans[a.address] = s
	}
	for _, s := range spans {
		bytes += int64(min((s.last+1)*PageBytes, s.end) - s.first*PageBytes)
	}
	return bytes
}

// pageExtent is the pages of an allocation from the first to the last that was met.
type pageExtent struct {
	first, last uint64
	end         uint64 // address behind the allocation
}

// Shares tells whether some of these pages and some of the others lie in the same
// allocation.
func (m *Memory) Shares(pages iter.Seq[uint64], others []uint64) bool {
	met := map[uint64]bool{}
	for _, index := range others {
		if a, ok := m.space.find(index * PageBytes); ok {
			met[a.address] = true
		}
	}
	for index := range pages {
		if a, ok := m.space.find(index * PageBytes); ok && met[a.address] {
			return true
		}
	}
	return false
}
