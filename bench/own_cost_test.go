package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/results"
)

// The engine's own cost of a sample: everything but the window, which takes 10 ms
// on a device and nothing here, and the stamps of the clocks of 132 SMs with it.
// 2 % of that are 200 µs.
func BenchmarkOwnCostOfASample(b *testing.B) {
	fake := newFake()
	fake.info.SMCount = 132
	dev, err := cudatest.Wrap(fake, cudatest.Faults{TimeNoise: 0.02}).Open(0)
	require.NoError(b, err)
	in, err := dev.Alloc(1 << 20)
	require.NoError(b, err)
	launch := cuda.Launch{
		Function: fakeFunction{name: "stream_read_b128"}, Grid: cuda.D1(8), Block: cuda.D1(256),
		Args: []cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(in), cuda.ArgU32(100)},
	}
	e := newEngine(dev, library(b), Options{})
	stamps, err := e.stamper()
	require.NoError(b, err)
	samples := 0
	for b.Loop() {
		s := &sampler{dev: dev, launch: launch, launches: 100, stamps: stamps}
		r := results.Record{}
		require.NoError(b, e.sample(b.Context(), s, point{total: 1}, &r))
		require.NotNil(b, r.Samples[0].StampedSMClock)
		samples += len(r.Samples)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(samples), "µs/sample")
}
