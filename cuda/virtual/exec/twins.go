package exec

import (
	"encoding/binary"
	"hash/maphash"
)

// keptPages is how many different pages twins remembers: 64 MiB of them.
const keptPages = 1 << 10

// twins finds the page that has the same content as one to be written. The
// input of a benchmark is a pattern of a few MiB over and over; as pages that
// are shared until a kernel writes to them it takes neither time nor memory.
type twins struct {
	seed  maphash.Seed
	pages map[uint64]*page
}

func newTwins() *twins {
	return &twins{seed: maphash.MakeSeed(), pages: map[uint64]*page{}}
}

// page gives a page without an owner that holds PageBytes of content.
func (t *twins) page(content []byte) *page {
	key := maphash.Bytes(t.seed, content)
	if p := t.pages[key]; p != nil && p.holds(content) {
		return p
	}
	if len(t.pages) >= keptPages {
		clear(t.pages)
	}
	p := &page{words: new([pageWords]uint32)}
	writeWords(p.words, 0, content)
	t.pages[key] = p
	return p
}

func (p *page) holds(content []byte) bool {
	for i, word := range p.words {
		if binary.LittleEndian.Uint32(content[4*i:]) != word {
			return false
		}
	}
	return true
}
