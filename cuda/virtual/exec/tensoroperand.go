package exec

import (
	"math"
	"math/bits"
	"slices"
)

// tensorOperand is A or B of a tcgen05.mma, decoded: lines along k.
type tensorOperand struct {
	operandKey
	raw  []uint32 // eight words a line, then a word of scales each
	hash uint64
	// values have their scales in them.
	values []float64
	// All values that are not zero are multiples of 2^low and below 2^(high+1).
	low, high int32
	// scales are those of the lines, block by block; scaleHigh is the largest
	// exponent of them.
	scales    []number
	scaleHigh int32
	tiles     []tile // for sums that are cut; nil until then
}

// operandKey is what decides how words are decoded.
type operandKey struct {
	element  element
	lines, k int
	tile     int // lines of a tile
	blocks   int // scales of a line
	fourths  bool
}

const lineWords = operandBytes / 4

// operandCache keeps decoded operands, as a kernel that asks for the rate of an
// instruction multiplies the same matrices again and again.
type operandCache struct {
	kept [keptOperands]*tensorOperand
	next int
}

// keptOperands is as many as two sides have in a line of 128 bytes, twice.
const keptOperands = 16

// operand decodes words, or finds them decoded.
func (c *operandCache) operand(key operandKey, raw []uint32) *tensorOperand {
	hash := uint64(len(raw))
	for _, v := range raw {
		hash = (bits.RotateLeft64(hash, 29) ^ uint64(v)) * 0x9e3779b97f4a7c15
	}
	for _, o := range c.kept {
		if o != nil && o.hash == hash && o.operandKey == key && slices.Equal(o.raw, raw) {
			return o
		}
	}
	o := &tensorOperand{operandKey: key, raw: slices.Clone(raw), hash: hash}
	o.decode()
	c.kept[c.next] = o
	c.next = (c.next + 1) % keptOperands
	return o
}

// decode computes the values.
func (o *tensorOperand) decode() {
	o.values = make([]float64, o.lines*o.k)
	o.low, o.high, o.scaleHigh = -zeroExponent, zeroExponent, zeroExponent
	number := o.reader()
	for line := range o.lines {
		units := o.lineScales(line)
		for k := range o.k {
			n, unit := number(line, k)
			if len(units) > 0 {
				block := k * o.blocks / o.k
				scale := o.scales[line*o.blocks+block]
				n, unit = scaled(n, scale), unit+units[block]
			}
			o.values[line*o.k+k] = n.value
			if n.exponent > zeroExponent/2 {
				o.low, o.high = min(o.low, unit), max(o.high, n.exponent)
			}
		}
	}
}

// scaled multiplies by a scale, whose exponent counts one more, as a product of two
// significands may.
func scaled(n, scale number) number {
	return number{float64(n.value * scale.value), n.exponent + scale.exponent + 1}
}

// lineScales decodes the scales of a line, and gives the powers of two that they are
// multiples of.
func (o *tensorOperand) lineScales(line int) (units []int32) {
	if o.blocks == 0 {
		return nil
	}
	word := o.raw[o.lines*lineWords+line]
	form := scaleForm{blocks: o.blocks, fourths: o.fourths}
	for i := range o.blocks {
		n, unit := form.decode(uint64(word >> (8 * i) & 0xff))
		o.scales, units = append(o.scales, n), append(units, unit)
		o.scaleHigh = max(o.scaleHigh, n.exponent)
	}
	return units
}

// reader gives the function that reads element k of a line: the number, and the
// power of two that it is a multiple of.
func (o *tensorOperand) reader() func(line, k int) (n number, unit int32) {
	size := o.element.bits()
	word := func(line, k int) uint32 {
		return o.raw[line*lineWords+k*size/32] >> (k * size % 32) & uint32(1<<size-1)
	}
	switch e := o.element; {
	case e == elementF16:
		return func(line, k int) (number, int32) {
			v := word(line, k)
			n := halfNumber(v)
			return n, n.exponent - 10 + int32(bits.TrailingZeros32(v|1<<10))
		}
	case e == elementBF16 || e == elementTF32:
		return func(line, k int) (number, int32) {
			v := word(line, k) << (32 - size) &^ 0x1fff
			n := singleNumber(v)
			return n, n.exponent - 23 + int32(bits.TrailingZeros32(v|1<<23))
		}
	case e.integer():
		return func(line, k int) (number, int32) {
			v := word(line, k)
			if e.signed() {
				return number{float64(int8(v)), 7}, 0
			}
			return number{float64(v), 7}, 0
		}
	}
	codes := o.element.codes()
	return func(line, k int) (number, int32) {
		c := codes[word(line, k)&0xff]
		return c.number, c.unit
	}
}

// tiled gives the values without scales in tiles.
func (o *tensorOperand) tiled() []tile {
	if o.tiles != nil {
		return o.tiles
	}
	o.tiles = make([]tile, o.lines/o.tile)
	number := o.reader()
	for i := range o.tiles {
		t := &o.tiles[i]
		t.low, t.high = -zeroExponent, zeroExponent
		for line := range o.tile {
			for k := range o.k {
				n, unit := number(i*o.tile+line, k)
				if o.blocks == 1 {
					scale := o.scales[i*o.tile+line]
					n, unit = number1X(n, scale), unit+scale.exponent
				}
				t.set(line*o.k+k, n)
				if n.exponent > zeroExponent/2 {
					t.low, t.high = min(t.low, unit), max(t.high, n.exponent)
				}
			}
		}
	}
	return o.tiles
}

// number1X multiplies by a scale that is a power of two.
func number1X(n, scale number) number {
	return number{float64(n.value * scale.value), n.exponent + scale.exponent}
}

// tensorProduct is A*B without the sums before, where that is exact.
type tensorProduct struct {
	a, b   *tensorOperand
	exact  bool
	zero   bool
	low    int32
	most   float64   // the largest magnitude of the values
	values []float32 // by columns
	seen   bool      // it has been added to some sums
}

// productCache keeps the last products.
type productCache struct {
	kept [keptOperands / 2]*tensorProduct
	next int
}

// product multiplies, or finds the product.
func (c *productCache) product(a, b *tensorOperand, bits int32) *tensorProduct {
	for _, p := range c.kept {
		if p != nil && p.a == a && p.b == b {
			return p
		}
	}
	p := &tensorProduct{a: a, b: b}
	p.compute(bits)
	c.kept[c.next] = p
	c.next = (c.next + 1) % len(c.kept)
	return p
}

// compute multiplies where no term and no sum is cut: where all products are
// multiples of one power of two, and their sums have no more bits above it than so many.
func (p *tensorProduct) compute(bits int32) {
	a, b := p.a, p.b
	p.zero = a.high == zeroExponent || b.high == zeroExponent
	p.low = a.low + b.low
	top := a.high + b.high + 2 + sumBits(a.k) + 1
	p.exact = p.zero || top <= p.low+bits && top <= singleBound && a.scaleHigh+b.scaleHigh <= p.low+bits
	if !p.exact || p.zero {
		return
	}
	p.values = make([]float32, 0, a.lines*b.lines)
	for j := range b.lines {
		column := b.values[j*b.k:][:a.k]
		for i := range a.lines {
			v := plainDot(a.values[i*a.k:][:a.k], column)
			p.values, p.most = append(p.values, float32(v)), max(p.most, math.Abs(v))
		}
	}
}

// plainDot is the sum of products, a multiple of four of them.
func plainDot(a, b []float64) float64 {
	var s, t float64
	b = b[:len(a)]
	for i := 0; i+4 <= len(a); i += 4 {
		x, y := (*[4]float64)(a[i:]), (*[4]float64)(b[i:])
		s += float64(x[0]*y[0]) + float64(x[1]*y[1])
		t += float64(x[2]*y[2]) + float64(x[3]*y[3])
	}
	return s + t
}
