package exec

import (
	"cmp"
	"fmt"

	"ridgeline/cuda/arch"
)

// The ISA leaves the order and the rounding of a tensor instruction's sums
// open. Here each element is what the hardware was measured to give: the
// products of a step and the accumulator are aligned to the largest exponent
// among them, cut to some fraction bits, added exactly, and the sum is cut to
// fp32 or rounded to the nearest fp16; a long instruction takes several steps.
// The rule of each architecture is that of arch.Accumulate.
// A zero takes no part in the alignment; a sum of zeros is +0.

// tensorForm is a matrix multiply-accumulate of a warp: D = A*B + C.
type tensorForm struct {
	// m, n and k are the shape; the elements of a row of A that are stored are
	// half of k where A is sparse.
	m, n, k      int
	element      element // of A
	elementB     element
	a, b, c, d   fragment
	halfC, halfD bool       // fp16 accumulators
	codesA       *[256]code // of narrow floats
	codesB       *[256]code
	saturate     bool        // of integers
	sparse       *sparseForm // nil where A is dense
	scale        *scaleForm  // nil where no block has a scale
	way          string      // of package arch; empty is mma.sync
	// countA and countB are the registers of the operands; those beyond the
	// fragment's size hold copies.
	countA, countB int
}

// tensorUnit is the scratch space of a core.
type tensorUnit struct {
	arch.Accumulation
	form          *tensorForm // that the rule of accumulation is for
	lefts, rights tileCache
	a, b          *tile
	quad          *[2]tile // A and B of a quad pair; nil until it is used
	scaled        *[2]tile // A and B with their scales; nil until it is used
	gathered      *tile    // B as one row of a sparse A meets it; nil until it is used
	integers      *integerTiles
	c             tile
	negated       *tile // A with its signs turned; nil until it is used
	d             [maxTile]uint32
}

// tensor gives the core's unit, with the rule of a form.
func (c *core) tensor(f *tensorForm) *tensorUnit {
	if c.unit == nil {
		c.unit = new(tensorUnit)
	}
	if c.unit.form != f {
		capability := c.launch.ComputeCapability
		c.unit.form = f
		c.unit.Accumulation = arch.Accumulate(capability.Major, capability.Minor, f.element.bits(), f.element.narrow(), cmp.Or(f.way, arch.MMASync))
		c.unit.Step = max(c.unit.Step, stepGrain)
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

// execTensor executes mma and wmma.mma on floats of up to 32 bits.
func execTensor(w *Warp, in *inst) {
	if !w.whole(in) {
		return
	}
	f, regs := in.x.tensor, in.x.reads
	u := w.core.tensor(f)
	u.a = u.lefts.operand(w, &f.a, f.element, f.codesA, regs)
	u.b = u.rights.operand(w, &f.b, f.elementB, f.codesB, regs[f.countA:])
	rest := regs[f.countA+f.countB:]
	if f.halfC {
		w.fillHalves(&u.c, &f.c, rest)
	} else {
		w.fillSingles(&u.c, &f.c, rest, ^uint32(0))
	}
	rest = rest[f.c.size():]
	switch {
	case f.scale != nil && f.scale.blocks > 1:
		u.multiplyBlocks(f, func(line, block int, right bool) number {
			return f.scale.scaleOf(w, rest, line, block, right)
		})
	case f.scale != nil:
		w.applyScales(u, f, rest)
		u.multiply(f)
	case f.sparse != nil:
		u.multiplySparse(f, w.positions(f, rest))
	default:
		u.multiply(f)
	}
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
