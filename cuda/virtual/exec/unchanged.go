package exec

// Unchanged tells whether pages hold the same in an overlay of m as in m. A page
// is an address divided by PageBytes.
func (m *Memory) Unchanged(overlay *Memory, pages []uint64) bool {
	for _, page := range pages {
		if *m.readable(page - basePage) != *overlay.readable(page - basePage) {
			return false
		}
	}
	return true
}
