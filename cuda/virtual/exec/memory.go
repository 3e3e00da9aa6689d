package exec

import (
	"fmt"
	"sync"
	"sync/atomic"

	"ridgeline/cuda"
)

// PageBytes is the grain of memory tracking.
const PageBytes = 64 << 10

const (
	pageWords = PageBytes / 4
	// baseAddress is where the first allocation lies. It looks like a device
	// address, so that an offset taken for an address faults at once.
	baseAddress = 0x7f00_0000_0000
	basePage    = baseAddress / PageBytes
	leafPages   = 1 << 10
)

// page is the content of PageBytes of memory, as 32-bit words.
type page struct {
	words *[pageWords]uint32
	// owner is the memory that may write the page; others copy it first.
	owner *Memory
}

// leaf is a run of pages. limit is how many bytes of a page belong to an
// allocation; they begin at offset 0, as allocations begin at pages.
type leaf struct {
	pages   [leafPages]atomic.Pointer[page]
	limit   [leafPages]uint32
	version [leafPages]uint64
}

// Memory is the device memory: pages that exist once they are touched, and
// allocations with red zones between them.
type Memory struct {
	space  *space
	leaves []atomic.Pointer[leaf]
	base   *Memory            // of an overlay; nil otherwise
	zero   *[pageWords]uint32 // what memory never written reads as
	wide   sync.Mutex         // of atomic operations on 128 bits
	twins  *twins             // of the pages that the host wrote
	heap   *heap              // nil until a module allocates
	// gridWork is the address of what grids synchronise with; 0 until a module needs it.
	gridWork uint64
}

// NewMemory makes an empty memory of so many bytes.
func NewMemory(totalBytes int64) *Memory {
	s := newSpace(totalBytes)
	return &Memory{space: s, leaves: make([]atomic.Pointer[leaf], s.leafCount()), zero: new([pageWords]uint32), twins: newTwins()}
}

// Overlay is a view whose writes stay in the view: a timing model runs in one
// without changing the memory. It must not be used while the base changes.
func (m *Memory) Overlay() *Memory {
	return &Memory{
		space: m.space, leaves: make([]atomic.Pointer[leaf], len(m.leaves)), base: m,
		zero: m.zero, twins: m.twins, heap: m.heap.clone(), gridWork: m.gridWork,
	}
}

// Version counts the changes of a page: by Write, Fill, Alloc, Free or a
// kernel. page is an address divided by PageBytes.
func (m *Memory) Version(page uint64) uint64 {
	var n uint64
	index := page - basePage
	for v := m; v != nil; v = v.base {
		if l := v.leafAt(index); l != nil {
			n += l.version[index%leafPages]
		}
	}
	return n
}

// leafAt gives the leaf that holds a page, or nil.
func (m *Memory) leafAt(index uint64) *leaf {
	if index/leafPages >= uint64(len(m.leaves)) {
		return nil
	}
	return m.leaves[index/leafPages].Load()
}

// makeLeaf gives the leaf that holds a page, which may be new.
func (m *Memory) makeLeaf(index uint64) *leaf {
	slot := &m.leaves[index/leafPages]
	if l := slot.Load(); l != nil {
		return l
	}
	slot.CompareAndSwap(nil, new(leaf))
	return slot.Load()
}

// limitOf gives how many bytes of a page are allocated.
func (m *Memory) limitOf(index uint64) uint32 {
	for m.base != nil {
		m = m.base
	}
	l := m.leafAt(index)
	if l == nil {
		return 0
	}
	return l.limit[index%leafPages]
}

// readable gives the words of a page for reading.
func (m *Memory) readable(index uint64) *[pageWords]uint32 {
	for v := m; v != nil; v = v.base {
		if l := v.leafAt(index); l != nil {
			if p := l.pages[index%leafPages].Load(); p != nil {
				return p.words
			}
		}
	}
	return m.zero
}

// writable gives the words of a page for writing; it makes or copies the page
// where need be. It is safe for concurrent use.
func (m *Memory) writable(index uint64) *[pageWords]uint32 {
	slot := &m.makeLeaf(index).pages[index%leafPages]
	for {
		old := slot.Load()
		if old != nil && old.owner == m {
			return old.words
		}
		fresh := &page{owner: m, words: new([pageWords]uint32)}
		if old != nil {
			*fresh.words = *old.words
		} else if m.base != nil {
			*fresh.words = *m.base.readable(index)
		}
		if slot.CompareAndSwap(old, fresh) {
			return fresh.words
		}
	}
}

// changed bumps the version of a page.
func (m *Memory) changed(index uint64) { m.makeLeaf(index).version[index%leafPages]++ }

// Alloc reserves memory. Allocations begin at multiples of PageBytes.
func (m *Memory) Alloc(bytes int64) (cuda.Ptr, error) {
	if m.base != nil {
		return 0, overlayError("Alloc")
	}
	a, err := m.space.alloc(bytes)
	if err != nil {
		return 0, err
	}
	for left, index := a.bytes, a.firstPage(); left > 0; left, index = left-PageBytes, index+1 {
		l := m.makeLeaf(index)
		l.limit[index%leafPages] = uint32(min(left, PageBytes))
		l.version[index%leafPages]++
	}
	return cuda.Ptr(a.address), nil
}

// Free gives back what Alloc returned, and the host memory of its pages.
func (m *Memory) Free(p cuda.Ptr) error {
	if m.base != nil {
		return overlayError("Free")
	}
	a, err := m.space.free(uint64(p))
	if err != nil {
		return err
	}
	for index := a.firstPage(); index < a.endPage(); index++ {
		l := m.makeLeaf(index)
		l.pages[index%leafPages].Store(nil)
		l.limit[index%leafPages] = 0
		l.version[index%leafPages]++
	}
	return nil
}

// Usage tells the free and the total memory.
func (m *Memory) Usage() (freeBytes, totalBytes int64) {
	return m.space.total - m.space.used, m.space.total
}

func overlayError(op string) error {
	return &cuda.Error{Op: op, Kind: cuda.InvalidValue, Detail: "an overlay cannot change the allocations of its base"}
}

// checkHost tells whether a host copy stays inside of one allocation.
func (m *Memory) checkHost(op string, address uint64, bytes int64) error {
	a, ok := m.space.find(address)
	if ok && bytes <= int64(a.address)+a.bytes-int64(address) {
		return nil
	}
	return &cuda.Error{Op: op, Kind: cuda.InvalidValue,
		Detail: fmt.Sprintf("%d bytes at %#x are not inside one allocation: %s", bytes, address, m.space.nearest(address))}
}
