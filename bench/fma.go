package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ridgeline/cuda"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// squareConstant is the c of x = x*x + c. With inputs in [-1, 1) every x stays
// within 1.83, and the orbits are long: 1024 seeds still end on some 900
// different values after a million steps, so that a step too few is seen.
const squareConstant = -1.5

// chainsAxis is the axis of the independent chains of a thread.
const chainsAxis = "chains"

// chainPath is a math path whose pipe is measured by chains.
type chainPath struct {
	// name is that of the case where it is not that of the path.
	name                        string
	path, question, step, about string
	// shorter is how many times fewer steps a trip has than those of FP32, where a
	// step is several instructions; 0 is once.
	shorter int
	// twin is true where the case is there to compare with another one, and measures
	// no ceiling.
	twin bool
	// opcode is what the machine code must hold, lest the path be emulated; empty
	// where no target does.
	opcode     sass.Pattern
	from       Preset
	seeds      inputKind
	seedBytes  int64
	operations float64 // of a step
	constants  []cuda.Arg
	// results are the words that the chains from each seed end on.
	results func(seeds input, steps int) []uint32
	thin    map[Preset][]span
}

// fmaCases are the cases that ask how fast the pipes are.
func fmaCases() []Case {
	var cases []Case
	for _, p := range slices.Concat(
		[]chainPath{fp32Chains(), fp64Chains(), fp16x2Chains(), int32Chains(), mulAddChains(), fp32x2Chains(), bf16x2Chains(), dp4aChains()},
		specialChains(),
	) {
		cases = append(cases, p.build())
	}
	return cases
}

func fp32Chains() chainPath {
	return chainPath{
		path: "fp32", from: Quick,
		question:  "How many FP32 operations a second can the SMs do, and how much parallelism does that take?",
		step:      "x = x*x + c",
		about:     "The step is quadratic, so that no compiler can fold it.",
		seeds:     floatSeedsInput,
		seedBytes: 4, operations: 2,
		constants: []cuda.Arg{cuda.ArgF32(squareConstant)},
		results: func(seeds input, steps int) []uint32 {
			values := append([]float32(nil), seeds.floats...)
			squares(values, squareConstant, steps)
			return bitsOf(values)
		},
		thin: map[Preset][]span{
			Quick:    {{chainsAxis: {8}, warpsAxis: {0}}, {chainsAxis: {1}, warpsAxis: {1}}},
			Standard: {{chainsAxis: {1, 4, 8}, warpsAxis: {1, 8, 0}}},
		},
	}
}

func fp64Chains() chainPath {
	return chainPath{
		path: "fp64", from: Quick,
		question: "How many FP64 operations a second can the SMs do?",
		step:     "x = x*x + c in double precision",
		about: "GPUs for computing have half as many FP64 lanes as FP32 lanes; the others have two an SM, so that " +
			"programs run, and an FP64 instruction of a warp then takes 16 cycles or more.",
		seeds:     doubleSeedsInput,
		seedBytes: 8, operations: 2,
		constants: []cuda.Arg{cuda.ArgF64(squareConstant)},
		results: func(seeds input, steps int) []uint32 {
			words := make([]uint32, len(seeds.doubles))
			for i, x := range seeds.doubles {
				words[i] = foldDouble(squares64(x, steps))
			}
			return words
		},
		thin: onlyCeiling(),
	}
}

// halfConstants are the c of each half, the low one in the low 16 bits:
// -1.556640625 and -1.7080078125. The chains of FP16 run in circles, of 147 and
// of 106 values with these, so that a number of steps that is wrong is seen
// unless it is so by a multiple of 15582.
const halfConstants = 0xBED5BE3A

func fp16x2Chains() chainPath {
	return chainPath{
		path: "fp16x2", from: Quick,
		question: "How many FP16 operations a second can the SMs do outside of the tensor cores?",
		step:     "x = x*x + c on each of two halves",
		about: "Two halves lie in one register, and one instruction does both. There are few FP16 values, so that chains " +
			"run in circles; the constants are those with long ones.",
		seeds:     halfSeedsInput,
		seedBytes: 4, operations: 4,
		constants: []cuda.Arg{cuda.ArgU32(halfConstants)},
		results: func(seeds input, steps int) []uint32 {
			return halfSquares(seeds, steps, half16(), halfConstants)
		},
		thin: onlyCeiling(),
	}
}

// The step of the integer chains: the multiplier and the increment of
// "Numerical Recipes", whose orbit has all 2^32 values.
const (
	multiplier = 1664525
	increment  = 1013904223
)

func int32Chains() chainPath {
	return chainPath{
		path: "int32", from: Quick,
		question: "How many 32-bit multiply-adds a second can the SMs do?",
		step:     "x = a*x + c modulo 2^32",
		about: "A multiply-add counts as two operations, as an FMA does. On most architectures it is half as fast as " +
			"FP32. Additions have a pipe of their own and are not measured here.",
		seeds:     wordSeedsInput,
		seedBytes: 4, operations: 2,
		constants: []cuda.Arg{cuda.ArgU32(multiplier), cuda.ArgU32(increment)},
		results: func(seeds input, steps int) []uint32 {
			a, c := affinePower(multiplier, increment, steps)
			words := make([]uint32, len(seeds.words))
			for i, x := range seeds.words {
				words[i] = a*x + c
			}
			return words
		},
		thin: onlyCeiling(),
	}
}

// onlyCeiling is the one point of a path that is its ceiling.
func onlyCeiling() map[Preset][]span {
	return map[Preset][]span{
		Quick:    {{chainsAxis: {8}, warpsAxis: {0}}},
		Standard: {{chainsAxis: {1, 8}, warpsAxis: {8, 0}}},
	}
}

func (p chainPath) build() Case {
	c := Case{
		Name:     "fma/" + p.caseName(),
		Family:   "fma",
		Question: p.question,
		Explanation: "Each thread runs independent chains of " + p.step + " in registers. " + p.about + " A chain waits " +
			"for its last result, some cycles, before it can go on: enough warps times chains fill that wait, and the rate " +
			"is then the pipe's own. Where one warp an SM with one chain does not fill it, the rate is what the latency " +
			"allows: the GPU is then fully busy and far below its peak. The bits of every chain go into the word that is " +
			"stored and compared, so no step can be left out.",
		Axes: []Axis{
			{Name: chainsAxis, Values: []int64{1, 2, 4, 8}, Meaning: "independent chains in a thread"},
			{Name: warpsAxis, Unit: "warps", Values: []int64{1, 8, 16, 0},
				Meaning: "warps resident on an SM; 0 is as many as it holds, which measures the ceiling of the path, and " +
					"a record then says how many these are"},
		},
		WorkFormula: fmt.Sprintf("operations = %g * chains * steps * trips * threads, with steps = %d, %d, %d, %d for 1, 2, "+
			"4, 8 chains; bytes = %d of seeds, which stay in cache, + 4 written a thread; a block has 256 threads, or 32 "+
			"where an SM holds one warp", p.operations, p.steps(1), p.steps(2), p.steps(4), p.steps(8), seedValues*p.seedBytes),
		Check: "exact: every thread's XOR of the bits of its chains, on random seeds",
		recipe: recipe{
			from:   p.from,
			thin:   p.thin,
			opcode: p.opcode,
			symbol: func(a axes) string { return p.symbol(a[chainsAxis]) },
			layout: layout{warpsPerSM: func(a axes) int { return int(a[warpsAxis]) }},
			inputs: []feed{seeded(p.seeds, p.seedBytes)},
			output: perThreadOutput,
			args:   chainArgs(p.constants),
			expect: p.expect,
			work:   p.work,
		},
	}
	for _, chains := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, p.symbol(chains))
	}
	return c
}

func (p chainPath) caseName() string { return cmp.Or(p.name, p.path) }

func (p chainPath) symbol(chains int64) string {
	return fmt.Sprintf("fma_%s_chains%d", p.caseName(), chains)
}

// chainArgs are the arguments of a kernel with an input, an output, constants
// and a trip count.
func chainArgs(constants []cuda.Arg) func(axes, shape, []cuda.Ptr, cuda.Ptr) []cuda.Arg {
	return func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
		args := append([]cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out)}, constants...)
		return append(args, cuda.ArgU32(uint32(s.trips)))
	}
}

// steps is how many steps each chain does in a trip (kernels/fma/*.cu).
func (p chainPath) steps(chains int64) int {
	shorter := max(1, p.shorter)
	switch chains {
	case 1:
		return 512 / shorter
	case 2, 4:
		return 256 / shorter
	default:
		return 128 / shorter
	}
}

// work counts only the words written and the table of seeds, which stays in
// cache.
func (p chainPath) work(a axes, s shape) results.Work {
	steps := float64(p.steps(a[chainsAxis])) * float64(s.trips)
	bytes := float64(seedValues*p.seedBytes) + s.writtenBytes()
	w := results.Work{
		Path:           p.path,
		Operations:     p.operations * float64(a[chainsAxis]) * steps * float64(s.allThreads()),
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
	if a[warpsAxis] == 0 && !p.twin {
		w.Measures = "path:" + p.path
	}
	return w
}

func (p chainPath) expect(a axes, s shape, in []input) expectation {
	chains := int(a[chainsAxis])
	ends := p.results(in[0], p.steps(a[chainsAxis])*s.trips)
	return perThread(s, func(block, thread int) uint32 {
		var word uint32
		first := (block*blockThreads + thread) * chains
		for k := range chains {
			word ^= ends[(first+k)%seedValues]
		}
		return word
	})
}

// squares64 applies x = x*x + c so many times, each step rounded once.
func squares64(x float64, steps int) float64 {
	for range steps {
		x = math.FMA(x, x, squareConstant)
	}
	return x
}

// affinePower gives the A and C of A*x + C, which is so many steps of a*x + c
// modulo 2^32, by squaring.
func affinePower(a, c uint32, steps int) (power, sum uint32) {
	power, sum = 1, 0
	for ; steps > 0; steps >>= 1 {
		if steps&1 == 1 {
			power, sum = a*power, a*sum+c
		}
		a, c = a*a, a*c+c
	}
	return power, sum
}
