package exec

import "math/bits"

// tile is a matrix in lines, decoded. All its terms lie below 2^(high+1) and
// are multiples of 2^low; a zero does not count.
type tile struct {
	value     [maxTile]float64
	exponent  [maxTile]int32
	low, high int32
}

// maxTile is the largest matrix of an instruction, 16 x 64.
const maxTile = 1024

func (t *tile) set(i int, n number) {
	t.value[i&(maxTile-1)], t.exponent[i&(maxTile-1)] = n.value, n.exponent
}

// span finds low and high of the terms of a tile.
type span struct {
	fraction  int32 // bits of the format
	low, high int32
}

func newSpan(fractionBits int32) span {
	return span{fraction: fractionBits, low: -zeroExponent, high: zeroExponent}
}

// add takes a term of this exponent whose code ends in the bits of its fraction.
func (s *span) add(exponent int32, code uint32) {
	if exponent == zeroExponent {
		return
	}
	unused := int32(bits.TrailingZeros32(code | 1<<s.fraction))
	s.low, s.high = min(s.low, exponent-s.fraction+unused), max(s.high, exponent)
}

// fill decodes the fragment of an operand into its tile.
func (w *Warp) fill(t *tile, f *fragment, e element, codes *[256]code, regs []int32) {
	switch {
	case e == elementF16:
		w.fillHalves(t, f, regs)
	case e == elementBF16:
		w.fillBrains(t, f, regs)
	case e.narrow():
		w.fillCodes(t, f, codes, e.bits(), regs)
	default:
		w.fillSingles(t, f, regs, ^uint32(0x1fff))
	}
}

func (w *Warp) fillHalves(t *tile, f *fragment, regs []int32) {
	s := newSpan(10)
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			i := base + f.at(lane)
			x, y := halfNumber(v), halfNumber(v>>16)
			t.set(i, x)
			t.set(i+1, y)
			s.add(x.exponent, v)
			s.add(y.exponent, v>>16)
		}
	}
	t.low, t.high = s.low, s.high
}

func (w *Warp) fillBrains(t *tile, f *fragment, regs []int32) {
	s := newSpan(23)
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			i := base + f.at(lane)
			x, y := singleNumber(v<<16), singleNumber(v&0xffff0000)
			t.set(i, x)
			t.set(i+1, y)
			s.add(x.exponent, v<<16)
			s.add(y.exponent, v&0xffff0000)
		}
	}
	t.low, t.high = s.low, s.high
}

// fillSingles reads fp32 values of which only the bits in keep count.
func (w *Warp) fillSingles(t *tile, f *fragment, regs []int32, keep uint32) {
	s := newSpan(23)
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			x := singleNumber(v & keep)
			t.set(base+f.at(lane), x)
			s.add(x.exponent, v&keep)
		}
	}
	t.low, t.high = s.low, s.high
}

// fillCodes reads narrow floats, each in so many bits.
func (w *Warp) fillCodes(t *tile, f *fragment, codes *[256]code, bits int, regs []int32) {
	t.low, t.high = -zeroExponent, zeroExponent
	mask := uint32(1)<<bits - 1
	for r := range f.line {
		base := f.base(r)
		for lane, v := range &w.r32[regs[r]] {
			at := base + f.at(lane)
			for i := range f.per {
				c := &codes[v&mask&0xff]
				t.set(at+i, c.number)
				t.low, t.high = min(t.low, c.unit), max(t.high, c.exponent)
				v >>= bits
			}
		}
	}
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
