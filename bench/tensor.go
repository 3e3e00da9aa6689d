package bench

import (
	"fmt"
	"slices"
	"strings"

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

// reached is how the kernel reaches the path, in the words of package arch.
func (k tensorKernel) reached() string {
	if k.form.block {
		return arch.TCGen05
	}
	return arch.MMASync
}

// The words on where an instruction is found.
const (
	onEvery  = "Every GPU with tensor cores has it: it is that of the CUDA C++ API."
	onTuring = "It needs compute capability 7.5; later ones do better with twice the k."
	onAmpere = "It needs compute capability 8.0."
	onAda    = "Compute capabilities 8.9 and 12 have it; 9.0 and 10 unpack to FP16 instead, and their machine code says so."
	onRTX    = "Compute capability 12 alone has it."
	int4     = " From 9.0 on nothing has it: two instructions of 8 bits stand for each."
	sparse   = " Half of A is zero in a pattern, two of four or one of two; the operations are counted as if it were dense."
	scaled   = " Each row of A and each column of B has scales for blocks of k, here of 1 and 2, or of 1 to 3."
)

// tensorCases are the cases that ask how fast the tensor cores are: an
// instruction for each path, and for some those of each architecture.
func tensorCases() []Case {
	var cases []Case
	for _, k := range slices.Concat(halfKernels(), integerKernels(), narrowKernels(), sparseKernels()) {
		cases = append(cases, k.build())
	}
	for _, k := range blockKernels() {
		cases = append(cases, k.buildBlock())
	}
	return cases
}

// halfKernels are those of FP16 and wider floats.
func halfKernels() []tensorKernel {
	const (
		singles, halves = "tc.fp16.fp32", "tc.fp16.fp16"
		wmma, k8, k16   = "wmma m16n16k16", "mma.sync m16n8k8", "mma.sync m16n8k16"
	)
	form := func(m, n, k int, element, sum numberType) operandForm {
		return operandForm{rows: m, columns: n, depth: k, element: element, sum: sum}
	}
	return []tensorKernel{
		{"fp16_fp32_wmma", singles, wmma, onEvery, Quick, form(16, 16, 16, halfNumber, singleNumber)},
		{"fp16_fp32_k8", singles, k8, onTuring, Standard, form(16, 8, 8, halfNumber, singleNumber)},
		{"fp16_fp32_k16", singles, k16, onAmpere, Standard, form(16, 8, 16, halfNumber, singleNumber)},
		{"fp16_fp16_wmma", halves, wmma, onEvery, Standard, form(16, 16, 16, halfNumber, halfNumber)},
		{"fp16_fp16_k8", halves, k8, onTuring, Standard, form(16, 8, 8, halfNumber, halfNumber)},
		{"fp16_fp16_k16", halves, k16, onAmpere, Standard, form(16, 8, 16, halfNumber, halfNumber)},
		{"bf16_fp32", "tc.bf16.fp32", k16, onAmpere, Standard, form(16, 8, 16, brainNumber, singleNumber)},
		{"tf32_fp32", "tc.tf32.fp32", k8, onAmpere, Standard, form(16, 8, 8, singleNumber, singleNumber)},
		{"fp64", "tc.fp64", "mma.sync m8n8k4", onAmpere, Standard, form(8, 8, 4, doubleNumber, doubleNumber)},
	}
}

func integerKernels() []tensorKernel {
	form := func(m, k int, element numberType) operandForm {
		return operandForm{rows: m, columns: 8, depth: k, element: element, sum: wordInteger}
	}
	const int8Path, int4Path = "tc.int8.int32", "tc.int4.int32"
	return []tensorKernel{
		{"int8_k16", int8Path, "mma.sync m8n8k16", onTuring, Standard, form(8, 16, byteInteger)},
		{"int8_k32", int8Path, "mma.sync m16n8k32", onAmpere, Standard, form(16, 32, byteInteger)},
		{"int4_k32", int4Path, "mma.sync m8n8k32", onTuring + int4, Standard, form(8, 32, nibbleInteger)},
		{"int4_k64", int4Path, "mma.sync m16n8k64", onAmpere + int4, Standard, form(16, 64, nibbleInteger)},
	}
}

// narrowKernels are those of floats of 8 bits and fewer.
func narrowKernels() []tensorKernel {
	form := func(k int, element, sum numberType, scales int) operandForm {
		return operandForm{rows: 16, columns: 8, depth: k, element: element, sum: sum, scales: scales}
	}
	const k32, k64 = "mma.sync m16n8k32", "mma.sync m16n8k64"
	return []tensorKernel{
		{"e4m3_fp32", "tc.e4m3.fp32", k32, onAda, Standard, form(32, e4m3Number, singleNumber, 0)},
		{"e4m3_fp16", "tc.e4m3.fp16", k32, onAda, Standard, form(32, e4m3Number, halfNumber, 0)},
		{"e5m2_fp32", "tc.e5m2.fp32", k32, onAda, Standard, form(32, e5m2Number, singleNumber, 0)},
		{"e2m3_fp32", "tc.e2m3.fp32", k32 + " kind::f8f6f4", onRTX, Standard, form(32, e2m3Number, singleNumber, 0)},
		{"e2m1_fp32", "tc.e2m1.fp32", k32 + " kind::f8f6f4", onRTX, Standard, form(32, e2m1Number, singleNumber, 0)},
		{"mxfp8_fp32", "tc.mxfp8.fp32", k32 + " kind::mxf8f6f4", onRTX + scaled, Standard, form(32, e4m3Number, singleNumber, 1)},
		{"mxfp6_fp32", "tc.mxfp6.fp32", k32 + " kind::mxf8f6f4", onRTX + scaled, Standard, form(32, e2m3Number, singleNumber, 1)},
		{"mxfp4_fp32", "tc.mxfp4.fp32", k64 + " kind::mxf4", onRTX + scaled, Standard, form(64, nibbleNumber, singleNumber, 2)},
		{"nvfp4_fp32", "tc.nvfp4.fp32", k64 + " kind::mxf4nvf4", onRTX + scaled, Standard, form(64, nibbleNumber, singleNumber, 4)},
	}
}

func sparseKernels() []tensorKernel {
	form := func(k int, element, sum numberType) operandForm {
		return operandForm{rows: 16, columns: 8, depth: k, element: element, sum: sum, sparse: true}
	}
	return []tensorKernel{
		{"fp16_fp32_sparse", "tc.fp16.fp32.sparse", "mma.sp m16n8k32", onAmpere + sparse, Standard, form(32, halfNumber, singleNumber)},
		{"bf16_fp32_sparse", "tc.bf16.fp32.sparse", "mma.sp m16n8k32", onAmpere + sparse, Standard, form(32, brainNumber, singleNumber)},
		{"tf32_fp32_sparse", "tc.tf32.fp32.sparse", "mma.sp m16n8k16", onAmpere + sparse, Standard, form(16, singleNumber, singleNumber)},
		{"int8_sparse", "tc.int8.int32.sparse", "mma.sp m16n8k64", onAmpere + sparse, Standard, form(64, byteInteger, wordInteger)},
		{"e4m3_fp32_sparse", "tc.e4m3.fp32.sparse", "mma.sp m16n8k64", onAda + sparse, Standard, form(64, e4m3Number, singleNumber)},
	}
}

// standardSpans are the points of the standard preset: FP16 on a few values of its
// axes, the others, of which there are many, where they measure the ceiling.
func (k tensorKernel) standardSpans() []span {
	if strings.HasPrefix(k.name, "fp16_") && !k.form.sparse {
		return []span{{chainsAxis: {1, 4}, warpsAxis: {0}}}
	}
	return []span{{chainsAxis: {4}, warpsAxis: {0}}}
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
				Standard: k.standardSpans(),
			},
			symbol: func(a axes) string { return k.symbol(a[chainsAxis]) },
			layout: layout{warpsPerSM: func(a axes) int { return int(a[warpsAxis]) }},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: operandsInput, form: k.form} },
				bytes: func(axes, shape) int64 { return k.form.poolBytes() },
			}},
			output: func(_ axes, s shape) int64 { return int64(s.grid) * blockWarps * k.form.writtenBytes() },
			args:   chainArgs(nil),
			probe:  &k,
			expect: k.expect,
			work:   k.work,
		},
	}
	for _, chains := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, k.symbol(chains))
	}
	patterns := []dataPattern{zerosPattern, constantPattern, integerPattern}
	if k.form.element <= doubleNumber && k.form.sum != halfNumber { // else the sums of such products are not exact
		patterns = append(patterns, mantissaPattern)
	}
	return withPatterns(c, span{chainsAxis: {4}, warpsAxis: {0}}, patterns...)
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
		Way:            k.reached(),
		Operations:     k.form.operations() * float64(a[chainsAxis]) * tensorSteps * float64(s.trips) * warps,
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
	if a[warpsAxis] == 0 {
		w.Measures = "path:" + k.path
	}
	return w
}
