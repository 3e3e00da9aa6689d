package exec

import "math"

// execFMAF16x2 does what halves3 does without .ftz and .sat, on two halves a
// lane. The product of two halves is exact in double; where their sum with the
// third is too, one rounding to half remains, and what is not goes the long way.
func execFMAF16x2(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	for i := range d {
		d[i] = fmaHalf(a[i]&0xffff, b[i]&0xffff, c[i]&0xffff) | fmaHalf(a[i]>>16, b[i]>>16, c[i]>>16)<<16
	}
}

// fmaHalf gives the bits of x*y + z rounded once to half.
func fmaHalf(x, y, z uint32) uint32 {
	p, q := float64(halfNumber(x).value*halfNumber(y).value), halfNumber(z).value
	s := p + q
	t := s - p
	if lost := (p - (s - t)) + (q - t); lost != 0 || s == 0 || math.IsInf(s, 0) || s != s {
		m := floatMods{typ: typ{kindFloat, 16, 1}, mode: nearestEven}
		return uint32(m.halves3()(uint64(x), uint64(y), uint64(z)))
	}
	return roundToHalf(s)
}
