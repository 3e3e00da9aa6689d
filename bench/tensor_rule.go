package bench

import (
	"math"

	"ridgeline/cuda/arch"
)

// What the instructions of a trip make of a probe line, one after the other, by the
// rule of an architecture and by emulations. The numbers are normal, so that the
// exponent of a term is that of its leading bits.

// tensorSum follows arch.Accumulation. With several scales along k sixteen products
// are added exactly and 35 bits are kept (microsoft/MMA-Sim@16a0188); their scales
// are one.
func (f operandForm) tensorSum(line probeLine, rule arch.Accumulation) float64 {
	sum := line.sum
	for range f.turns() {
		if f.scales/f.instructions() > 1 {
			sum = toward32(f.blockSum(line, sum), 23)
			continue
		}
		for k := 0; k < len(line.left); k += rule.Step {
			end := min(k+rule.Step, len(line.left))
			sum = f.rounded(f.alignedSum(line.left[k:end], line.right[k:end], sum, rule.FractionBits), rule)
		}
	}
	return sum
}

// turns are the instructions of a trip on the first part of the lines.
func (f operandForm) turns() int { return tensorSteps / f.instructions() }

// rounded is a sum as it is kept.
func (f operandForm) rounded(sum float64, rule arch.Accumulation) float64 {
	if f.sum == halfNumber {
		return halfValue(roundToHalf(sum))
	}
	return toward32(sum, rule.ResultBits)
}

// alignedSum cuts every term where the largest has so many fraction bits.
func (f operandForm) alignedSum(left, right []float64, sum float64, fractionBits int) float64 {
	top := math.MinInt
	if sum != 0 {
		top = math.Ilogb(sum)
	}
	for i, x := range left {
		if x != 0 && right[i] != 0 {
			top = max(top, math.Ilogb(f.seen(x))+math.Ilogb(f.seen(right[i])))
		}
	}
	if top == math.MinInt {
		return 0
	}
	grain := math.Ldexp(1, top-fractionBits)
	total := math.Trunc(sum/grain) * grain
	for i, x := range left {
		total += math.Trunc(float64(f.seen(x)*f.seen(right[i]))/grain) * grain
	}
	return total
}

// seen is an operand as the tensor cores read it: of FP32 the bits of TF32.
func (f operandForm) seen(x float64) float64 {
	if f.element == singleNumber {
		return toward32(x, 10)
	}
	return x
}

const blockProducts, blockFractionBits = 16, 35

func (f operandForm) blockSum(line probeLine, sum float64) float64 {
	terms := []float64{sum}
	top := 0 // of scales of one
	if sum != 0 {
		top = max(top, math.Ilogb(sum))
	}
	for k := 0; k < len(line.left); k += blockProducts {
		var exact float64
		for i := k; i < min(k+blockProducts, len(line.left)); i++ {
			exact += float64(line.left[i] * line.right[i])
		}
		terms = append(terms, exact)
	}
	grain, total := math.Ldexp(1, top-blockFractionBits), 0.0
	for _, t := range terms {
		total += math.Trunc(t/grain) * grain
	}
	return total
}

// toward32 cuts a number to so many fraction bits.
func toward32(x float64, bits int) float64 {
	if x == 0 {
		return 0
	}
	grain := math.Ldexp(1, math.Ilogb(x)-bits)
	return math.Trunc(x/grain) * grain
}

// vectorSum is an emulation by multiply-adds, one product after the other, in the
// precision of the sums or, if wide, in FP32 for sums of FP16 and FP64 for sums of
// FP32, rounded at the end.
func (f operandForm) vectorSum(line probeLine, wide bool) float64 {
	sum := line.sum
	for range f.turns() {
		for i, x := range line.left {
			sum = math.FMA(x, line.right[i], sum)
			switch {
			case f.sum == halfNumber && !wide:
				sum = halfValue(roundToHalf(sum))
			case f.sum == halfNumber || !wide:
				sum = float64(float32(sum))
			}
		}
	}
	return sum
}
