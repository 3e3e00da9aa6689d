package exec

import (
	"fmt"
	"slices"

	"ridgeline/cuda"
)

// space is the list of allocations: which addresses are taken. Between two
// allocations lies at least one page that belongs to none.
type space struct {
	total, used int64
	pages       uint64 // of address space
	allocs      []allocation
}

// allocation is a range of device addresses, in the order of addresses.
type allocation struct {
	address uint64
	bytes   int64
}

func (a allocation) firstPage() uint64 { return a.address/PageBytes - basePage }

func (a allocation) endPage() uint64 {
	return a.firstPage() + pagesOf(a.bytes)
}

func pagesOf(bytes int64) uint64 { return (uint64(bytes) + PageBytes - 1) / PageBytes }

// newSpace has twice the addresses that the bytes need, for red zones and gaps.
func newSpace(total int64) *space {
	total = max(total, 0)
	return &space{total: total, pages: 2*pagesOf(total) + 64*leafPages}
}

func (s *space) leafCount() uint64 { return (s.pages + leafPages - 1) / leafPages }

// endPage is the first page after all allocations.
func (s *space) endPage() uint64 {
	if len(s.allocs) == 0 {
		return 0
	}
	return s.allocs[len(s.allocs)-1].endPage()
}

// alloc takes the first gap that is large enough. The bytes in use are counted
// in whole pages.
func (s *space) alloc(bytes int64) (allocation, error) {
	if bytes <= 0 {
		return allocation{}, &cuda.Error{Op: "Alloc", Kind: cuda.InvalidValue, Detail: fmt.Sprintf("cannot allocate %d bytes", bytes)}
	}
	free := s.total - s.used
	if bytes > free || int64(pagesOf(bytes))*PageBytes > free {
		return allocation{}, s.outOfMemory(bytes, "")
	}
	at, page := s.gap(pagesOf(bytes))
	if page+pagesOf(bytes) > s.pages {
		return allocation{}, s.outOfMemory(bytes, ", but no gap between the allocations is so long")
	}
	a := allocation{address: baseAddress + page*PageBytes, bytes: bytes}
	s.allocs = slices.Insert(s.allocs, at, a)
	s.used += int64(pagesOf(bytes)) * PageBytes
	return a, nil
}

func (s *space) outOfMemory(bytes int64, more string) error {
	return &cuda.Error{Op: "Alloc", Kind: cuda.OutOfMemory,
		Detail: fmt.Sprintf("%d bytes asked, %d of %d free%s", bytes, s.total-s.used, s.total, more),
		Remedy: "free buffers or ask for less"}
}

// gap finds where so many pages fit with a red zone on both sides.
func (s *space) gap(pages uint64) (at int, page uint64) {
	for i, a := range s.allocs {
		if page+pages+1 <= a.firstPage() {
			return i, page
		}
		page = a.endPage() + 1
	}
	return len(s.allocs), page
}

func (s *space) free(address uint64) (allocation, error) {
	for i, a := range s.allocs {
		if a.address == address {
			s.allocs = slices.Delete(s.allocs, i, i+1)
			s.used -= int64(pagesOf(a.bytes)) * PageBytes
			return a, nil
		}
	}
	return allocation{}, &cuda.Error{Op: "Free", Kind: cuda.InvalidValue,
		Detail: fmt.Sprintf("%#x is not the begin of an allocation: %s", address, s.nearest(address))}
}

// find gives the allocation that holds an address.
func (s *space) find(address uint64) (allocation, bool) {
	for _, a := range s.allocs {
		if address >= a.address && address-a.address < uint64(a.bytes) {
			return a, true
		}
	}
	return allocation{}, false
}

// nearest describes the allocation nearest to an address, for messages.
func (s *space) nearest(address uint64) string {
	if len(s.allocs) == 0 {
		return "there is no allocation"
	}
	best, bestAway := s.allocs[0], uint64(1<<63)
	for _, a := range s.allocs {
		if away := a.away(address); away < bestAway {
			best, bestAway = a, away
		}
	}
	return fmt.Sprintf("the nearest allocation is %#x of %d bytes, %s", best.address, best.bytes, best.relation(address))
}

// away is the distance from an address to the allocation's nearest byte.
func (a allocation) away(address uint64) uint64 {
	end := a.address + uint64(a.bytes)
	switch {
	case address < a.address:
		return a.address - address
	case address >= end:
		return address - end
	}
	return 0
}

func (a allocation) relation(address uint64) string {
	end := a.address + uint64(a.bytes)
	switch {
	case address < a.address:
		return fmt.Sprintf("%d bytes above it", a.address-address)
	case address >= end:
		return fmt.Sprintf("whose end lies %d bytes below it", address-end)
	}
	return fmt.Sprintf("which holds it %d bytes before the end", end-address)
}
