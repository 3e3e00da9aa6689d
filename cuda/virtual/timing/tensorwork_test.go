package timing

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// besideKernel issues n multiplications beside the warp in each trip, and waits for
// them.
func besideKernel(path string, n, flops, sharedBytes, warps int) *fakeKernel {
	const barrier = 64
	at := func(op string, pipe exec.Pipe, t exec.TensorWork) fakeInst {
		return fakeInst{meta: exec.Meta{Pipe: pipe, Issues: 1, Op: op}, tensor: t}
	}
	work := at("tcgen05.mma.cta_group::1", exec.PipeTensor, exec.TensorWork{Path: path, FLOPs: flops, SharedBytes: sharedBytes})
	body := append(repeat(n, work),
		at("tcgen05.commit.cta_group::1", exec.PipeALU, exec.TensorWork{Commit: true, Barrier: barrier}),
		at("mbarrier.try_wait", exec.PipeALU, exec.TensorWork{Wait: true, Barrier: barrier}))
	return &fakeKernel{body: body, trips: 8, warps: warps}
}

// Each path reaches its rate by tcgen05 from one warp: 2*128*256*16 operations, with
// shared memory idle, and no more with several warps, as the SM has one unit.
func TestTensorWorkReachesItsRate(t *testing.T) {
	s := mustSpec(t, "b200")
	const flops, n = 2 * 128 * 256 * 16, 64
	for _, path := range s.Tensor.Paths() {
		rate := s.Tensor.Rate(path, spec.TCGen05)
		if rate == 0 {
			continue
		}
		for _, warps := range []int{1, 4} {
			r := simulate(t, s, besideKernel(path, n, flops, 0, warps), s.SMCount, 1)
			got := float64(flops*n*8*warps) / r.Cycles
			assert.InEpsilon(t, rate, got, 0.03, "%s, %d warps", path, warps)
			assert.LessOrEqual(t, got, rate, "%s, %d warps", path, warps)
		}
	}
}

// A multiplication takes as long as shared memory needs for A and B where that is
// more: 128 x 64 x 16 of FP16 is 32 cycles of operations, and 6144 bytes are 48.
func TestTensorWorkWaitsForSharedMemory(t *testing.T) {
	s := mustSpec(t, "b200")
	r := simulate(t, s, besideKernel("tc.fp16.fp32", 64, 2*128*64*16, 6144, 1), s.SMCount, 1)
	assert.InEpsilon(t, 48*64*8, r.Cycles, 0.03)
}

// A wait ends when what was issued before the commit is done, which nobody waits for
// who does not ask.
func TestTensorWorkGoesOnBeside(t *testing.T) {
	s := mustSpec(t, "b200")
	k := besideKernel("tc.fp16.fp32", 4, 2*128*256*16, 0, 1)
	k.body = k.body[:4] // no commit, no wait
	r := simulate(t, s, k, s.SMCount, 1)
	assert.Less(t, r.Cycles, 128.0, "32 instructions of 128 cycles each, which end after the block")
}

func TestTensorWorkOfAPathThatIsNotThere(t *testing.T) {
	s := mustSpec(t, "b200")
	_, err := Simulate(context.Background(), s, Launch{Program: besideKernel("tc.fp64", 1, 512, 0, 1), Blocks: 1, Resident: 1, Slots: fakeSlots})
	require.ErrorContains(t, err, "b200 has no rate for the math path tc.fp64 by tcgen05")
}
