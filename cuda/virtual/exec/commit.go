package exec

// Commit takes over what an overlay of m has written. The overlay must not be
// used afterwards, nor while this runs.
func (m *Memory) Commit(overlay *Memory) {
	m.heap = overlay.heap
	for i := range overlay.leaves {
		l := overlay.leaves[i].Load()
		if l == nil {
			continue
		}
		for k := range l.pages {
			p := l.pages[k].Load()
			if p == nil && l.version[k] == 0 {
				continue
			}
			to := m.makeLeaf(uint64(i)*leafPages + uint64(k))
			if p != nil {
				to.pages[k].Store(&page{owner: m, words: p.words})
			}
			to.version[k] += l.version[k]
		}
	}
}
