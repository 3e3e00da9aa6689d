package arch

// Accumulation is how the tensor cores of an architecture add up the products of
// an instruction whose order and rounding of sums the ISA leaves open: the
// products of a step and the sum so far are aligned to the largest exponent among
// them, each is cut to so many bits, all are added exactly, and the sum is cut to
// FP32 or rounded to the nearest FP16.
type Accumulation struct {
	FractionBits int // of each term, below the leading bit of the largest
	Step         int // products that are added at once
	// ResultBits are the fraction bits of a sum in FP32: 23, or 13 where the cores
	// keep no more.
	ResultBits int
	Source     string
}

// measuredSums is where the rules are from.
const measuredSums = "Li et al., MMA-Sim, arXiv:2511.10909, microsoft/MMA-Sim@16a0188, measured on each architecture; " +
	"FP16 on 7.0 to 9.0 also Fasi et al., PeerJ CS 7:e330"

// newestRule is the capability that decides where none is given, as 0.0.
const newestRule = 100

// Accumulate is the rule of a compute capability for elements of so many bits in A
// and B, reached by one way. narrow is true of the 8-bit floats and narrower ones.
//
// From 9.0 on the products of an instruction of 32 bytes of A's row are added at
// once, on 7.5 to 8.9 those of 16 bytes, and on 7.0 of 8: there follow the k4 and
// k8 of the machine instructions. Where mma.sync has no 8-bit floats of its own,
// the assembler makes FP16 of them: their steps are those of FP16.
func Accumulate(major, minor int, elementBits int, narrow bool, way string) Accumulation {
	n := 10*major + minor
	if n == 0 {
		n = newestRule
	}
	rule := Accumulation{FractionBits: 25, Step: 256 / elementBits, ResultBits: 23, Source: measuredSums}
	switch {
	case n < 75:
		rule.FractionBits, rule.Step = 23, 64/elementBits
	case n < 90:
		rule.FractionBits, rule.Step = 24, 128/elementBits
	}
	switch {
	case narrow && (n == 89 || n == 90 && way == WGMMA):
		rule.FractionBits, rule.ResultBits = 13, 13
	case narrow && (n >= 90 && n < 120 && way == MMASync):
		rule.Step = 16
	}
	return rule
}
