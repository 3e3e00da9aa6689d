package exec

import "math/bits"

// tileCache keeps decoded operands, as kernels multiply by the same A and the
// same B again and again: a matrix product by each for every element of the
// other, a chain by both in every step.
type tileCache struct {
	tiles [cachedTiles]*cachedTile
	next  int // to be replaced
}

// cachedTiles is how many operands a core keeps of each kind: those of the chains
// of the warps that take turns, and small enough for a cache of the host.
const cachedTiles = 32

// operandRegisters is the most registers that hold an operand without copies.
const operandRegisters = 8

// cachedTile is a decoded operand and the registers that it is of.
type cachedTile struct {
	tile
	hash      uint64
	key       tileKey
	registers [operandRegisters]lanes32
}

// tileKey is what decides how registers are decoded.
type tileKey struct {
	lines, length, per int
	element            element
}

// operand gives the decoded operand in the registers of a warp.
func (c *tileCache) operand(w *Warp, f *fragment, e element, codes *[256]code, regs []int32) *tile {
	regs = regs[:f.size()]
	key := tileKey{f.lines, f.length, f.per, e}
	hash := w.hash(regs)
	for _, t := range c.tiles {
		if t != nil && t.hash == hash && t.key == key && t.holds(w, regs) {
			return &t.tile
		}
	}
	t := c.tiles[c.next]
	if t == nil {
		t = new(cachedTile)
		c.tiles[c.next] = t
	}
	c.next = (c.next + 1) % cachedTiles
	t.hash, t.key = hash, key
	for i, r := range regs {
		t.registers[i] = w.r32[r]
	}
	w.fill(&t.tile, f, e, codes, regs)
	return &t.tile
}

// holds compares the registers bit for bit.
func (t *cachedTile) holds(w *Warp, regs []int32) bool {
	for i, r := range regs {
		if t.registers[i] != w.r32[r] {
			return false
		}
	}
	return true
}

// hash mixes the content of registers.
func (w *Warp) hash(regs []int32) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	h := [2]uint64{1, 2}
	for _, r := range regs {
		reg := &w.r32[r]
		for i := 0; i < warpLanes; i += 4 {
			h[0] = bits.RotateLeft64(h[0], 29) ^ uint64(reg[i]) ^ uint64(reg[i+1])<<32
			h[1] = bits.RotateLeft64(h[1], 29) ^ uint64(reg[i+2]) ^ uint64(reg[i+3])<<32
			h[0] *= odd
			h[1] *= odd
		}
	}
	return h[0] ^ bits.RotateLeft64(h[1], 32)
}
