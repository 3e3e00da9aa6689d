package virtual

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/spec"
)

// pathKernel is a shipped kernel that measures a math path.
type pathKernel struct {
	path, module, entry string
	perWarp             float64 // operations of a warp in a trip
	constants           []cuda.Arg
	from                int // compute capability
	trips               [2]uint32
}

// pathKernels are the kernels of the ceilings; work in a trip is that of 8 chains
// of 128 steps, and of 4 chains of 16 tensor instructions.
func pathKernels() []pathKernel {
	const step, steps = 32, 8 * 128
	few, more := [2]uint32{1, 3}, [2]uint32{4, 12}
	kernels := []pathKernel{
		{"fp32", "fma.sm_70", "fma_fp32_chains8", 2 * step * steps, []cuda.Arg{cuda.ArgF32(-1.5)}, 70, few},
		{"fp64", "fma_fp64.sm_70", "fma_fp64_chains8", 2 * step * steps, []cuda.Arg{cuda.ArgF64(-1.5)}, 70, few},
		{"fp16x2", "fma_fp16x2.sm_70", "fma_fp16x2_chains8", 4 * step * steps, []cuda.Arg{cuda.ArgU32(0xBED5BE3A)}, 70, few},
		{"int32", "fma_int32.sm_70", "fma_int32_chains8", 2 * step * steps, []cuda.Arg{cuda.ArgU32(1664525), cuda.ArgU32(1013904223)}, 70, few},
		{"fp32x2", "fma_fp32x2.sm_100", "fma_fp32x2_chains8", 4 * step * steps / 2, []cuda.Arg{cuda.ArgF32(-1.5)}, 100, few},
		{"bf16x2", "fma_bf16x2.sm_80", "fma_bf16x2_chains8", 4 * step * steps, []cuda.Arg{cuda.ArgU32(0xBFFEBFEC)}, 80, few},
		{"dp4a", "fma_dp4a.sm_70", "fma_dp4a_chains8", 8 * step * steps, []cuda.Arg{cuda.ArgU32(0x35A7C96D)}, 70, few},
		{"sfu", "fma_special.sm_70", "fma_ex2_chains8", step * steps / 4, []cuda.Arg{cuda.ArgU32(0x3f820000), cuda.ArgU32(0x194340)}, 70, few},
		{"sfu", "fma_special.sm_70", "fma_rsqrt_chains8", step * steps / 4, []cuda.Arg{cuda.ArgU32(0x3fdb0000), cuda.ArgU32(0x91268)}, 70, few},
		{"sfu", "fma_special.sm_70", "fma_sin_chains8", step * steps / 4, []cuda.Arg{cuda.ArgU32(0x3ec30000), cuda.ArgU32(0x29c870)}, 70, few},
	}
	for _, k := range []struct {
		path, module, entry string
		operations          float64
		from                int
	}{
		{"tc.fp16.fp32", "wmma.sm_70", "fp16_fp32_wmma", 2 * 16 * 16 * 16, 70},
		{"tc.fp16.fp16", "wmma.sm_70", "fp16_fp16_wmma", 2 * 16 * 16 * 16, 70},
		{"tc.fp16.fp32", "k8.sm_75", "fp16_fp32_k8", 2 * 16 * 8 * 8, 75},
		{"tc.fp16.fp16", "k8.sm_75", "fp16_fp16_k8", 2 * 16 * 8 * 8, 75},
		{"tc.fp16.fp32", "k16.sm_80", "fp16_fp32_k16", 2 * 16 * 8 * 16, 80},
		{"tc.fp16.fp16", "k16.sm_80", "fp16_fp16_k16", 2 * 16 * 8 * 16, 80},
		{"tc.bf16.fp32", "bf16.sm_80", "bf16_fp32", 2 * 16 * 8 * 16, 80},
		{"tc.tf32.fp32", "tf32.sm_80", "tf32_fp32", 2 * 16 * 8 * 8, 80},
		{"tc.fp64", "fp64.sm_80", "fp64", 2 * 8 * 8 * 4, 80},
	} {
		kernels = append(kernels, pathKernel{k.path, "tensor_" + k.module, "tensor_" + k.entry + "_chains4", k.operations * 4 * 16, nil, k.from, more})
	}
	return kernels
}

// steadyRate is what a spec gives a path by the instructions of the kernels; 0
// where it has none.
func steadyRate(s *spec.Spec, path string) float64 {
	steady := s.SteadyState()
	if path == "int32" {
		return steady.Int32MultiplyAddOpsPerSMCycle
	}
	return max(steady.Path(path), s.Tensor.Rate(path, arch.MMASync))
}

// Every path of every SKU reaches the rate of its spec, by each shipped kernel
// that measures it.
func TestShippedKernelsReachEveryPath(t *testing.T) {
	embeddedSKUs(t, func(t *testing.T, s *spec.Spec) {
		reached := map[string]bool{}
		for _, k := range pathKernels() {
			want := steadyRate(s, k.path)
			if want == 0 || s.Capability().Number() < k.from {
				continue
			}
			reached[k.path] = true
			assert.InEpsilon(t, want, openSpec(t, s).pathRate(k), 0.02, k.entry)
		}
		for _, path := range []string{"fp32", "fp64", "fp16x2", "int32", "fp32x2", "bf16x2", "dp4a", "sfu", "tc.fp16.fp32", "tc.fp16.fp16", "tc.bf16.fp32", "tc.tf32.fp32", "tc.fp64"} {
			assert.Equal(t, steadyRate(s, path) > 0, reached[path], path)
		}
	})
}

// pathRate is what trips add to a launch that fills the SMs, in operations an SM
// and cycle: its start and its end do not count. Its results are not looked at.
func (r rig) pathRate(k pathKernel) (perSMCycle float64) {
	r.Helper()
	assembled := map[string]cuda.Attributes{k.entry: {Registers: 80}} // as many as the largest has
	r.module = r.load(fmt.Sprintf("../../kernels/ptx/%s.ptx", k.module), assembled)
	r.budgets.full, r.budgets.sample, r.budgets.fewest = 1e6, 1e5, 1
	operands, out := r.alloc(64<<10), r.alloc(16<<20)
	var cycles [2]float64
	var warps float64
	for i, trips := range k.trips {
		args := append([]cuda.Arg{cuda.ArgPtr(operands), cuda.ArgPtr(out)}, k.constants...)
		l := r.waves(r.launch(k.entry, 1, blockThreads, append(args, cuda.ArgU32(trips))...))
		cycles[i] = r.time(l, 1).CyclesPerLaunch
		warps = float64(l.Grid.X * blockThreads / spec.WarpThreads)
	}
	return k.perWarp * float64(k.trips[1]-k.trips[0]) * warps / (cycles[1] - cycles[0]) / float64(r.spec.SMCount)
}
