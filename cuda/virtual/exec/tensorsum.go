package exec

import (
	"math"
	"slices"
)

// tensorRun is a row of multiplications into one D, one after the other. Where no
// term and no sum of them is cut, they are one sum, whatever its order.
type tensorRun struct {
	all []*tensorMultiply
	// known are the operands that have been read, by where they are: what lies in shared
	// memory stays as it is meanwhile.
	known map[operandPlace]*tensorOperand
}

// operandPlace is where A or B lies, and how it is read.
type operandPlace struct {
	at       matrixDescriptor
	key      operandKey
	first    int // line that counts
	across   bool
	scales   int // the first column of them
	fromByte int
}

// add takes one more multiplication. Its operands are read now, unless they are what
// is being summed.
func (r *tensorRun) add(k *tensorMultiply) (problem string) {
	if len(r.all) > 0 && slices.ContainsFunc(k.reads(), r.all[0].area().overlaps) {
		if problem := r.flush(); problem != "" {
			return problem
		}
		clear(r.known)
	}
	a, problem := r.operand(k, true)
	if problem != "" {
		return problem
	}
	b, problem := r.operand(k, false)
	if problem != "" {
		return problem
	}
	k.product = k.w.core.products.product(a, b, k.bits())
	if len(r.all) > 0 && !k.follows(r.all[0]) {
		if problem := r.flush(); problem != "" {
			return problem
		}
	}
	r.all = append(r.all, k)
	return ""
}

// operand reads A or B, unless it has been.
func (r *tensorRun) operand(k *tensorMultiply, left bool) (o *tensorOperand, problem string) {
	place := k.place(left)
	shared := !left || !k.fromTensor && k.leftWords == nil
	if o := r.known[place]; o != nil && shared {
		return o, ""
	}
	if o, problem = k.operand(left); problem == "" && r.known != nil && shared {
		r.known[place] = o
	}
	return o, problem
}

// follows tells whether it adds to the sums of another one, which are not rounded
// between.
func (k *tensorMultiply) follows(first *tensorMultiply) bool {
	return k.accumulate && k.to.same(first.to) && k.m == first.m && k.n == first.n &&
		k.half == first.half && !k.half && k.shrink == 0 && first.shrink == 0 &&
		k.left.integer() == first.left.integer() && !k.saturate && !first.saturate
}

// flush computes D of what has been taken.
func (r *tensorRun) flush() (problem string) {
	all := r.all
	r.all = nil
	if len(all) == 0 {
		return ""
	}
	if problem := all[0].to.undefined(all[0]); problem != "" {
		return problem
	}
	if all[0].sumExactly(all) {
		return ""
	}
	for _, k := range all {
		if !k.sumExactly([]*tensorMultiply{k}) {
			k.cut()
		}
	}
	return ""
}

// tensorTerm is a product, and how often it counts.
type tensorTerm struct {
	*tensorProduct
	times float64
}

// termsOf collects the products of multiplications; false where one is not exact.
// All are multiples of 2^low, and their sum is below most.
func termsOf(all []*tensorMultiply) (terms []tensorTerm, low int32, most float64, exact bool) {
	low = -zeroExponent
next:
	for _, k := range all {
		p := k.product
		if !p.exact {
			return nil, 0, 0, false
		}
		if p.zero {
			continue
		}
		low, most = min(low, p.low), most+p.most
		times := pick(k.negated(), -1.0, 1.0)
		for i := range terms {
			if terms[i].tensorProduct == p {
				terms[i].times += times
				continue next
			}
		}
		terms = append(terms, tensorTerm{p, times})
	}
	return terms, low, most, true
}

// sumExactly adds the products of multiplications to D in plain arithmetic. It
// reports false, and has changed nothing, where a term or a sum might be cut: where a
// sum is no multiple of what the products are multiples of, or has more than 24 bits
// above that. Integers are never cut.
func (k *tensorMultiply) sumExactly(all []*tensorMultiply) bool {
	terms, low, most, exact := termsOf(all)
	if !exact {
		return false
	}
	cells := k.to.sums(k)
	replay := k.replayOf(terms, cells)
	if replay.found {
		k.to.put(k, replay.out)
		return true
	}
	grain, peak, bound := math.Ldexp(1, -int(low)), 0.0, math.Ldexp(1, int(k.bits()))
	if len(terms) == 0 {
		grain = 0 // of nothing but zeros the sums stay as they are
	}
	c := k.w.core
	c.sums = slices.Grow(c.sums[:0], k.m*k.n)[:k.m*k.n]
	totals := make([]float64, k.m)
	for j := range k.n {
		k.column(cells[j*k.m:][:k.m], totals)
		if !k.left.integer() {
			high, multiples := multiplesOf(totals, grain)
			if peak = max(peak, high); !multiples || (peak+most)*grain > bound {
				return false
			}
		}
		for _, term := range terms {
			for i, v := range term.values[j*k.m:][:k.m] {
				totals[i] += float64(term.times * float64(v))
			}
		}
		k.after(totals, c.sums[j*k.m:])
	}
	replay.keep(c.sums)
	k.to.put(k, c.sums)
	return true
}

// bits are those of a sum in FP32 that the architecture keeps.
func (k *tensorMultiply) bits() int32 { return int32(k.w.core.tensor(k.form()).ResultBits) + 1 }

// multiplesOf tells whether numbers are finite and multiples of 1/grain, and gives the
// largest magnitude. A grain of 0 is that of any finite number.
func multiplesOf(all []float64, grain float64) (high float64, are bool) {
	for _, v := range all {
		s := float64(v * grain)
		if s != float64(int64(s)) {
			return 0, false
		}
		high = max(high, math.Abs(v))
	}
	return high, true
}

// column reads the sums of a column of D as they enter.
func (k *tensorMultiply) column(cells []uint32, totals []float64) {
	switch {
	case !k.accumulate:
		clear(totals)
	case k.left.integer():
		for i, v := range cells {
			totals[i] = float64(int32(v))
		}
	case k.singles() && k.shrink == 0:
		for i, v := range cells {
			totals[i] = float64(math.Float32frombits(v))
		}
	default:
		for i, v := range cells {
			totals[i] = k.before(v).value
		}
	}
}

// singles tells whether D is FP32.
func (k *tensorMultiply) singles() bool { return !k.half && !k.left.integer() }

// after gives exact sums as D holds them.
func (k *tensorMultiply) after(totals []float64, to []uint32) {
	if k.singles() {
		for i, sum := range totals {
			to[i] = math.Float32bits(float32(sum + 0))
		}
		return
	}
	for i, sum := range totals {
		switch {
		case k.left.integer() && k.saturate:
			to[i] = uint32(int32(max(math.MinInt32, min(sum, math.MaxInt32))))
		case k.left.integer():
			to[i] = uint32(int64(sum))
		default:
			to[i] = roundToHalf(sum + 0)
		}
	}
}

// before is a sum as it enters.
func (k *tensorMultiply) before(v uint32) number {
	n := singleNumber(v)
	if k.half {
		n = halfNumber(v & 0xffff)
	}
	if k.shrink > 0 && n.exponent > zeroExponent && n.exponent < specialExponent {
		n = number{math.Ldexp(n.value, -k.shrink), n.exponent - int32(k.shrink)}
	}
	return n
}
