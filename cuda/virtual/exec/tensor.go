package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// The ISA leaves the order and the rounding of a tensor instruction's sums
// open. Here each element is what the hardware was measured to give: the
// products of a step and the accumulator are aligned to the largest exponent
// among them, cut to some fraction bits, added exactly, and the sum is cut to
// fp32 or rounded to the nearest fp16; a long instruction takes several steps.
// (Li et al., "MMA-Sim", arXiv 2511.10909; Fasi et al., PeerJ CS 7:e330, 2021.)
// A zero takes no part in the alignment; a sum of zeros is +0.

// accumulation is how an architecture adds up.
type accumulation struct {
	fraction  int32 // bits
	stepBytes int   // of A's elements along k that are added at once
}

// accumulationOf follows the papers; that the k16 of wmma takes four steps on
// 7.0 and two on 7.5 follows from the k4 and k8 of their machine instructions.
func accumulationOf(c cuda.ComputeCapability) accumulation {
	switch n := c.Number(); {
	case n == 0 || n >= 90:
		return accumulation{25, 32}
	case n >= 75:
		return accumulation{24, 16}
	}
	return accumulation{23, 8}
}

// element is the type of A and B.
type element uint8

const (
	elementF16 element = iota
	elementBF16
	elementTF32
	elementF64
)

// bytes is the size in a register.
func (e element) bytes() int {
	switch e {
	case elementTF32:
		return 4
	case elementF64:
		return 8
	}
	return 2
}

// tensorForm is a matrix multiply-accumulate of a warp: D = A*B + C.
type tensorForm struct {
	m, n, k      int
	element      element
	a, b, c, d   fragment
	halfC, halfD bool // fp16 accumulators
	// countA and countB are the registers of the operands; those beyond the
	// fragment's size hold copies.
	countA, countB int
}

// tensorUnit is the scratch space of a core.
type tensorUnit struct {
	accumulation
	lefts, rights tileCache
	a, b          *tile
	quad          *[2]tile // A and B of a quad pair; nil until it is used
	c             tile
	d             [maxTile]uint32
}

// tensor gives the core's unit.
func (c *core) tensor() *tensorUnit {
	if c.unit == nil {
		c.unit = &tensorUnit{accumulation: accumulationOf(c.launch.ComputeCapability)}
	}
	return c.unit
}

// whole reports an aligned instruction that some lane of the warp does not
// execute.
func (w *Warp) whole(in *inst) bool {
	if w.mask != allLanes {
		w.err = w.failed(in, firstLane(w.mask), fmt.Sprintf("needs all 32 lanes of the warp; lanes %#08x do not take part", ^w.mask))
	}
	return w.mask == allLanes
}

// execTensor executes mma and wmma.mma on halves, bf16 and tf32.
func execTensor(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	f, u, regs := in.x.tensor, w.core.tensor(), in.x.reads
	u.a = u.lefts.operand(w, &f.a, f.element, regs)
	u.b = u.rights.operand(w, &f.b, f.element, regs[f.countA:])
	if c := regs[f.countA+f.countB:]; f.halfC {
		w.fillHalves(&u.c, &f.c, c)
	} else {
		w.fillSingles(&u.c, &f.c, c, ^uint32(0))
	}
	u.multiply(f)
	w.drain(in, u, f)
}

// drain writes the results to the registers.
func (w *Warp) drain(in *inst, u *tensorUnit, f *tensorForm) {
	for r := range f.d.line {
		reg, base := &w.r32[in.x.regs[r]], f.d.base(r)
		for lane := range reg {
			i := (base + f.d.at(lane)) & (maxTile - 1)
			if f.halfD {
				reg[lane] = u.d[i] | u.d[(i+1)&(maxTile-1)]<<16
			} else {
				reg[lane] = u.d[i]
			}
		}
	}
}
