package bench

import (
	"math"

	"ridgeline/cuda"
)

// mulAddChains is the twin of fp32Chains that does not fuse.
func mulAddChains() chainPath {
	p := fp32Chains()
	p.name, p.twin, p.shorter, p.from = "fp32_muladd", true, 2, Standard
	p.question = "What is left of the FP32 rate where a product and a sum are two instructions?"
	p.about = "The product is rounded before the sum: two instructions, FMUL and FADD, where fma/fp32 has one. The pipe " +
		"takes each of them as it takes an FMA, so that half of the FLOPs are left. Peaks of data sheets count FMAs."
	p.results = func(seeds input, steps int) []uint32 {
		words := make([]uint32, len(seeds.floats))
		for i, x := range seeds.floats {
			for range steps {
				x = float32(x*x) + squareConstant
			}
			words[i] = math.Float32bits(x)
		}
		return words
	}
	p.thin = onlyCeiling()
	return p
}

func fp32x2Chains() chainPath {
	return chainPath{
		path: "fp32x2", from: Standard, opcode: "FFMA2", shorter: 2,
		question: "How many FP32 operations a second can the SMs do by packed instructions?",
		step:     "x = x*x + c on each of two floats",
		about: "Compute capability 10.0 brought an instruction for two FMAs. It takes the pipe for both: the rate is that " +
			"of fma/fp32, and what it saves are issue slots, for other instructions. It needs compute capability 10.0; for " +
			"11.0 and 12.x the assembler makes two FMAs of it, and a record then says that it is emulated.",
		seeds:     pairSeedsInput,
		seedBytes: 8, operations: 4,
		constants: []cuda.Arg{cuda.ArgF32(squareConstant)},
		results: func(seeds input, steps int) []uint32 {
			values := append([]float32(nil), seeds.floats...)
			squares(values, squareConstant, steps)
			words := make([]uint32, len(values)/2)
			for i := range words {
				words[i] = math.Float32bits(values[2*i]) ^ math.Float32bits(values[2*i+1])
			}
			return words
		},
		thin: onlyCeiling(),
	}
}

// brainConstants are the c of each half, the low one in the low 16 bits: -1.84375
// and -1.984375. The chains of BF16 run in circles, of 31 and of 21 values with
// these.
const brainConstants = 0xBFFEBFEC

func bf16x2Chains() chainPath {
	return chainPath{
		path: "bf16x2", from: Standard, opcode: "HFMA2.BF16_V2",
		question: "How many BF16 operations a second can the SMs do outside of the tensor cores?",
		step:     "x = x*x + c on each of two BF16 numbers",
		about: "Two numbers lie in one register, and one instruction does both. It needs compute capability 8.0. There are " +
			"few BF16 values, so that chains run in circles; the constants are those with long ones.",
		seeds:     brainSeedsInput,
		seedBytes: 4, operations: 4,
		constants: []cuda.Arg{cuda.ArgU32(brainConstants)},
		results: func(seeds input, steps int) []uint32 {
			return halfSquares(seeds, steps, brain16(), brainConstants)
		},
		thin: onlyCeiling(),
	}
}

// dotFactors are the four bytes that the chains of dot products multiply by.
const dotFactors = 0x35A7C96D

func dp4aChains() chainPath {
	return chainPath{
		path: "dp4a", from: Standard, opcode: "IDP.4A",
		question: "How many products of bytes a second can the SMs add up outside of the tensor cores?",
		step:     "x = x + x0*a0 + x1*a1 + x2*a2 + x3*a3 modulo 2^32, of the bytes of x and a",
		about: "One instruction multiplies four pairs of bytes and adds the products to a sum: 8 operations. It was made " +
			"for neural networks before there were tensor cores for integers.",
		seeds:     wordSeedsInput,
		seedBytes: 4, operations: 8,
		constants: []cuda.Arg{cuda.ArgU32(dotFactors)},
		results: func(seeds input, steps int) []uint32 {
			words := append([]uint32(nil), seeds.words...)
			for i, x := range words {
				for range steps {
					x = addDot(x, dotFactors)
				}
				words[i] = x
			}
			return words
		},
		thin: onlyCeiling(),
	}
}

// addDot is x and the products of the bytes of x and a, modulo 2^32.
func addDot(x, a uint32) uint32 {
	return x + (x&255)*(a&255) + (x>>8&255)*(a>>8&255) + (x>>16&255)*(a>>16&255) + (x>>24)*(a>>24)
}
