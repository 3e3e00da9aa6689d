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

// tile is a matrix in lines.
type tile struct {
	value    [maxTile]float64
	exponent [maxTile]int32
}

// maxTile is the largest matrix of an instruction, 32 x 16.
const maxTile = 512

func (t *tile) set(i int, n number) {
	t.value[i&(maxTile-1)], t.exponent[i&(maxTile-1)] = n.value, n.exponent
}

// tensorUnit is the scratch space of a core.
type tensorUnit struct {
	accumulation
	a, b, c tile
	d       [maxTile]uint32
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
	w.fill(&u.a, &f.a, f.element, regs)
	w.fill(&u.b, &f.b, f.element, regs[f.countA:])
	w.fillAccumulator(&u.c, f, regs[f.countA+f.countB:])
	u.multiply(f)
	w.drain(in, u, f)
}

// fill decodes the fragment of an operand into its tile.
func (w *Warp) fill(t *tile, f *fragment, e element, regs []int32) {
	for r := range f.line {
		reg, base := &w.r32[regs[r]], f.base(r)
		for lane, v := range reg {
			i := base + f.at(lane)
			switch e {
			case elementF16:
				t.set(i, halfNumber(v))
				t.set(i+1, halfNumber(v>>16))
			case elementBF16:
				t.set(i, singleNumber(v<<16))
				t.set(i+1, singleNumber(v&0xffff0000))
			default:
				t.set(i, singleNumber(v&^0x1fff))
			}
		}
	}
}

func (w *Warp) fillAccumulator(t *tile, f *tensorForm, regs []int32) {
	for r := range f.c.line {
		reg, base := &w.r32[regs[r]], f.c.base(r)
		for lane, v := range reg {
			i := base + f.c.at(lane)
			if f.halfC {
				t.set(i, halfNumber(v))
				t.set(i+1, halfNumber(v>>16))
			} else {
				t.set(i, singleNumber(v))
			}
		}
	}
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

// multiply computes all elements of D.
func (u *tensorUnit) multiply(f *tensorForm) {
	step := min(max(u.stepBytes/f.element.bytes(), 4), f.k)
	for i := range f.m {
		for j := range f.n {
			at := i*f.n + j
			c := number{u.c.value[at], u.c.exponent[at]}
			var d uint32
			for k := 0; k < f.k; k += step {
				x, y := i*f.k+k, j*f.k+k
				sum := u.dot(u.a.value[x:x+step], u.b.value[y:y+step], u.a.exponent[x:x+step], u.b.exponent[y:y+step], c)
				if f.halfD {
					d = roundToHalf(sum)
					c = halfNumber(d)
				} else {
					d = truncateToSingle(sum)
					c = singleNumber(d)
				}
			}
			u.d[at] = d
		}
	}
}

// dot adds the products of one step, whose length is a multiple of 4, to the
// accumulator.
func (u *tensorUnit) dot(a, b []float64, ea, eb []int32, c number) float64 {
	b, ea, eb = b[:len(a)], ea[:len(a)], eb[:len(a)]
	top := c.exponent
	for k := 0; k <= len(ea)-4; k += 4 {
		p, q := (*[4]int32)(ea[k:]), (*[4]int32)(eb[k:])
		top = max(top, max(p[0]+q[0], p[1]+q[1]), max(p[2]+q[2], p[3]+q[3]))
	}
	switch {
	case top > specialExponent/2:
		return specialDot(a, b, c)
	case top < zeroExponent/2:
		return 0
	}
	scale := powerOfTwo(u.fraction - top)
	sum := int64(c.value * scale)
	for k := 0; k <= len(a)-4; k += 4 {
		p, q := (*[4]float64)(a[k:]), (*[4]float64)(b[k:])
		sum += int64(p[0]*q[0]*scale) + int64(p[1]*q[1]*scale) + int64(p[2]*q[2]*scale) + int64(p[3]*q[3]*scale)
	}
	return float64(sum) * powerOfTwo(top-u.fraction)
}

// specialDot is the sum where an infinity or NaN is among the terms; the finite
// ones do not count.
func specialDot(a, b []float64, c number) float64 {
	sum := c.value
	for k := range a {
		if p := a[k] * b[k]; p-p != 0 {
			sum += p
		}
	}
	return sum
}
