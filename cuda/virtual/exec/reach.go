package exec

// Reach is the size of the allocations in which these pages lie: the most that
// a kernel can touch whose blocks, as far as they were run, touched the pages.
func (m *Memory) Reach(pages []uint64) (bytes int64) {
	counted := map[uint64]bool{}
	for _, index := range pages {
		a, ok := m.space.find(index * PageBytes)
		if ok && !counted[a.address] {
			counted[a.address] = true
			bytes += a.bytes
		}
	}
	return bytes
}
