package exec

import "math"

// scaleForm is how the blocks of a block-scaled mma get their scales: a row of A
// and a column of B have one for each of so many equal parts of k.
type scaleForm struct {
	blocks  int
	fourths bool // ue4m3 instead of ue8m0
	// A scale of a row of A is in a lane of a pair of the four lanes of its group,
	// one of a column of B in one of the four, from a byte on (PTX ISA, "Block
	// Scaling for mma.sync").
	threadA, threadB, byteA, byteB int
}

// scaleOf gives the scale of block i of row r of A, or of column r of B.
func (s *scaleForm) scaleOf(w *Warp, regs []int32, r, i int, right bool) number {
	reg, lane, at := regs[0], 4*(r%8)+2*s.threadA+r/8, s.byteA
	if right {
		reg, lane, at = regs[1], 4*r+s.threadB, s.byteB
	}
	bits := uint64(w.r32[reg][lane] >> (8 * (at + i)) & 0xff)
	scale, _ := s.decode(bits)
	return scale
}

// decode reads a scale, and gives the power of two that it is a multiple of.
func (s *scaleForm) decode(bits uint64) (scale number, unit int32) {
	if s.fourths {
		f, _ := smallFormatOf(kindE4M3)
		c := f.code(bits & 0x7f)
		return c.number, c.unit
	}
	if bits == scaleNaN {
		return number{math.NaN(), specialExponent}, 0
	}
	return number{decodeScale(bits), int32(bits) - scaleBias}, int32(bits) - scaleBias
}

// applyScales multiplies A and B by the scales of their rows and columns, which
// are powers of two, and one for the whole of k.
func (w *Warp) applyScales(u *tensorUnit, f *tensorForm, regs []int32) {
	if u.scaled == nil {
		u.scaled = new([2]tile)
	}
	for side, t := range [...]*tile{u.a, u.b} {
		lines := f.m
		if side == 1 {
			lines = f.n
		}
		to := &u.scaled[side]
		low, high := int32(math.MaxInt32), int32(math.MinInt32)
		for line := range lines {
			scale := f.scale.scaleOf(w, regs, line, 0, side == 1)
			low, high = min(low, scale.exponent), max(high, scale.exponent)
			for i := line * f.k; i < (line+1)*f.k; i++ {
				to.set(i, number{t.value[i] * scale.value, t.exponent[i] + scale.exponent})
			}
		}
		to.low, to.high = t.low+low, t.high+high
	}
	u.a, u.b = &u.scaled[0], &u.scaled[1]
}

// The rule of the forms with several scales along k: sixteen products are added
// exactly, the sum is multiplied by its scales, and these terms and C are aligned,
// by the exponents of the scales, with so many bits (microsoft/MMA-Sim@16a0188).
const (
	blockProducts     = 16
	blockFractionBits = 35
)

// multiplyBlocks computes all elements of D where there are several scales: those of
// a row of A, or of a column of B, block by block.
func (u *tensorUnit) multiplyBlocks(f *tensorForm, scale func(line, block int, right bool) number) {
	products := f.k / f.scale.blocks
	for i := range f.m {
		for j := range f.n {
			at := (i*f.n + j) & (maxTile - 1)
			terms := [1 + 4]number{{u.c.value[at], u.c.exponent[at]}}
			count := 1
			for k := 0; k < f.k; k += blockProducts {
				p := scale(i, k/products, false)
				q := scale(j, k/products, true)
				sum := float64(0)
				for l := k; l < k+blockProducts; l++ {
					sum += float64(u.a.value[i*f.k+l] * u.b.value[j*f.k+l])
				}
				terms[count] = number{sum * p.value * q.value, p.exponent + q.exponent}
				count++
			}
			u.d[at] = truncateToSingle(sumTerms(terms[:count]))
		}
	}
}

// sumTerms aligns terms, cuts them and adds them up. The significand of a term may
// have more bits than one before the point.
func sumTerms(terms []number) float64 {
	top := terms[0].exponent
	for _, t := range terms[1:] {
		top = max(top, t.exponent)
	}
	if top >= specialExponent/2 {
		sum := float64(0)
		for _, t := range terms {
			if t.exponent >= specialExponent/2 || t.value-t.value != 0 {
				sum += t.value
			}
		}
		return sum
	}
	if top <= zeroExponent/2 {
		return 0
	}
	scale := math.Ldexp(1, int(blockFractionBits-top))
	sum := int64(0)
	for _, t := range terms {
		sum += int64(t.value * scale)
	}
	return math.Ldexp(float64(sum), int(top-blockFractionBits))
}
