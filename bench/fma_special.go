package bench

import (
	"math"

	"ridgeline/cuda"
	"ridgeline/kernels/sass"
)

// specialMask are the bits of a state of the chains of special functions.
const specialMask = 0x7f8000

// specialFunction is an approximate function of the unit that has them.
type specialFunction struct {
	name, words string
	opcode      sass.Pattern
	of          func(float64) float64
	// flip makes the bits of the argument from a state, and shift a state from the bits
	// of a result: so that all states lead to one circle, of a prime number
	// of states.
	flip, shift uint32
}

// specialFunctions are those whose chains are measured.
func specialFunctions() []specialFunction {
	return []specialFunction{
		{"ex2", "2^x", "MUFU.EX2", math.Exp2, 0x3f820000, 0x194340},
		{"rsqrt", "1/sqrt(x)", "MUFU.RSQ", func(x float64) float64 { return 1 / math.Sqrt(x) }, 0x3fdb0000, 0x91268},
		{"sin", "sin(x)", "MUFU.SIN", math.Sin, 0x3ec30000, 0x29c870},
	}
}

// specialChains: whatever the error of a result is within the bound of the PTX ISA, the
// states are the same (kernels/fma/special.cu), and the check is exact.
func specialChains() []chainPath {
	var paths []chainPath
	for _, f := range specialFunctions() {
		paths = append(paths, f.chains())
	}
	return paths
}

func (f specialFunction) chains() chainPath {
	return chainPath{
		name: f.name, path: "sfu", from: Standard, opcode: f.opcode, shorter: 4,
		question: "How many " + f.words + " a second can the SMs compute?",
		step:     "y = " + f.words + ", and the next x of the upper bits of y",
		about: "The unit for special functions has 16 lanes an SM on most architectures, an eighth of those for FP32. What " +
			"makes x of y are an addition and a logic operation, on pipes that have the time for it. A result may differ " +
			"within a bound from GPU to GPU; the 256 numbers that x can be are such that no error within it changes the " +
			"next x.",
		seeds:     wordSeedsInput,
		seedBytes: 4, operations: 1,
		constants: []cuda.Arg{cuda.ArgU32(f.flip), cuda.ArgU32(f.shift)},
		results: func(seeds input, steps int) []uint32 {
			next := f.table()
			words := make([]uint32, len(seeds.words))
			for i, w := range seeds.words {
				state := specialState(w + f.shift)
				for range steps {
					state = next[state]
				}
				words[i] = uint32(state) << specialShift
			}
			return words
		},
		thin: onlyCeiling(),
	}
}

// specialShift is where the lowest bit of a state stands.
const specialShift = 15

func specialState(word uint32) uint8 { return uint8(word & specialMask >> specialShift) }

// table is the state after each state.
func (f specialFunction) table() (next [256]uint8) {
	for i := range next {
		next[i] = specialState(f.result(uint8(i)) + f.shift)
	}
	return next
}

// result are the bits of the function at a state.
func (f specialFunction) result(state uint8) uint32 {
	x := math.Float32frombits(uint32(state)<<specialShift ^ f.flip)
	return math.Float32bits(float32(f.of(float64(x))))
}
