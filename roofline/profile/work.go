package profile

// Work is what a launch computed on one math path.
type Work struct {
	// Path is the word of docs/design.md §2: "fp32", "fp64", "fp16x2", "int32",
	// "tc.fp16.fp32", …. Where the counter does not tell several paths apart it is
	// the counter's own group, such as "tc.fp4_fp6_fp8.fp32", and Paths lists what
	// it may be.
	Path string `json:"path"`
	// Paths is the paths that a grouped counter holds; empty for a single path.
	// The operations are of all of them together and must not be split.
	Paths []string `json:"paths,omitempty"`
	// Sparse tells that the operations were structured-sparse: they need a
	// ceiling of their own.
	Sparse bool `json:"sparse,omitempty"`
	// Operations are FLOPs, an FMA being 2, or integer operations.
	Operations float64 `json:"operations"`
	// Adds, Multiplies and FMAs are the thread instructions behind the operations
	// of a path that is no tensor path; missing elsewhere.
	Adds       Number `json:"adds"`
	Multiplies Number `json:"multiplies"`
	FMAs       Number `json:"fmas"`
	// Definition is how Operations was computed from which counters.
	Definition string `json:"definition"`
}

// NonFMA is the share of the instructions that are no FMA by operations:
// (add+mul)/(add+mul+2·fma). It is missing where they were not counted apart.
func (w Work) NonFMA() Number {
	add, okAdd := w.Adds.Get()
	mul, okMul := w.Multiplies.Get()
	fma, okFMA := w.FMAs.Get()
	if !okAdd || !okMul || !okFMA || add+mul+fma == 0 {
		return Missing("adds, multiplies and FMAs were not counted apart")
	}
	const flopsPerFMA = 2
	return Known((add + mul) / (add + mul + flopsPerFMA*fma))
}

// Tensor is whether the tensor cores worked, and through which instructions. On
// compute capability 10.x there are two ways: the legacy mma.sync, which the
// counters call "tensor", and tcgen05, which they call "tc". On 9.0 the two are
// HMMA (mma.sync) and HGMMA (wgmma).
type Tensor struct {
	// LegacyActivePercent is sm__pipe_tensor_cycles_active (or its _v2), of the
	// peak. On GeForce it reads half for fp32 accumulation.
	LegacyActivePercent Number `json:"legacy_active_percent"`
	// NewActivePercent is sm__pipe_tc_cycles_active; only 10.0 to 10.3 have it.
	NewActivePercent Number `json:"new_active_percent"`
	// Instructions is the warp instructions sent to the tensor pipe.
	Instructions Number `json:"instructions"`
	// LegacyOperations and NewOperations are the operations by instruction:
	// op_hmma, op_imma, op_bmma, op_dmma against op_hgmma, op_igmma, op_bgmma
	// (9.0) or op_utc* (10.x).
	LegacyOperations Number `json:"legacy_operations"`
	NewOperations    Number `json:"new_operations"`
	// Counters is every counter of the tensor cores that the report holds, by
	// name: the evidence.
	Counters []Counter `json:"counters"`
}

// Counter is one counter as the report has it, in base units.
type Counter struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Pipe is how busy one execution pipe was.
type Pipe struct {
	// Name is as NVIDIA has it: "alu", "fma", "fp64", "xu", "lsu", "tensor", ….
	Name string `json:"name"`
	// Percent of the peak of the pipe, over the cycles that Definition names.
	Percent    float64 `json:"percent"`
	Definition string  `json:"definition"` // the counter
}
