package exec

import "math"

// execFMAF16x2 does what halves3 does without .ftz and .sat, on two halves a
// lane.
func execFMAF16x2(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	for i := range d {
		d[i] = fmaHalf(a[i]&0xffff, b[i]&0xffff, c[i]&0xffff) | fmaHalf(a[i]>>16, b[i]>>16, c[i]>>16)<<16
	}
}

// fmaHalf gives the bits of x*y + z rounded once to half. Of normal numbers the
// product, 22 bits, is exact in single. The sum is rounded to double and then to
// half. That would be wrong only where the double lies in the middle of two
// halves and has lost something: one term must then reach from the 12th bit of
// the sum to below its 53rd, or be in the middle of two halves itself while the
// other one is 2^-40 of it. The first takes 41 bits, and the second a sum beyond
// the largest half, as no half is below 2^-24.
func fmaHalf(x, y, z uint32) uint32 {
	if isNormalHalf(x) && isNormalHalf(y) && isNormalHalf(z) {
		s := math.Float64bits(float64(float32(widenHalf(x)*widenHalf(y))) + float64(widenHalf(z)))
		if exponent := s >> 52 & 0x7ff; exponent-(1023-14) < 30 {
			s += 1<<41 - 1 + s>>42&1
			return uint32(s>>48&0x8000) | uint32(s>>42&0x1fffff-(1023-15)<<10)
		}
	}
	m := floatMods{typ: typ{kindFloat, 16, 1}, mode: nearestEven}
	return uint32(m.halves3()(uint64(x), uint64(y), uint64(z)))
}

// isNormalHalf tells whether a half is no zero, subnormal, infinity or NaN.
func isNormalHalf(h uint32) bool { return (h&0x7c00+0x400)&0x7800 != 0 }

// widenHalf is the value of a normal half.
func widenHalf(h uint32) float32 {
	return math.Float32frombits(h&0x8000<<16 | h&0x7fff<<13 + (127-15)<<23)
}
