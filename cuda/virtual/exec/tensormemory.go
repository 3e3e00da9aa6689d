package exec

import "fmt"

// The tensor memory of an SM: 128 lanes of 512 columns of 32 bits (PTX ISA, "Tensor
// Memory"). An address has the lane in its upper half and the column in its lower
// one. Each block has all of it here; on a GPU the blocks of an SM share it, and an
// allocation waits for what another block holds.
const (
	tensorLanes   = 128
	tensorColumns = 512
	// tensorGrain is the least that is allocated, in columns.
	tensorGrain = 32
)

// tensorMemory is that of a block.
type tensorMemory struct {
	cells   []uint32 // by column, then by lane
	written []bool   // by cell; nil where nothing is checked
	// owned is how many columns the allocation has that begins at a column.
	owned map[int]int
	// user is the warp that allocates, plus 1; closed is true once the block has
	// given up to allocate.
	user   int
	closed bool
	queue  []*tensorWork
	// storing are the stores of each warp that it has not waited for.
	storing map[int][]tensorArea
}

// tensorArea is a run of columns.
type tensorArea struct{ column, columns int }

func (a tensorArea) overlaps(b tensorArea) bool {
	return a.column < b.column+b.columns && b.column < a.column+a.columns
}

// tensorMemory gives the block's, which is made with its first use.
func (b *Block) tensorMemory() *tensorMemory {
	if b.tensor == nil {
		b.tensor = &tensorMemory{cells: make([]uint32, tensorLanes*tensorColumns), owned: map[int]int{}, storing: map[int][]tensorArea{}}
		if b.shadow != nil {
			b.tensor.written = make([]bool, len(b.tensor.cells))
		}
	}
	return b.tensor
}

func (t *tensorMemory) reset() {
	if t == nil {
		return
	}
	clear(t.cells)
	clear(t.written)
	clear(t.owned)
	clear(t.storing)
	t.user, t.closed, t.queue = 0, false, nil
}

// alloc reserves columns for a warp, or says what is wrong.
func (t *tensorMemory) alloc(warp int, columns uint32) (first int, problem string) {
	switch {
	case columns < tensorGrain || columns > tensorColumns || columns&(columns-1) != 0:
		return 0, fmt.Sprintf("%d columns are no power of two from %d to %d", columns, tensorGrain, tensorColumns)
	case t.closed:
		return 0, "the block has given up its permit to allocate (relinquish_alloc_permit)"
	case t.user != 0 && t.user != warp+1:
		return 0, fmt.Sprintf("warp %d allocates the tensor memory of the block; another one must not", t.user-1)
	}
	n := int(columns)
	for ; first+n <= tensorColumns; first += n {
		if !t.taken(tensorArea{first, n}) {
			t.user, t.owned[first] = warp+1, n
			clear(t.freshOf(first, n))
			return first, ""
		}
	}
	return 0, fmt.Sprintf("no %d columns in a row are free, and nobody else in the block gives any back while it waits", n)
}

// freshOf is which cells of columns have been written; nil where nothing is checked.
func (t *tensorMemory) freshOf(first, columns int) []bool {
	if t.written == nil {
		return nil
	}
	return t.written[first*tensorLanes:][:columns*tensorLanes]
}

func (t *tensorMemory) taken(a tensorArea) bool {
	for first, n := range t.owned {
		if a.overlaps(tensorArea{first, n}) {
			return true
		}
	}
	return false
}

// dealloc gives an allocation back, or says what is wrong.
func (t *tensorMemory) dealloc(address, columns uint32) (problem string) {
	first := int(address)
	if n := t.owned[first]; n == 0 || n != int(columns) {
		return fmt.Sprintf("there is no allocation of %d columns at %#x", columns, address)
	}
	if p := t.busy(tensorArea{first, int(columns)}, anyTensorUse); p != "" {
		return p
	}
	delete(t.owned, first)
	return ""
}

// holds tells whether columns lie inside of one allocation.
func (t *tensorMemory) holds(a tensorArea) bool {
	for first, n := range t.owned {
		if a.column >= first && a.column+a.columns <= first+n {
			return true
		}
	}
	return false
}

// outside says that columns are not allocated; "" where they are.
func (t *tensorMemory) outside(a tensorArea) string {
	if t.holds(a) {
		return ""
	}
	return fmt.Sprintf("columns %d to %d of tensor memory are not allocated", a.column, a.column+a.columns-1)
}

// leak says what the block has not given back at its end; "" where it has all.
func (t *tensorMemory) leak() string {
	if t == nil {
		return ""
	}
	for first := range tensorColumns {
		if n := t.owned[first]; n > 0 {
			return fmt.Sprintf("the block ends and has not given back %d columns of tensor memory at %#x (tcgen05.dealloc)", n, first)
		}
	}
	return ""
}

// load reads a cell; false where nothing has written it.
func (t *tensorMemory) load(column, lane int) (v uint32, written bool) {
	i := column*tensorLanes + lane
	return t.cells[i], t.written == nil || t.written[i]
}

func (t *tensorMemory) store(column, lane int, v uint32) {
	i := column*tensorLanes + lane
	t.cells[i] = v
	if t.written != nil {
		t.written[i] = true
	}
}

// split gives the lane and the column of an address.
func splitTensorAddress(address uint32) (lane, column int) {
	return int(address >> 16), int(address & 0xffff)
}

// unwritten says that a cell is read before anything wrote it.
func unwritten(column, lane int) string {
	return fmt.Sprintf("column %d of lane %d of tensor memory is read, but nothing has written it", column, lane)
}
