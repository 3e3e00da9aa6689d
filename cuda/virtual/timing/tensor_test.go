package timing

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// mma is a tensor instruction that adds up to a chain.
func mma(chain int, path, op string, flops int) fakeInst {
	r := uint16(chain)
	return fakeInst{meta: exec.Meta{Pipe: exec.PipeTensor, Issues: 1, Op: op, TensorPath: path, TensorFLOPs: flops,
		Dst: []uint16{r}, Src: []uint16{r}}}
}

func mmaKernel(path, op string, flops, chains, warps int) *fakeKernel {
	var body []fakeInst
	for c := range chains {
		body = append(body, mma(c, path, op, flops))
	}
	return &fakeKernel{body: repeat(16, body...), trips: 16, warps: warps}
}

func TestTensorRatesEmerge(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		for _, path := range s.Tensor.Paths() {
			for family, rate := range s.Tensor.FLOPPerCycle[path] {
				const flops, chains, warps = 16384, 4, 32 // enough that issue slots are no limit
				r := simulate(t, s, mmaKernel(path, family, flops, chains, warps), s.SMCount, 1)
				got := float64(flops*chains*warps*16*16) / r.Cycles
				assert.InEpsilon(t, rate, got, 0.02, "%s by %s", path, family)
				assert.LessOrEqual(t, got, rate*1.001, "%s by %s", path, family)
			}
		}
	})
}

// Of dependent instructions of one warp each takes the latency, or its time in
// the pipe where that is longer.
func TestDependentTensorInstructions(t *testing.T) {
	s := mustSpec(t, "a100-80-sxm")
	r := simulate(t, s, mmaKernel("tc.fp16.fp32", "mma.sync.aligned.m16n8k16", 4096, 1, 1), s.SMCount, 1)
	assert.InEpsilon(t, s.Tensor.LatencyCycles*16*16, r.Cycles, 0.02)
	s = mustSpec(t, "rtx-4090") // 4096 over 512 / 4 is 32 cycles
	r = simulate(t, s, mmaKernel("tc.fp16.fp32", "mma.sync.aligned.m16n8k16", 4096, 1, 1), s.SMCount, 1)
	assert.InEpsilon(t, 32*16*16, r.Cycles, 0.02)
}

func TestAPathThatIsNotThereIsUnsupported(t *testing.T) {
	bare := *mustSpec(t, "t4")
	bare.Tensor = nil
	for _, c := range []struct {
		s        *spec.Spec
		path, op string
		want     string
	}{
		{mustSpec(t, "v100-sxm2"), "tc.bf16.fp32", "mma.sync.aligned.m16n8k16", "v100-sxm2 has no rate for the math path tc.bf16.fp32 by mma.sync, which mma.sync.aligned.m16n8k16 needs"},
		{mustSpec(t, "rtx-5090"), "tc.fp16.fp32", "wgmma.mma_async", "by wgmma"},
		{&bare, "tc.fp16.fp32", "wmma.mma.sync", "t4 has no tensor cores, which wmma.mma.sync needs"},
	} {
		_, err := Simulate(context.Background(), c.s, Launch{Program: mmaKernel(c.path, c.op, 4096, 1, 1), Blocks: 1, Resident: 1, Slots: fakeSlots})
		require.Error(t, err)
		assert.True(t, cuda.IsKind(err, cuda.Unsupported), "%v", err)
		assert.ErrorContains(t, err, c.want)
	}
}

// An integer multiplication takes the lanes that can multiply integers, a float
// one on the same pipe all of them.
func TestIntegerMultiplication(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		for op, want := range map[string]float64{
			"mad.lo.s32": s.SteadyState().Int32MultiplyAddOpsPerSMCycle, "mul.wide.u32": s.SteadyState().Int32MultiplyAddOpsPerSMCycle,
			"mul.rn.f32": s.SteadyState().FP32FLOPPerSMCycle, "fma.rn.f32": s.SteadyState().FP32FLOPPerSMCycle,
		} {
			var body []fakeInst
			for chain := range 8 {
				i := fma(chain)
				i.meta.Op, i.meta.Integers = op, !strings.HasSuffix(op, "f32")
				body = append(body, i)
			}
			r := simulate(t, s, &fakeKernel{body: repeat(16, body...), trips: 4, warps: 16}, s.SMCount, 1)
			assert.InEpsilon(t, want, float64(2*32*8*16*4*16)/r.Cycles, 0.02, op)
		}
	})
}
