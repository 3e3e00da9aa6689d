package exec

import (
	"bytes"
	"hash/maphash"
)

// keptPages is how many different pages twins remembers: 64 MiB of them.
const keptPages = 1 << 10

// twins finds the page that has the same content as one to be written. The
// input of a benchmark is a pattern of a few MiB over and over; as pages that
// are shared until a kernel writes to them it takes neither time nor memory.
type twins struct {
	seed  maphash.Seed
	pages map[uint64]twin
}

// twin is a page and its bytes, which are compared faster than its words.
type twin struct {
	page    *page
	content []byte
}

func newTwins() *twins {
	return &twins{seed: maphash.MakeSeed(), pages: map[uint64]twin{}}
}

// page gives a page without an owner that holds PageBytes of content.
func (t *twins) page(content []byte) *page {
	key := maphash.Bytes(t.seed, content)
	if kept := t.pages[key]; bytes.Equal(kept.content, content) {
		return kept.page
	}
	if len(t.pages) >= keptPages {
		clear(t.pages)
	}
	p := &page{words: new([pageWords]uint32)}
	writeWords(p.words, 0, content)
	t.pages[key] = twin{p, bytes.Clone(content)}
	return p
}
