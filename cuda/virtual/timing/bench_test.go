package timing

import (
	"context"
	"math"
	"testing"
)

// The cost of a simulated warp instruction, without its execution.
func benchmark(b *testing.B, k *fakeKernel) {
	s := mustSpec(b, "h100-sxm")
	var instructions uint64
	for b.Loop() {
		r, err := Simulate(context.Background(), s, Launch{Program: k, Blocks: 132 * 16, Resident: 8, Slots: fakeSlots, ExactInstructions: math.MaxUint64})
		if err != nil {
			b.Fatal(err)
		}
		instructions += r.WarpInstructions
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(instructions), "ns/warp-instruction")
}

func BenchmarkFMA(b *testing.B) { benchmark(b, fmaKernel(8, 64, 8, 8)) }

func BenchmarkStream(b *testing.B) {
	benchmark(b, streamKernel(8, 32, 4, true))
}

func BenchmarkIntensity(b *testing.B) { benchmark(b, intensityKernel(16, 8, 8)) }
