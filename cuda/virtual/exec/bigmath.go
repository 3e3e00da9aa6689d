package exec

import (
	"math"
	"math/big"
)

// Functions of big numbers, for the rare arguments whose value lies so near to
// the middle of two singles that a double cannot tell on which side. They make
// the result correctly rounded, and the same on every machine.

// bigPrecision is in bits; the reduction of the largest single by pi takes 128
// of them.
const bigPrecision = 400

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(bigPrecision).SetFloat64(x) }

func bigNew() *big.Float { return new(big.Float).SetPrec(bigPrecision) }

// series adds terms until they no longer matter. next makes the k-th term of
// the one before, from k = 1.
func series(first *big.Float, next func(term *big.Float, k int64)) *big.Float {
	sum, term := bigNew().Set(first), bigNew().Set(first)
	for k := int64(1); term.Sign() != 0 && term.MantExp(nil) > first.MantExp(nil)-bigPrecision; k++ {
		next(term, k)
		sum.Add(sum, term)
	}
	return sum
}

func scale(x *big.Float, num, den int64) {
	x.Mul(x, bigNew().SetInt64(num))
	x.Quo(x, bigNew().SetInt64(den))
}

// bigAtanh is z + z^3/3 + z^5/5 and so on.
func bigAtanh(z *big.Float) *big.Float {
	square := bigNew().Mul(z, z)
	return series(z, func(t *big.Float, k int64) {
		t.Mul(t, square)
		scale(t, 2*k-1, 2*k+1)
	})
}

// bigLn2 is 2 atanh(1/3).
func bigLn2() *big.Float {
	third := bigNew().Quo(bigFloat(1), bigFloat(3))
	return third.Mul(bigFloat(2), bigAtanh(third))
}

// bigPi is 16 atan(1/5) - 4 atan(1/239) (Machin).
func bigPi() *big.Float {
	atan := func(inverse float64) *big.Float {
		z := bigNew().Quo(bigFloat(1), bigFloat(inverse))
		square := bigNew().Mul(z, z)
		square.Neg(square)
		return series(z, func(t *big.Float, k int64) {
			t.Mul(t, square)
			scale(t, 2*k-1, 2*k+1)
		})
	}
	a := bigNew().Mul(bigFloat(16), atan(5))
	return a.Sub(a, bigNew().Mul(bigFloat(4), atan(239)))
}

// bigExp is e^y for a small y.
func bigExp(y *big.Float) *big.Float {
	return series(bigFloat(1), func(t *big.Float, k int64) {
		t.Mul(t, y)
		scale(t, 1, k)
	})
}

func bigExp2(x float64) *big.Float {
	n := math.RoundToEven(x)
	y := bigNew().Mul(bigFloat(x-n), bigLn2())
	return bigNew().SetMantExp(bigExp(y), int(n))
}

func bigLog2(x float64) *big.Float {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	z := bigNew().Quo(bigFloat(m-1), bigFloat(m+1))
	ln := z.Mul(bigFloat(2), bigAtanh(z))
	ln.Quo(ln, bigLn2())
	return ln.Add(ln, bigFloat(float64(e)))
}

// bigSine is sin(x + quarters*pi/2).
func bigSine(x float64, quarters int64) *big.Float {
	half := bigNew().Quo(bigPi(), bigFloat(2))
	n, _ := bigNew().Add(bigNew().Quo(bigFloat(x), half), bigFloat(0.5)).Int(nil)
	r := bigNew().Sub(bigFloat(x), bigNew().Mul(half, bigNew().SetInt(n)))
	quarter := new(big.Int).And(n.Add(n, big.NewInt(quarters)), big.NewInt(3)).Int64()
	square := bigNew().Mul(r, r)
	square.Neg(square)
	first, odd := r, int64(1)
	if quarter&1 == 1 {
		first, odd = bigFloat(1), 0
	}
	s := series(first, func(t *big.Float, k int64) {
		t.Mul(t, square)
		scale(t, 1, (2*k-1+odd)*(2*k+odd))
	})
	if quarter >= 2 {
		s.Neg(s)
	}
	return s
}

// bigTanh is (e^2x - 1) / (e^2x + 1), where x is not large.
func bigTanh(x float64) *big.Float {
	e := bigExp(bigFloat(2 * x))
	return bigNew().Quo(bigNew().Sub(e, bigFloat(1)), bigNew().Add(e, bigFloat(1)))
}

func bigRsqrt(x float64) *big.Float {
	return bigNew().Quo(bigFloat(1), bigNew().Sqrt(bigFloat(x)))
}
