package bench

import "math"

// fma32 is a*b + c rounded once to float32, ties to even: what fma.rn.f32
// computes.
//
// The product of two floats is exact in float64. The sum is not, and rounding
// it to float64 and then to float32 can round a tie the wrong way. So the sum is
// rounded to odd: when it is not exact, its last bit is made 1, on the side of
// the true value. Float64 has more than two bits to spare over float32, and the
// second rounding is then right (Boldo and Melquiond, "Emulation of a FMA and
// correctly rounded sums: proved algorithms using rounding to odd", 2008).
//
// Fusing the product into the sum would not change a bit, the product being
// exact, so that the result does not depend on what the compiler fuses.
func fma32(a, b, c float32) float32 {
	p, q := float64(a)*float64(b), float64(c)
	s := p + q
	// TwoSum (Knuth): s plus lost is p plus q exactly.
	pp := s - q
	lost := (p - pp) + (q - (s - pp))
	bits := math.Float64bits(s)
	if lost == 0 || bits&1 == 1 || lost != lost { // NaN: s is not finite
		return float32(s)
	}
	// An even s is next to two odd neighbours: the one towards the true value.
	if (lost > 0) == (s > 0) {
		bits++
	} else {
		bits--
	}
	return float32(math.Float64frombits(bits))
}

// squares applies x = x*x + c so many times to every value, each step rounded
// once.
func squares(values []float32, c float32, steps int) {
	// Eight values at a time, because each step waits for the one before.
	for len(values) >= 8 {
		x := values[:8:8]
		for range steps {
			for i := range x {
				x[i] = fma32(x[i], x[i], c)
			}
		}
		values = values[8:]
	}
	for i := range values {
		for range steps {
			values[i] = fma32(values[i], values[i], c)
		}
	}
}
