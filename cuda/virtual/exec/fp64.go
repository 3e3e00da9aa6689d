package exec

import (
	"math"
	"math/big"
)

// fma64 computes a*b+c with one rounding.
func fma64(a, b, c uint64, mode rounding) uint64 {
	r := math.FMA(f64(a), f64(b), f64(c))
	if r != r {
		return nanOf(a, b, c)
	}
	if mode == nearestEven || !finite64(a) || !finite64(b) || !finite64(c) {
		return b64(r)
	}
	exact := exactly(f64(a))
	exact.Mul(exact, exactly(f64(b)))
	if exact.Sign() == 0 && f64(c) == 0 {
		return zeros64((a^b)>>63, c>>63, mode)
	}
	exact.Add(exact, exactly(f64(c)))
	if exact.Sign() == 0 {
		return zeroSum(mode) << 63
	}
	return directed64(r, exact, mode)
}

// zeros64 is the sum of two zeros with these signs.
func zeros64(p, c uint64, mode rounding) uint64 {
	if p == c {
		return p << 63
	}
	return zeroSum(mode) << 63
}

func add64(a, b uint64, mode rounding) uint64 {
	r := f64(a) + f64(b)
	if r != r {
		return nanOf(a, b)
	}
	if mode == nearestEven || !finite64(a) || !finite64(b) {
		return b64(r)
	}
	if f64(a) == 0 && f64(b) == 0 {
		return zeros64(a>>63, b>>63, mode)
	}
	exact := exactly(f64(a))
	exact.Add(exact, exactly(f64(b)))
	if exact.Sign() == 0 {
		return zeroSum(mode) << 63
	}
	return directed64(r, exact, mode)
}

func mul64(a, b uint64, mode rounding) uint64 {
	r := f64(a) * f64(b)
	if r != r {
		return nanOf(a, b)
	}
	if mode == nearestEven || !finite64(a) || !finite64(b) || f64(a) == 0 || f64(b) == 0 {
		return b64(r)
	}
	exact := exactly(f64(a))
	return directed64(r, exact.Mul(exact, exactly(f64(b))), mode)
}

// div64 compares the dividend with quotient times divisor.
func div64(a, b uint64, mode rounding) uint64 {
	q := f64(a) / f64(b)
	if q != q {
		return nanOf(a, b)
	}
	if mode == nearestEven || !finite64(a) || !finite64(b) || f64(a) == 0 || f64(b) == 0 {
		return b64(q)
	}
	if math.IsInf(q, 0) {
		return step64(b64(q), pick(q > 0, -1, 1), mode)
	}
	product := exactly(q)
	side := exactly(f64(a)).Cmp(product.Mul(product, exactly(f64(b))))
	if math.Signbit(f64(b)) {
		side = -side
	}
	return step64(b64(q), side, mode)
}

func sqrt64(a uint64, mode rounding) uint64 {
	r := math.Sqrt(f64(a))
	if r != r {
		return nanOf(a)
	}
	if mode == nearestEven || r == 0 || math.IsInf(r, 0) {
		return b64(r)
	}
	square := exactly(r)
	return step64(b64(r), exactly(f64(a)).Cmp(square.Mul(square, square)), mode)
}

// directed64 moves the nearest value r to the one that the mode wants.
func directed64(r float64, exact *big.Float, mode rounding) uint64 {
	side := pick(r > 0, -1, 1) // an overflow: the exact value is finite
	if !math.IsInf(r, 0) {
		side = exact.Cmp(exactly(r))
	}
	return step64(b64(r), side, mode)
}

func minMax64(a, b uint64, largest, propagate bool) uint64 {
	switch {
	case isNaN64(a) && isNaN64(b), propagate && (isNaN64(a) || isNaN64(b)):
		return nan64
	case isNaN64(a):
		return b
	case isNaN64(b):
		return a
	}
	if (ordered64(a) < ordered64(b)) == largest {
		return b
	}
	return a
}

func ordered64(b uint64) int64 {
	if b>>63 != 0 {
		return -int64(b&^(1<<63)) - 1
	}
	return int64(b)
}
