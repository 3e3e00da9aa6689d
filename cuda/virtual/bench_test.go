package virtual

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/timing"
)

// The cost of a simulated warp instruction with its execution.
func benchmark(b *testing.B, r rig, l cuda.Launch) {
	j, err := r.prepare("Time", l)
	require.NoError(b, err)
	var instructions uint64
	for b.Loop() {
		t, err := timing.Simulate(context.Background(), r.spec, r.timingLaunch(j, 0))
		require.NoError(b, err)
		instructions += t.WarpInstructions
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(instructions), "ns/warp-instruction")
}

func BenchmarkTimeFMA(b *testing.B) {
	r := newRig(b, "h100-sxm").suite("fma")
	seeds, out := r.words(1024, math.Float32bits(0.5)), r.words(1<<20, 0)
	benchmark(b, r, r.waves(r.launch("fma_fp32_chains8", 1, blockThreads,
		cuda.ArgPtr(seeds), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(2))))
}

func BenchmarkTimeStreamRead(b *testing.B) {
	r := newRig(b, "h100-sxm").suite("stream")
	l := r.waves(r.launch("stream_read_b128", 1, blockThreads, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(24)))
	l.Args[0] = cuda.ArgPtr(r.alloc(int64(l.Grid.X) * 24 * chunkBytes))
	l.Args[1] = cuda.ArgPtr(r.alloc(int64(l.Grid.X) * blockThreads * 4))
	benchmark(b, r, l)
}
