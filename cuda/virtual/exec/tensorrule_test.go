package exec

import (
	"math"
	"math/big"
)

// The slow reference of a tensor instruction's arithmetic: exact rationals, and
// the rule in the words of the papers. It shares nothing with the executor.

// slowTerm is an operand or a product, with the exponent that aligns it.
type slowTerm struct {
	value    *big.Rat
	exponent int
}

// slowFloat reads the bits of a binary format.
func slowFloat(bits uint32, exponentBits, fractionBits int) (term slowTerm, finite bool) {
	bias := 1<<(exponentBits-1) - 1
	fraction := int64(bits & (1<<fractionBits - 1))
	field := int(bits >> fractionBits & (1<<exponentBits - 1))
	exponent := field - bias
	if field == 0 {
		exponent = 1 - bias
	} else {
		fraction += 1 << fractionBits
	}
	if bits>>(exponentBits+fractionBits)&1 == 1 {
		fraction = -fraction
	}
	v := new(big.Rat).SetInt64(fraction)
	return slowTerm{v.Mul(v, ratPower(exponent-fractionBits)), exponent}, field != 1<<exponentBits-1
}

// ratPower is 2^e.
func ratPower(e int) *big.Rat {
	n := new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e)))
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

// slowDot adds products and accumulator: aligned, truncated, exact.
func slowDot(a, b []slowTerm, c slowTerm, fraction int) *big.Rat {
	terms := []slowTerm{c}
	for i := range a {
		terms = append(terms, slowTerm{new(big.Rat).Mul(a[i].value, b[i].value), a[i].exponent + b[i].exponent})
	}
	top := math.MinInt
	for _, t := range terms {
		if t.value.Sign() != 0 {
			top = max(top, t.exponent)
		}
	}
	sum := new(big.Rat)
	if top == math.MinInt {
		return sum
	}
	grain := ratPower(top - fraction)
	for _, t := range terms {
		q := new(big.Rat).Quo(t.value, grain)
		n := new(big.Int).Quo(q.Num(), q.Denom()) // toward zero
		sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt(n), grain))
	}
	return sum
}

// slowRound gives the bits of a number in a binary format: toward zero, or to
// the nearest with ties to even.
func slowRound(v *big.Rat, exponentBits, fractionBits int, nearest bool) uint32 {
	bias := 1<<(exponentBits-1) - 1
	if v.Sign() == 0 {
		return 0
	}
	size := new(big.Rat).Abs(v)
	exponent := 1 - bias
	for size.Cmp(ratPower(exponent+1)) >= 0 {
		exponent++
	}
	q := new(big.Rat).Quo(size, ratPower(exponent-fractionBits))
	n, rest := new(big.Int).QuoRem(q.Num(), q.Denom(), new(big.Int))
	twice := new(big.Int).Lsh(rest, 1)
	if c := twice.Cmp(q.Denom()); nearest && (c > 0 || c == 0 && n.Bit(0) == 1) {
		n.Add(n, big.NewInt(1))
	}
	bits := uint32(exponent+bias-1)<<fractionBits + uint32(n.Uint64())
	if infinity := uint32(1<<exponentBits-1) << fractionBits; bits > infinity {
		bits = infinity
	}
	if v.Sign() < 0 {
		bits |= 1 << (exponentBits + fractionBits)
	}
	return bits
}
