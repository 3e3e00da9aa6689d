package report

import (
	"math"
	"slices"
)

// wideRange is the ratio of the greatest to the least value from which on a
// scale is logarithmic.
const wideRange = 12

// scale maps values to places from 0 to 1.
type scale struct {
	min, max float64
	base     float64   // of a logarithmic scale; 0 is linear
	values   []float64 // where ticks may stand; empty is anywhere
}

// powers is 2 where all values are powers of two over more than a wide range,
// else 0.
func (s scale) powers() float64 {
	for _, v := range s.values {
		if v <= 0 || math.Exp2(math.Round(math.Log2(v))) != v {
			return 0
		}
	}
	if s.max <= 2*s.min {
		return 0
	}
	return 2
}

func (s scale) scaled(factor float64) scale {
	s.min, s.max = s.min*factor, s.max*factor
	return s
}

// rounded widens a scale of rates to whole ticks: from zero where it is linear.
func (s scale) rounded() scale {
	if s.base > 0 {
		s.min, s.max = s.min/1.3, s.max*1.3
		return s
	}
	s.min = 0
	step := linearStep(s.max)
	s.max = step * math.Ceil(s.max*1.02/step)
	return s
}

// linearStep is 1, 2 or 5 times a power of ten, for about four ticks.
func linearStep(span float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(span / 4))))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= span/4.5 {
			return digit * power
		}
	}
	return 10 * power
}

func (s scale) place(value float64) float64 {
	switch {
	case s.max == s.min:
		return 0.5
	case s.base > 0:
		return math.Log(value/s.min) / math.Log(s.max/s.min)
	}
	return (value - s.min) / (s.max - s.min)
}

// mostTicks is how many labels stand beside each other without touching.
const mostTicks = 7

// ticks are the values to label.
func (s scale) ticks() []float64 {
	switch {
	case s.base == 2 || len(s.values) > 0 && len(s.values) <= mostTicks:
		return thinned(s.values)
	case s.base > 0:
		return s.decades()
	}
	step := linearStep(s.max - s.min)
	var list []float64
	for v := step * math.Ceil(s.min/step); v <= s.max*(1+1e-9); v += step {
		list = append(list, v)
	}
	return list
}

// thinned leaves every second value out until few are left.
func thinned(values []float64) []float64 {
	for len(values) > mostTicks {
		var half []float64
		for i := 0; i < len(values); i += 2 {
			half = append(half, values[i])
		}
		values = half
	}
	return values
}

// decades are 1, 2 and 5 times the powers of ten, or 1 alone over many.
func (s scale) decades() []float64 {
	digits := []float64{1, 2, 5}
	if s.max > 200*s.min {
		digits = []float64{1}
	}
	var list []float64
	for power := math.Pow10(int(math.Floor(math.Log10(s.min)))); power <= s.max; power *= 10 {
		for _, digit := range digits {
			if v := digit * power; v >= s.min && v <= s.max {
				list = append(list, v)
			}
		}
	}
	slices.Sort(list)
	return list
}
