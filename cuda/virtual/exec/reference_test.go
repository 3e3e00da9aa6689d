package exec

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// refFormat is a float format for the reference arithmetic, which works on
// exact rational numbers and shares nothing with the code under test.
type refFormat struct {
	precision, minimum, maximum int // bits with the hidden one; exponents
}

var (
	ref16  = refFormat{11, -14, 15}
	refB16 = refFormat{8, -126, 127}
	ref32  = refFormat{24, -126, 127}
	ref64  = refFormat{53, -1022, 1023}
)

// round gives the value of the format that the mode wants. A zero is positive
// unless negative is set.
func (f refFormat) round(exact *big.Rat, mode rounding, negative bool) float64 {
	if exact.Sign() != 0 {
		negative = exact.Sign() < 0
	}
	q := f.quantum(exact)
	scaled := new(big.Rat).Abs(exact)
	scaled.Mul(scaled, power(-q))
	n, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	half := rest.Lsh(rest, 1).Cmp(scaled.Denom())
	return f.finish(n, q, rest.Sign() != 0, half, mode, negative)
}

// finish rounds n, in units of 2^q, with an inexact rest that compares so with
// one half.
func (f refFormat) finish(n *big.Int, q int, inexact bool, half int, mode rounding, negative bool) float64 {
	up := mode == towardPositive && !negative || mode == towardNegative && negative
	if mode == nearestEven {
		up = half > 0 || half == 0 && n.Bit(0) == 1
	}
	if inexact && up {
		n.Add(n, big.NewInt(1))
	}
	v, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(n), q).Float64()
	if limit := math.Ldexp(2-math.Ldexp(1, 1-f.precision), f.maximum); v > limit || math.IsInf(v, 0) {
		v = math.Inf(1)
		if mode == towardZero || mode == towardPositive && negative || mode == towardNegative && !negative {
			v = limit
		}
	}
	if negative {
		return -v
	}
	return v
}

// quantum is the exponent of the last place of a value near x.
func (f refFormat) quantum(x *big.Rat) int {
	e := f.minimum
	if x.Sign() != 0 {
		abs := new(big.Rat).Abs(x)
		k := abs.Num().BitLen() - abs.Denom().BitLen()
		if abs.Cmp(power(k)) < 0 {
			k--
		}
		e = max(e, k)
	}
	return e - f.precision + 1
}

// sqrt rounds the root of x.
func (f refFormat) sqrt(x *big.Rat, mode rounding) float64 {
	e := x.Num().BitLen() - x.Denom().BitLen()
	q := max(e/2-2, f.minimum) - f.precision - 3
	y := new(big.Rat).Mul(x, power(-2*q))
	n := new(big.Int).Sqrt(new(big.Int).Quo(y.Num(), y.Denom()))
	root := new(big.Rat).SetInt(n)
	if new(big.Rat).Mul(root, root).Cmp(y) != 0 {
		root.Add(root, big.NewRat(1, 2)) // anything between n and n+1 rounds alike
	}
	return f.round(root.Mul(root, power(q)), mode, false)
}

func power(e int) *big.Rat {
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e)))
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func finiteAll(v ...float64) bool {
	for _, x := range v {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return false
		}
	}
	return true
}

// refFMA gives a*b+c; operands that are not finite make the mode irrelevant.
func (f refFormat) refFMA(a, b, c float64, mode rounding) float64 {
	if !finiteAll(a, b, c) {
		return math.FMA(a, b, c)
	}
	product := new(big.Rat).Mul(rat(a), rat(b))
	sum := new(big.Rat).Add(product, rat(c))
	negative := mode == towardNegative
	pNegative := math.Signbit(a) != math.Signbit(b)
	if product.Sign() == 0 && c == 0 && pNegative == math.Signbit(c) {
		negative = pNegative
	}
	return f.round(sum, mode, negative)
}

func (f refFormat) refMul(a, b float64, mode rounding) float64 {
	if !finiteAll(a, b) {
		return a * b
	}
	return f.round(new(big.Rat).Mul(rat(a), rat(b)), mode, math.Signbit(a) != math.Signbit(b))
}

func (f refFormat) refDiv(a, b float64, mode rounding) float64 {
	if !finiteAll(a, b) || b == 0 {
		return a / b
	}
	return f.round(new(big.Rat).Quo(rat(a), rat(b)), mode, math.Signbit(a) != math.Signbit(b))
}

func (f refFormat) refSqrt(a float64, mode rounding) float64 {
	if !finiteAll(a) || a <= 0 {
		return math.Sqrt(a)
	}
	return f.sqrt(rat(a), mode)
}

// bits32 of a reference result; every NaN is the canonical one.
func refBits32(x float64) uint64 {
	if x != x {
		return nan32
	}
	return uint64(math.Float32bits(float32(x)))
}

// hard32 gives operands that are hard: special values, subnormals, neighbours
// of powers of two, and random bits.
func hard32(r *rand.Rand) uint64 {
	special := [...]uint64{0, sign, pInf32, nInf32, nan32, one32, min32, max32, 0x007fffff, 0x00800000, 0x3f7fffff, 0x3f800001}
	switch r.IntN(6) {
	case 0:
		return special[r.IntN(len(special))] ^ uint64(r.IntN(2))<<31
	case 1:
		return uint64(r.IntN(2))<<31 | r.Uint64N(1<<23)
	case 2:
		return uint64(r.IntN(2))<<31 | (120+r.Uint64N(14))<<23 | (r.Uint64N(5)-2)&0x7fffff
	case 3:
		return uint64(r.IntN(2))<<31 | (110+r.Uint64N(30))<<23 | r.Uint64N(1<<23)
	}
	return uint64(r.Uint32())
}

func hard64(r *rand.Rand) uint64 {
	special := [...]uint64{0, 1 << 63, 0x7ff << 52, nan64, 0x3ff << 52, 1, 1<<52 - 1, 1 << 52, 0x7ff<<52 - 1, 0x3ff<<52 + 1, 0x3ff<<52 - 1}
	switch r.IntN(6) {
	case 0:
		return special[r.IntN(len(special))] ^ r.Uint64N(2)<<63
	case 1:
		return r.Uint64N(2)<<63 | r.Uint64N(1<<52)
	case 2:
		return r.Uint64N(2)<<63 | (1000+r.Uint64N(40))<<52 | (r.Uint64N(5)-2)&(1<<52-1)
	case 3:
		return r.Uint64N(2)<<63 | (1000+r.Uint64N(50))<<52 | r.Uint64N(1<<52)
	}
	return r.Uint64()
}
