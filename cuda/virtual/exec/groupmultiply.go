package exec

import (
	"fmt"

	"ridgeline/cuda/arch"
)

// execGroupMultiply issues the warp's part of a multiplication.
func execGroupMultiply(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	k, problem := w.groupPart(in)
	if problem != "" {
		w.err = w.failed(in, 0, problem)
		return
	}
	w.countGroup(in)
	if !w.core.timeOnly {
		w.multiplies.pending = append(w.multiplies.pending, groupWork{k, in, w.multiplies.committed})
	}
}

// groupPart reads the operands, which all lanes have alike.
func (w *Warp) groupPart(in *inst) (k *tensorMultiply, problem string) {
	f := in.x.group
	accumulate := w.pred[in.c] ^ in.cXor
	switch {
	case w.id|(warpsOfGroup-1) >= len(w.block.warps):
		return nil, "needs four warps, whose first has a number that is a multiple of four"
	case !w.multiplies.fenced:
		return nil, "no wgmma.fence has ordered it behind what wrote its registers"
	case accumulate != 0 && accumulate != allLanes:
		return nil, "the lanes do not agree on the scale of D"
	}
	k = &tensorMultiply{w: w, tensorShape: f.tensorShape, way: arch.WGMMA, accumulate: accumulate != 0,
		to: registerSums{w, in.x.regs}, firstLine: w.id % warpsOfGroup * rowsOfWarp}
	if f.registers {
		k.firstLine, k.leftWords = 0, w.leftWords(in.x.reads)
	} else if k.a, problem = w.groupDescriptor(in.a); problem != "" {
		return nil, problem
	}
	k.b, problem = w.groupDescriptor(in.b)
	return k, problem
}

// leftWords are the lines of A that the registers hold, of 32 bytes each: as A lies in
// those of an mma of 16 rows.
func (w *Warp) leftWords(regs []int32) []uint32 {
	words := make([]uint32, rowsOfWarp*lineWords)
	for i, r := range regs {
		for lane, v := range &w.r32[r] {
			words[(lane/4+8*(i%2))*lineWords+lane%4+4*(i/2)] = v
		}
	}
	return words
}

func (w *Warp) groupDescriptor(slot int32) (m matrixDescriptor, problem string) {
	v := w.r64[slot][0]
	for _, other := range &w.r64[slot] {
		if other != v {
			return m, fmt.Sprintf("the lanes have different descriptors: %#x and %#x", v, other)
		}
	}
	return groupDescriptorOf(v)
}

// groupDescriptorOf reads a descriptor (PTX ISA, "Matrix Descriptor Format" of wgmma), or
// says why it cannot.
func groupDescriptorOf(v uint64) (m matrixDescriptor, problem string) {
	m = describedMatrix(v)
	m.swizzle = [...]uint32{0, 128, 64, 32}[v>>62]
	if v>>49&7 != 0 {
		return m, noBaseOffset(v)
	}
	return m, ""
}

// countGroup counts what shared memory brings for the warp: its rows of A, and its share
// of B, which it brings once for the four.
func (w *Warp) countGroup(in *inst) {
	f := in.x.group
	bytes := pick(f.registers, 0, rowsOfWarp*operandBytes)
	if w.id%warpsOfGroup == 0 {
		bytes += f.n * operandBytes
	}
	if bytes > 0 {
		w.core.countMatrix(in, bytes)
	}
}

// registerSums is a D in the registers of a warp, as that of an mma of 16 rows: pairs of
// columns, of the upper and the lower eight rows in turn (PTX ISA, "Register Fragments" of
// wgmma).
type registerSums struct {
	w    *Warp
	regs []int32
}

func (registerSums) plain(*tensorMultiply) bool       { return true }
func (registerSums) undefined(*tensorMultiply) string { return "" }

func (s registerSums) same(other tensorTarget) bool {
	o, ok := other.(registerSums)
	if !ok || len(o.regs) != len(s.regs) {
		return false
	}
	for i, r := range s.regs {
		if o.regs[i] != r {
			return false
		}
	}
	return o.w == s.w
}

// place is where the first element of register i of lane 0 lies among the sums, and
// where those of another lane lie from there on.
func (s registerSums) place(i, per int) int {
	return (i*per/4*8+i*per%2)*rowsOfWarp + i*per/2%2*8
}

func placeOfLane(lane int) int { return lane%4*2*rowsOfWarp + lane/4 }

func (s registerSums) sums(k *tensorMultiply) []uint32 {
	c, per := k.w.core, pick(k.half, 2, 1)
	if cap(c.gathered) < k.m*k.n {
		c.gathered = make([]uint32, k.m*k.n)
	}
	c.gathered = c.gathered[:k.m*k.n]
	for i, r := range s.regs {
		base := s.place(i, per)
		for lane, v := range &s.w.r32[r] {
			at := base + placeOfLane(lane)
			if per == 2 {
				c.gathered[at+rowsOfWarp] = v >> 16
				v &= 0xffff
			}
			c.gathered[at] = v
		}
	}
	return c.gathered
}

func (s registerSums) put(k *tensorMultiply, sums []uint32) {
	per := pick(k.half, 2, 1)
	for i, r := range s.regs {
		base, reg := s.place(i, per), &s.w.r32[r]
		for lane := range reg {
			at := base + placeOfLane(lane)
			reg[lane] = sums[at]
			if per == 2 {
				reg[lane] = sums[at]&0xffff | sums[at+rowsOfWarp]<<16
			}
		}
	}
}
