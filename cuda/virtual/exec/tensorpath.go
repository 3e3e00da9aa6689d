package exec

import "slices"

// tensorPaths are the math paths of the tensor cores: the type of A and that of
// the sums; sparsity is a path of its own. With scales by block the paths have the
// names of the formats: mxfp8, mxfp6, mxfp4 and nvfp4.
var tensorPaths = [...]string{
	"tc.fp16.fp32", "tc.fp16.fp16", "tc.bf16.fp32", "tc.tf32.fp32", "tc.fp64",
	"tc.e4m3.fp32", "tc.e4m3.fp16", "tc.e5m2.fp32", "tc.e5m2.fp16",
	"tc.e2m3.fp32", "tc.e2m3.fp16", "tc.e3m2.fp32", "tc.e3m2.fp16", "tc.e2m1.fp32", "tc.e2m1.fp16",
	"tc.int8.int32", "tc.int4.int32",
	"tc.mxfp8.fp32", "tc.mxfp6.fp32", "tc.mxfp4.fp32", "tc.nvfp4.fp32",
	"tc.fp16.fp32.sparse", "tc.fp16.fp16.sparse", "tc.bf16.fp32.sparse", "tc.tf32.fp32.sparse",
	"tc.e4m3.fp32.sparse", "tc.e4m3.fp16.sparse", "tc.e5m2.fp32.sparse", "tc.e5m2.fp16.sparse",
	"tc.e2m3.fp32.sparse", "tc.e2m3.fp16.sparse", "tc.e3m2.fp32.sparse", "tc.e3m2.fp16.sparse",
	"tc.e2m1.fp32.sparse", "tc.e2m1.fp16.sparse", "tc.int8.int32.sparse", "tc.int4.int32.sparse",
}

// path is where the operations are counted.
func (f *tensorForm) path() path {
	name := "tc." + f.inputName()
	switch {
	case f.element == elementF64:
	case f.element.integer():
		name += ".int32"
	case f.halfD:
		name += ".fp16"
	default:
		name += ".fp32"
	}
	if f.sparse != nil {
		name += ".sparse"
	}
	return pathTensor + path(slices.Index(tensorPaths[:], name))
}

// inputName is the type of A in a path; that of the scales where there are any.
func (f *tensorForm) inputName() string {
	if s := f.scale; s != nil {
		switch {
		case s.fourths:
			return "nvfp4"
		case f.element == elementF4:
			return "mxfp4"
		case f.element == elementE4M3 || f.element == elementE5M2:
			return "mxfp8"
		case f.element == elementE2M1:
			return "mxfp4"
		}
		return "mxfp6"
	}
	return [...]string{"fp16", "bf16", "tf32", "fp64", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "e2m1",
		"int8", "int8", "int4", "int4"}[f.element]
}
