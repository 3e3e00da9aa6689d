package bench

import (
	"fmt"

	"ridgeline/cuda/arch"
	"ridgeline/results"
)

// tensorKernel is a tensor instruction whose rate is measured by chains.
type tensorKernel struct {
	name, path         string
	instruction, about string
	from               Preset
	form               operandForm
}

// The words on where an instruction is found.
const (
	onEvery  = "Every GPU with tensor cores has it: it is that of the CUDA C++ API."
	onTuring = "It needs compute capability 7.5; later ones do better with twice the k."
	onAmpere = "It needs compute capability 8.0."
)

// tensorCases are the cases that ask how fast the tensor cores are: an
// instruction for each path, and for FP16 those of each architecture.
func tensorCases() []Case {
	const (
		singles, halves = "tc.fp16.fp32", "tc.fp16.fp16"
		wmma, k8, k16   = "wmma m16n16k16", "mma.sync m16n8k8", "mma.sync m16n8k16"
	)
	var cases []Case
	for _, k := range []tensorKernel{
		{"fp16_fp32_wmma", singles, wmma, onEvery, Quick, operandForm{16, 16, 16, halfNumber, singleNumber}},
		{"fp16_fp32_k8", singles, k8, onTuring, Standard, operandForm{16, 8, 8, halfNumber, singleNumber}},
		{"fp16_fp32_k16", singles, k16, onAmpere, Standard, operandForm{16, 8, 16, halfNumber, singleNumber}},
		{"fp16_fp16_wmma", halves, wmma, onEvery, Standard, operandForm{16, 16, 16, halfNumber, halfNumber}},
		{"fp16_fp16_k8", halves, k8, onTuring, Standard, operandForm{16, 8, 8, halfNumber, halfNumber}},
		{"fp16_fp16_k16", halves, k16, onAmpere, Standard, operandForm{16, 8, 16, halfNumber, halfNumber}},
		{"bf16_fp32", "tc.bf16.fp32", k16, onAmpere, Standard, operandForm{16, 8, 16, brainNumber, singleNumber}},
		{"tf32_fp32", "tc.tf32.fp32", k8, onAmpere, Standard, operandForm{16, 8, 8, singleNumber, singleNumber}},
		{"fp64", "tc.fp64", "mma.sync m8n8k4", onAmpere, Standard, operandForm{8, 8, 4, doubleNumber, doubleNumber}},
	} {
		cases = append(cases, k.build())
	}
	return cases
}

func (k tensorKernel) build() Case {
	c := Case{
		Name:     "tensor/" + k.name,
		Family:   "tensor",
		Question: "How many operations a second can the tensor cores do on " + k.path + " by " + k.instruction + "?",
		Explanation: "Each warp has matrices of sums in registers and adds products to them by " + k.instruction + ", nothing " +
			"else: no operand is loaded, so that the rate is that of the instruction. " + k.about + " Each chain waits for its " +
			"last sum; enough warps times chains fill that wait. The elements are random small integers, and after each trip " +
			"the signs of A turn, so that the sums stay exact however long a launch is. Every sum goes into a word of its " +
			"element in every trip, by y = 5*y + bits, so that no product and no trip can be left out. What a matrix product " +
			"reaches of this rate is asked by gemm.",
		Axes: []Axis{
			{Name: chainsAxis, Values: []int64{1, 2, 4}, Meaning: "independent matrices of sums of a warp"},
			{Name: warpsAxis, Unit: "warps", Values: []int64{1, 4, 8, 0},
				Meaning: "warps resident on an SM; 0 is as many as it holds, which measures the ceiling of the path, and " +
					"a record then says how many these are"},
		},
		WorkFormula: fmt.Sprintf("operations = 2 * %d * %d * %d * chains * %d * trips * warps; bytes = %d of matrices, which stay "+
			"in cache, + %d written a warp; a block has 8 warps, or all that an SM shall hold where that is fewer",
			k.form.rows, k.form.columns, k.form.depth, tensorSteps, k.form.poolBytes(), k.form.writtenBytes()),
		Check: "exact: every element's word, on random small integers",
		recipe: recipe{
			from: k.from,
			thin: map[Preset][]span{
				Quick:    {{chainsAxis: {4}, warpsAxis: {0}}},
				Standard: {{chainsAxis: {1, 4}, warpsAxis: {4, 0}}},
			},
			symbol: func(a axes) string { return k.symbol(a[chainsAxis]) },
			layout: layout{warpsPerSM: func(a axes) int { return int(a[warpsAxis]) }},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: operandsInput, form: k.form} },
				bytes: func(axes, shape) int64 { return k.form.poolBytes() },
			}},
			output: func(_ axes, s shape) int64 { return int64(s.grid) * blockWarps * k.form.writtenBytes() },
			args:   chainArgs(nil),
			expect: k.expect,
			work:   k.work,
		},
	}
	for _, chains := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, k.symbol(chains))
	}
	return c
}

func (k tensorKernel) symbol(chains int64) string {
	return fmt.Sprintf("tensor_%s_chains%d", k.name, chains)
}

// work counts of the bytes the matrices, which stay in cache, and what is
// written.
func (k tensorKernel) work(a axes, s shape) results.Work {
	warps := float64(s.allThreads() / warpThreads)
	bytes := float64(k.form.poolBytes()) + warps*float64(k.form.writtenBytes())
	w := results.Work{
		Path:           k.path,
		Way:            arch.MMASync,
		Operations:     k.form.operations() * float64(a[chainsAxis]) * tensorSteps * float64(s.trips) * warps,
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
	if a[warpsAxis] == 0 {
		w.Measures = "path:" + k.path
	}
	return w
}
