package timing

// lineSet is a set of lines, as bits of pages, which are usually met one after
// the other.
type lineSet struct {
	pages map[uint64]*[pageLines / 64]uint64
	last  uint64 // page that was met last
	bits  *[pageLines / 64]uint64
	count uint64
}

// pageLines is how many lines a page has.
const pageLines = 512

func newLineSet() lineSet {
	return lineSet{pages: map[uint64]*[pageLines / 64]uint64{}}
}

func (s *lineSet) add(number uint64) {
	page := number / pageLines
	if s.bits == nil || page != s.last {
		s.last, s.bits = page, s.pages[page]
		if s.bits == nil {
			s.bits = new([pageLines / 64]uint64)
			s.pages[page] = s.bits
		}
	}
	word, bit := &s.bits[number%pageLines/64], uint64(1)<<(number%64)
	if *word&bit == 0 {
		*word |= bit
		s.count++
	}
}
