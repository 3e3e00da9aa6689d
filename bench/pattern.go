package bench

import (
	"maps"
	"math/rand/v2"

	"ridgeline/results"
)

// dataAxis is the axis of what the operands of a product are. A point on random
// data does not name it.
const dataAxis = "data"

// dataPattern is what the operands of a product are. A multiplier draws power as its
// inputs toggle, so that a power-limited device runs faster on plain data.
type dataPattern int64

const (
	randomPattern   dataPattern = iota // integers of a few bits, so that sums are exact
	zerosPattern                       // nothing toggles
	constantPattern                    // all elements are 1
	integerPattern                     // -1, 0 and 1
	mantissaPattern                    // every bit of the mantissa of A is random, and B is -1 and 1
)

// String is the pattern as a record names it.
func (p dataPattern) String() string {
	return []string{"random", "zeros", "constant", "integers", "mantissa"}[p]
}

// halfMantissaBits are those of FP16 and TF32, the leading one among them.
const halfMantissaBits = 11

// mantissaBits are those of an element, the leading one among them; of a double so
// many that the sums of a trip are exact.
func (t numberType) mantissaBits() int {
	switch t {
	case brainNumber:
		return 8
	case doubleNumber:
		return 40
	}
	return halfMantissaBits
}

// draw gives an element of A, or of B and C. Where every bit of the mantissas of A is
// random, at one exponent, those of B have none, so that products and sums are exact.
func (p dataPattern) draw(rng *rand.Rand, mantissaBits int, ofB bool) int64 {
	sign := 2*rng.Int64N(2) - 1
	switch p {
	case constantPattern:
		return 1
	case integerPattern:
		return rng.Int64N(3) - 1
	case mantissaPattern:
		if ofB {
			return sign
		}
		return sign * (1<<(mantissaBits-1) + rng.Int64N(1<<(mantissaBits-1)))
	default:
		return 0
	}
}

// withPatterns gives a case the axis of its data, of which the preset Full alone has
// more than random ones, at one point of the other axes. Other data are a point, and
// no ceiling.
func withPatterns(c Case, at span, patterns ...dataPattern) Case {
	axis := Axis{Name: dataAxis, Values: []int64{int64(randomPattern)}, Meaning: "0 is random data, which alone makes a ceiling and " +
		"is not named in a point; 1 zeros, 2 ones, 3 integers from -1 to 1, 4 random in every bit of the mantissa of A, with -1 and 1 in B"}
	for _, p := range patterns {
		axis.Values = append(axis.Values, int64(p))
	}
	random := span{dataAxis: axis.Values[:1]}
	others := span{dataAxis: axis.Values[1:]}
	maps.Copy(others, at)
	thin := map[Preset][]span{Full: {random, others}}
	for preset, spans := range c.recipe.thin {
		for _, s := range spans {
			s = maps.Clone(s)
			maps.Copy(s, random)
			thin[preset] = append(thin[preset], s)
		}
	}
	c.Axes, c.recipe.thin = append(c.Axes, axis), thin
	c.recipe.work = pointOnly(c.recipe.work)
	for i, f := range c.recipe.inputs {
		c.recipe.inputs[i].key = func(a axes, s shape) inputKey {
			key := f.key(a, s)
			key.pattern = dataPattern(a[dataAxis])
			return key
		}
	}
	return c
}

// pointOnly takes the claim to measure a ceiling from work on other than random data.
func pointOnly(work func(axes, shape) results.Work) func(axes, shape) results.Work {
	return func(a axes, s shape) results.Work {
		w := work(a, s)
		if a[dataAxis] != int64(randomPattern) {
			w.Measures = ""
		}
		return w
	}
}
