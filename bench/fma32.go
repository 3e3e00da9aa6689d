package bench

import "math"

// smallestNormal is the least float32 with a full significand.
const smallestNormal = 0x1p-126

// fma32 is a*b + c rounded once to float32, ties to even: what fma.rn.f32
// computes.
//
// The product of two floats is exact in float64, and the sum is rounded to
// float64. Rounding that to float32 once more is right unless the sum came to
// lie on a tie, half way between two floats (the lower 29 bits of its
// significand are 1000...): then the part that was lost decides. Among the
// subnormal floats the ties lie elsewhere.
//
// Fusing the product into the sum would not change a bit, the product being
// exact, so that the result does not depend on what the compiler fuses.
func fma32(a, b, c float32) float32 {
	s := float64(a)*float64(b) + float64(c)
	if offTie(s) {
		return float32(s)
	}
	return fma32Odd(a, b, c)
}

// offTie tells whether a sum is half way between no two floats.
func offTie(s float64) bool {
	return math.Float64bits(s)<<35 != 1<<63 && math.Abs(s) >= smallestNormal
}

// fma32Odd is fma32 for every input. The sum is rounded to odd: when it is not
// exact, its last bit is made 1, on the side of the true value. Float64 has more
// than two bits to spare over float32, and the second rounding is then right
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008).
func fma32Odd(a, b, c float32) float32 {
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
	for len(values) >= 4 {
		squares4((*[4]float32)(values), c, steps)
		values = values[4:]
	}
	for i := range values {
		for range steps {
			values[i] = fma32(values[i], values[i], c)
		}
	}
}

// squares4 is squares of four values at a time, in registers and with fma32
// written out: each step waits for the one before, and the values fill each
// other's wait.
func squares4(values *[4]float32, c float32, steps int) {
	x0, x1, x2, x3 := values[0], values[1], values[2], values[3]
	for range steps {
		s0 := float64(x0)*float64(x0) + float64(c)
		s1 := float64(x1)*float64(x1) + float64(c)
		s2 := float64(x2)*float64(x2) + float64(c)
		s3 := float64(x3)*float64(x3) + float64(c)
		if !(offTie(s0) && offTie(s1) && offTie(s2) && offTie(s3)) {
			x0, x1, x2, x3 = fma32Odd(x0, x0, c), fma32Odd(x1, x1, c), fma32Odd(x2, x2, c), fma32Odd(x3, x3, c)
			continue
		}
		x0, x1, x2, x3 = float32(s0), float32(s1), float32(s2), float32(s3)
	}
	*values = [4]float32{x0, x1, x2, x3}
}
