package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// groupKernel issues 64 multiplications of a warpgroup in each of 8 trips, in groups of
// so many, and waits for all but the youngest pending groups. The FLOPs are those of a
// warp.
func groupKernel(path string, flops, sharedBytes, group, pending, warps int) *fakeKernel {
	control := func(op string, kind exec.Async) fakeInst {
		return fakeInst{meta: exec.Meta{Pipe: exec.PipeBranch, Issues: 1, Op: op, Async: kind, AsyncPending: pending}}
	}
	var body []fakeInst
	for range 64 / group {
		body = append(body, repeat(group, fakeInst{meta: exec.Meta{Pipe: exec.PipeTensor, Issues: 1, Op: "wgmma.mma_async.sync", TensorPath: path,
			TensorFLOPs: flops, TensorSharedBytes: sharedBytes, Async: exec.MultiplyIssue}})...)
		body = append(body, control("wgmma.commit_group", exec.MultiplyCommit), control("wgmma.wait_group", exec.MultiplyWait))
	}
	return &fakeKernel{body: body, trips: 8, warps: warps}
}

// One warpgroup reaches the rate of each path, with 2*16*256*16 FLOPs a warp, when it
// lets one group of multiplications go on while it issues the next.
func TestWarpgroupReachesItsRate(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	const flops = 2 * 16 * 256 * 16
	reached := 0
	for _, path := range s.Tensor.Paths() {
		rate := s.Tensor.Rate(path, spec.WGMMA)
		if rate == 0 {
			continue
		}
		reached++
		for _, warps := range []int{4, 8} {
			r := simulate(t, s, groupKernel(path, flops, 0, 16, 1, warps), s.SMCount, 1)
			got := float64(flops*64*8*warps) / r.Cycles
			assert.InEpsilon(t, rate, got, 0.03, "%s, %d warps", path, warps)
			assert.LessOrEqual(t, got, rate*512/496, "%s, %d warps: the last group of 512 ends after the block", path, warps)
		}
	}
	assert.Greater(t, reached, 4)
}

// Whoever waits for each multiplication waits for its whole time: 128 cycles of
// 2*64*256*16 FLOPs at 4096 a cycle, and the latency of the tensor cores behind it.
func TestWarpgroupThatWaitsEachTime(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	r := simulate(t, s, groupKernel("tc.fp16.fp32", 2*16*256*16, 0, 1, 0, 4), s.SMCount, 1)
	assert.InEpsilon(t, (128+s.Tensor.LatencyCycles)*64*8, r.Cycles, 0.05)
}

// A narrow multiplication waits for shared memory: 64 x 8 x 16 of FP16 is 4 cycles of
// FLOPs, and its (64 + 8) lines of 32 bytes are 18.
func TestWarpgroupWaitsForSharedMemory(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	r := simulate(t, s, groupKernel("tc.fp16.fp32", 2*16*8*16, 72*32, 16, 1, 4), s.SMCount, 1)
	assert.InEpsilon(t, 18*64*8, r.Cycles, 0.03)
}
