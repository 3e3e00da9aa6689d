package arch

// The documents that the tensor rates are from, besides those in sources.go.
const (
	fromDatasheet = "derived: the peak of the data sheets over SMs and clock"
	a100Paper     = "A100 whitepaper; the data sheet's peak over SMs and clock agrees"
	adaPaper      = "Ada whitepaper 2.1 and the data sheets of L4, L40 and L40S, over SMs and clock"
	ampereSheets  = "GA102 whitepaper and the data sheets of A10 and A40, over SMs and clock"
	blackwellRTX  = "RTX Blackwell whitepaper, as used in gau-nernst/learn-cuda@1454f8b; full rate on RTX PRO 6000: " +
		"waynehacking8/blackwell-tensorcore-kernels@c289bde"
	likeFP8 = "FP4 in the kind f8f6f4 has the rate of FP8 on RTX 5060: krrishnarraj/clpeak@a68fbf0; FP6 is assumed to"
	// scaledRTX: the kinds with scales are not halved on GeForce.
	scaledRTX    = "measured on RTX 5090: gakaki/mmapeak_5090_5090d@ec02e8a"
	sparseSheets = "data sheets: twice the dense rate with 2:4 sparsity"
	doubled      = "derived: twice the dense rate with 2:4 sparsity"
	noInt4       = "the architecture has no instruction for 4-bit integers: the assembler makes two of 8 bits of each"
	b300FP4      = "derived: ademeure/QuickRunCUDA@3a9f5f2 measures 9.26 to 9.86 PFLOP/s of NVFP4 on B300"
	b300Derived  = "derived: as 10.0, which ademeure/QuickRunCUDA@3a9f5f2 measures on B300"
)

// between makes a rate that the product line decides on.
func between(low, high float64, source string) Value {
	return Value{Number: high, Low: low, Source: source}
}

// voltaTensor is reached by mma.sync m8n8k4 and wmma.
func voltaTensor() map[string]Value {
	return map[string]Value{"tc.fp16.fp16": of(1024, fromDatasheet), "tc.fp16.fp32": of(1024, fromDatasheet)}
}

// turingTensor: of GeForce with FP32 accumulators no rate was found.
func turingTensor() map[string]Value {
	const onT4 = fromDatasheet + " of T4"
	return map[string]Value{
		"tc.fp16.fp16": of(1024, onT4), "tc.fp16.fp32": of(1024, onT4), "tc.int8.int32": of(2048, fromDatasheet),
		"tc.int4.int32": of(4096, fromDatasheet+": 260 TOPS of T4"),
	}
}

func a100Tensor() map[string]Value {
	return map[string]Value{
		"tc.fp16.fp16": of(2048, a100Paper), "tc.fp16.fp32": of(2048, a100Paper), "tc.bf16.fp32": of(2048, a100Paper),
		"tc.tf32.fp32": of(1024, fromDatasheet), "tc.int8.int32": of(4096, fromDatasheet), "tc.fp64": of(128, fromDatasheet),
		"tc.int4.int32":       of(8192, fromDatasheet),
		"tc.fp16.fp32.sparse": of(4096, sparseSheets), "tc.bf16.fp32.sparse": of(4096, sparseSheets),
		"tc.tf32.fp32.sparse": of(2048, sparseSheets), "tc.int8.int32.sparse": of(8192, sparseSheets),
	}
}

func ga10xTensor() map[string]Value {
	return map[string]Value{
		"tc.fp16.fp16": of(1024, ampereSheets), "tc.fp16.fp32": between(512, 1024, ampereSheets),
		"tc.bf16.fp32": between(512, 1024, ampereSheets), "tc.tf32.fp32": between(256, 512, ampereSheets),
		"tc.int8.int32": of(2048, ampereSheets), "tc.int4.int32": of(4096, ampereSheets),
		"tc.fp16.fp32.sparse": between(1024, 2048, sparseSheets), "tc.bf16.fp32.sparse": between(1024, 2048, sparseSheets),
		"tc.tf32.fp32.sparse": between(512, 1024, sparseSheets), "tc.int8.int32.sparse": of(4096, sparseSheets),
	}
}

// adaTensor: L40 has half of what L4 and L40S have, too.
func adaTensor() map[string]Value {
	return map[string]Value{
		"tc.fp16.fp16": of(1024, adaPaper), "tc.fp16.fp32": between(512, 1024, adaPaper),
		"tc.bf16.fp32": between(512, 1024, adaPaper), "tc.tf32.fp32": between(256, 512, adaPaper),
		"tc.e4m3.fp16": of(2048, adaPaper), "tc.e4m3.fp32": between(1024, 2048, adaPaper),
		"tc.int8.int32": between(1024, 2048, adaPaper), "tc.int4.int32": between(2048, 4096, adaPaper),
		"tc.e5m2.fp16": of(2048, adaPaper), "tc.e5m2.fp32": between(1024, 2048, adaPaper),
		"tc.fp16.fp32.sparse": between(1024, 2048, sparseSheets), "tc.bf16.fp32.sparse": between(1024, 2048, sparseSheets),
		"tc.tf32.fp32.sparse": between(512, 1024, sparseSheets), "tc.int8.int32.sparse": between(2048, 4096, sparseSheets),
		"tc.e4m3.fp32.sparse": between(2048, 4096, sparseSheets),
	}
}

// hopperTensor is reached by wgmma; mma.sync reaches about 0.65 of it.
func hopperTensor() map[string]Value {
	const wgmma = fromDatasheet + ", at the tensor clock; by wgmma"
	return map[string]Value{
		"tc.fp16.fp16": missing("no rate of 9.0 with FP16 accumulators was found"),
		"tc.fp16.fp32": of(4096, wgmma), "tc.bf16.fp32": of(4096, wgmma), "tc.tf32.fp32": of(2048, wgmma),
		"tc.e4m3.fp32": of(8192, wgmma), "tc.int8.int32": of(8192, wgmma), "tc.fp64": of(256, fromDatasheet),
		"tc.e5m2.fp32":        of(8192, wgmma),
		"tc.int4.int32":       missing(noInt4),
		"tc.fp16.fp32.sparse": of(8192, sparseSheets), "tc.bf16.fp32.sparse": of(8192, sparseSheets),
		"tc.tf32.fp32.sparse": of(4096, sparseSheets), "tc.int8.int32.sparse": of(16384, sparseSheets),
		"tc.e4m3.fp32.sparse": of(16384, sparseSheets),
	}
}

// b200Tensor is reached by tcgen05; mma.sync reaches about a quarter of it.
func b200Tensor() map[string]Value {
	const tcgen05 = xlaTable + "; by tcgen05"
	return map[string]Value{
		"tc.fp16.fp16": missing("no rate of 10.0 with FP16 accumulators was found"),
		"tc.fp16.fp32": of(8192, tcgen05), "tc.bf16.fp32": of(8192, tcgen05), "tc.tf32.fp32": of(4096, tcgen05),
		"tc.e4m3.fp32": of(16384, tcgen05), "tc.int8.int32": of(16384, tcgen05), "tc.fp64": of(128, fromDatasheet),
		"tc.e5m2.fp32": of(16384, tcgen05), "tc.e2m3.fp32": of(16384, tcgen05), "tc.e2m1.fp32": of(16384, tcgen05),
		"tc.mxfp8.fp32": of(16384, tcgen05), "tc.mxfp6.fp32": of(16384, tcgen05),
		"tc.mxfp4.fp32": of(32768, tcgen05), "tc.nvfp4.fp32": of(32768, tcgen05),
		"tc.int4.int32":       missing(noInt4),
		"tc.fp16.fp32.sparse": of(16384, doubled), "tc.bf16.fp32.sparse": of(16384, doubled),
		"tc.tf32.fp32.sparse": of(8192, doubled), "tc.e4m3.fp32.sparse": of(32768, doubled),
		"tc.int8.int32.sparse": of(32768, doubled),
	}
}

func b300Tensor() map[string]Value {
	return map[string]Value{
		"tc.fp16.fp16": missing("no rate of 10.3 with FP16 accumulators was found"),
		"tc.fp16.fp32": of(8192, b300Derived), "tc.bf16.fp32": of(8192, b300Derived), "tc.tf32.fp32": of(4096, b300Derived),
		"tc.e4m3.fp32":  of(16384, b300Derived),
		"tc.int8.int32": of(480, "measured: 143 TOPS by mma.sync on B300, ademeure/QuickRunCUDA@3a9f5f2; tcgen05 has no integers there"),
		"tc.e5m2.fp32":  of(16384, b300Derived), "tc.e2m3.fp32": of(16384, b300Derived), "tc.e2m1.fp32": of(16384, b300Derived),
		"tc.mxfp8.fp32": of(16384, b300Derived), "tc.mxfp6.fp32": of(16384, b300Derived),
		"tc.mxfp4.fp32": of(49152, b300FP4), "tc.nvfp4.fp32": of(49152, b300FP4),
		"tc.int4.int32":       missing(noInt4),
		"tc.fp16.fp32.sparse": of(16384, doubled), "tc.bf16.fp32.sparse": of(16384, doubled),
		"tc.tf32.fp32.sparse": of(8192, doubled), "tc.e4m3.fp32.sparse": of(32768, doubled),
		"tc.fp64": missing("compute capability 10.3 has no FP64 tensor type: CUDA Programming Guide 5.1"),
	}
}

func gb20xTensor() map[string]Value {
	return map[string]Value{
		"tc.fp16.fp16": of(1024, blackwellRTX), "tc.fp16.fp32": between(512, 1024, blackwellRTX),
		"tc.bf16.fp32": between(512, 1024, blackwellRTX),
		"tc.tf32.fp32": between(256, 512, blackwellRTX+"; the higher is assumed to be half of BF16"),
		"tc.e4m3.fp16": of(2048, blackwellRTX), "tc.e4m3.fp32": between(1024, 2048, blackwellRTX+"; GeForce reaches the higher in the block-scaled form"),
		"tc.int8.int32": of(2048, blackwellRTX), "tc.int4.int32": missing(noInt4),
		"tc.e5m2.fp16": of(2048, blackwellRTX), "tc.e5m2.fp32": between(1024, 2048, blackwellRTX),
		"tc.e2m3.fp32": between(1024, 2048, likeFP8), "tc.e2m1.fp32": between(1024, 2048, likeFP8),
		"tc.mxfp8.fp32": of(2048, scaledRTX), "tc.mxfp6.fp32": of(2048, scaledRTX+"; assumed as mxfp8, of the same kind"),
		"tc.mxfp4.fp32": of(4096, blackwellRTX), "tc.nvfp4.fp32": of(4096, blackwellRTX),
		"tc.fp16.fp32.sparse": between(1024, 2048, doubled), "tc.bf16.fp32.sparse": between(1024, 2048, doubled),
		"tc.tf32.fp32.sparse": between(512, 1024, doubled), "tc.int8.int32.sparse": of(4096, doubled),
		"tc.e4m3.fp32.sparse": between(2048, 4096, doubled),
		"tc.fp64":             missing("compute capability 12.0 has no FP64 tensor type: CUDA Programming Guide 5.1"),
	}
}
