package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/exec"
)

// What kernels wait for that are made to wait for one thing.
func TestStallsByConstruction(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	use := func(dst, src int) fakeInst { return alu(dst, src) }
	far := func(p place) int { return (p.block*1000+p.trip)*64 + p.warp }
	for name, c := range map[string]struct {
		kernel           *fakeKernel
		blocks, resident int
		reason           string
		least            float64
	}{
		"a dependent chain":     {&fakeKernel{body: repeat(64, fma(0)), trips: 4, warps: 1}, 1, 1, "wait", 0.7},
		"loads that are waited": {&fakeKernel{body: []fakeInst{load(8, far, 512), use(0, 8)}, trips: 64, warps: 1}, 1, 1, "long_scoreboard", 0.9},
		"bank conflicts, alone": {&fakeKernel{body: []fakeInst{sharedLoad(8, 32), use(0, 8)}, trips: 64, warps: 1}, 1, 1, "short_scoreboard", 0.8},
		"bank conflicts, many":  {&fakeKernel{body: repeat(4, sharedLoad(8, 32)), trips: 64, warps: 32}, 132, 1, "mio_throttle", 0.5},
		"a full pipe":           {&fakeKernel{body: repeat(8, fma(0), fma(1), fma(2), fma(3)), trips: 16, warps: 32}, 132, 1, "not_selected", 0.5},
		"a slow pipe":           {&fakeKernel{body: repeat(4, slow(0), slow(1), slow(2), slow(3), slow(4), slow(5), slow(6), slow(7)), trips: 8, warps: 16}, 132, 1, "math_pipe_throttle", 0.5},
		"a late warp":           {lateWarp(), 132, 1, "barrier", 0.5},
	} {
		r := simulate(t, s, c.kernel, c.blocks, c.resident)
		shares := r.Stalls.Shares()
		sum := 0.0
		for _, share := range shares {
			sum += share
		}
		assert.InDelta(t, 1, sum, 1e-9, name)
		assert.Greater(t, shares[c.reason], c.least, "%s: %v", name, shares)
	}
}

// slow is an instruction of a pipe that takes a warp every 8 cycles.
func slow(chain int) fakeInst {
	i := fma(chain)
	i.meta.Pipe = exec.PipeXU
	i.meta.Src = nil
	return i
}

// lateWarp is a kernel whose warps all wait for one that has much more to do.
func lateWarp() *fakeKernel {
	work := fakeInst{
		meta: exec.Meta{Pipe: exec.PipeLSU, Issues: 1, Op: "ld.shared.f32", Dst: []uint16{8}, Src: []uint16{8}},
		access: func(p place) exec.Access {
			if p.warp == 0 {
				return exec.Access{Space: exec.SpaceGlobal, Bytes: 32, Sectors: []uint64{uint64(p.block*1000+p.trip) * 64}}
			}
			return exec.Access{Space: exec.SpaceShared, Bytes: 128, Passes: 1}
		},
	}
	return &fakeKernel{body: []fakeInst{work, alu(0, 8), barrier()}, trips: 32, warps: 8}
}

// Every cycle of a warp from its start to its last issue goes somewhere: here of
// one warp by hand. Two dependent FMAs, latency 4, and the exit right behind.
func TestStallCycles(t *testing.T) {
	r := simulate(t, mustSpec(t, "h100-sxm"), &fakeKernel{body: []fakeInst{fma(0), fma(0)}, trips: 1, warps: 1}, 1, 1)
	var want Stalls
	want[selected], want[waiting] = 3, 3
	assert.Equal(t, want, r.Stalls)
	require.Equal(t, map[string]float64{"selected": 0.5, "wait": 0.5}, r.Stalls.Shares())
}
