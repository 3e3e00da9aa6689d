package exec

import "math/bits"

// tile is a matrix in lines, decoded. All its terms lie below 2^(high+1) and
// are multiples of 2^low; a zero does not count.
type tile struct {
	value     [maxTile]float64
	exponent  [maxTile]int32
	low, high int32
}

// maxTile is the largest matrix of an instruction, 32 x 16.
const maxTile = 512

func (t *tile) set(i int, n number) {
	t.value[i&(maxTile-1)], t.exponent[i&(maxTile-1)] = n.value, n.exponent
}

// span finds low and high of the terms of a tile with so many fraction bits.
type span struct {
	least, most uint32 // exponents above that of a zero, the least less 1
	fractions   uint32 // all of them
}

func newSpan() span { return span{least: ^uint32(0)} }

func (s *span) add(exponent int32) {
	e := uint32(exponent - zeroExponent)
	s.least, s.most = min(s.least, e-1), max(s.most, e)
}

// bounds gives low and high. low is that of the smallest exponent with the
// lowest fraction bit that any term has.
func (s *span) bounds(fractionBits int32) (low, high int32) {
	high = int32(s.most) + zeroExponent
	if s.most == 0 {
		return -zeroExponent, high
	}
	unused := int32(bits.TrailingZeros32(s.fractions | 1<<fractionBits))
	return int32(s.least) + 1 + zeroExponent - fractionBits + unused, high
}

// fill decodes the fragment of an operand into its tile.
func (w *Warp) fill(t *tile, f *fragment, e element, regs []int32) {
	switch e {
	case elementF16:
		w.fillHalves(t, f, regs)
	case elementBF16:
		w.fillBrains(t, f, regs)
	default:
		w.fillSingles(t, f, regs, ^uint32(0x1fff))
	}
}

func (w *Warp) fillHalves(t *tile, f *fragment, regs []int32) {
	s := newSpan()
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			i := base + f.at(lane)
			x, y := halfNumber(v), halfNumber(v>>16)
			t.set(i, x)
			t.set(i+1, y)
			s.add(x.exponent)
			s.add(y.exponent)
			s.fractions |= v | v>>16
		}
	}
	t.low, t.high = s.bounds(10)
}

func (w *Warp) fillBrains(t *tile, f *fragment, regs []int32) {
	s := newSpan()
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			i := base + f.at(lane)
			x, y := singleNumber(v<<16), singleNumber(v&0xffff0000)
			t.set(i, x)
			t.set(i+1, y)
			s.add(x.exponent)
			s.add(y.exponent)
			s.fractions |= v<<16 | v&0xffff0000
		}
	}
	t.low, t.high = s.bounds(23)
}

// fillSingles reads fp32 values of which only the bits in keep count.
func (w *Warp) fillSingles(t *tile, f *fragment, regs []int32, keep uint32) {
	s := newSpan()
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			x := singleNumber(v & keep)
			t.set(base+f.at(lane), x)
			s.add(x.exponent)
			s.fractions |= v & keep
		}
	}
	t.low, t.high = s.bounds(23)
}

// stepGrain divides the length of every step.
const stepGrain = 4

// values and exponents give so many from a place on, a multiple of stepGrain.
func (t *tile) values(i int) *[stepGrain]float64 {
	return (*[stepGrain]float64)(t.value[i&(maxTile-stepGrain):])
}

func (t *tile) exponents(i int) *[stepGrain]int32 {
	return (*[stepGrain]int32)(t.exponent[i&(maxTile-stepGrain):])
}
