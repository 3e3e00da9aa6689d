package exec

import "slices"

// tensorTarget is where the sums D of a multiplication lie. They come and go by columns,
// k.m words each; FP16 sums have a word each.
type tensorTarget interface {
	// sums gives D as it stands: where it lies, or a copy that is valid until the next one.
	sums(k *tensorMultiply) []uint32
	put(k *tensorMultiply, sums []uint32)
	// plain tells whether all of D is written, and nothing is checked.
	plain(k *tensorMultiply) bool
	// undefined says that a sum is read which nothing has written; "" where all have been.
	undefined(k *tensorMultiply) string
	same(other tensorTarget) bool
}

// tensorPlace is a D in tensor memory.
type tensorPlace struct {
	memory       *tensorMemory
	lane, column int // of its first element
	disabled     [tensorLanes / 32]uint32
}

func (p tensorPlace) same(other tensorTarget) bool { return p == other }

// disables tells whether a lane of D is kept as it is.
func (p tensorPlace) disables(lane int) bool { return p.disabled[lane/32]>>(lane%32)&1 != 0 }

// plain is a D that lies in one piece: all lanes of its columns, none of them kept as it
// is.
func (p tensorPlace) plain(k *tensorMultiply) bool {
	return k.m == tensorLanes && p.disabled == [len(p.disabled)]uint32{} && p.memory.written == nil
}

func (p tensorPlace) undefined(k *tensorMultiply) string {
	if p.memory.written == nil || !k.accumulate {
		return ""
	}
	for j := range k.n {
		for i := range k.m {
			lane := tensorRow(p.lane, k.m, i)
			if _, written := p.memory.load(p.column+j, lane); !p.disables(lane) && !written {
				return unwritten(p.column+j, lane)
			}
		}
	}
	return ""
}

// cells are all lanes of the columns of D.
func (p tensorPlace) cells(k *tensorMultiply) []uint32 {
	return p.memory.cells[p.column*tensorLanes:][:k.n*tensorLanes]
}

func (p tensorPlace) sums(k *tensorMultiply) []uint32 {
	if k.m == tensorLanes {
		return p.cells(k)
	}
	c := k.w.core
	c.gathered = slices.Grow(c.gathered[:0], k.m*k.n)
	for j := range k.n {
		for i := range k.m {
			v, _ := p.memory.load(p.column+j, tensorRow(p.lane, k.m, i))
			c.gathered = append(c.gathered, v)
		}
	}
	return c.gathered
}

func (p tensorPlace) put(k *tensorMultiply, sums []uint32) {
	if p.plain(k) {
		copy(p.cells(k), sums)
		return
	}
	for j := range k.n {
		for i, v := range sums[j*k.m:][:k.m] {
			if lane := tensorRow(p.lane, k.m, i); !p.disables(lane) {
				p.memory.store(p.column+j, lane, v)
			}
		}
	}
}
