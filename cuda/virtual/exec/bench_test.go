package exec

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// benchmarkLoop runs a kernel of testdata/loops.ptx on one worker and reports
// thread-instructions per second.
func benchmarkLoop(b *testing.B, name string, args ...cuda.Arg) {
	r := newFileRig(b, "testdata/loops.ptx")
	seeds := make([]uint32, 1<<20)
	for i := range seeds {
		seeds[i] = math.Float32bits(float32(i%1024)/1024 - 0.5)
	}
	in, out := r.words(seeds...), r.alloc(1<<20)
	l := r.launch(name, 8, 256, append([]cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out)}, args...)...)
	var n uint64
	for b.Loop() {
		res, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		require.NoError(b, err)
		n += res.Counters.ThreadInstructions
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "thread-inst/s")
}

func BenchmarkFMA(b *testing.B) {
	benchmarkLoop(b, "fma_loop", cuda.ArgF32(-1.5), cuda.ArgU32(32))
}
func BenchmarkLoad128(b *testing.B) { benchmarkLoop(b, "load_loop", cuda.ArgU32(200)) }
func BenchmarkLoad32(b *testing.B)  { benchmarkLoop(b, "load32_loop", cuda.ArgU32(200)) }
func BenchmarkInteger(b *testing.B) {
	benchmarkLoop(b, "int_loop", cuda.ArgU32(1664525), cuda.ArgU32(64))
}
func BenchmarkSharedStride1(b *testing.B) {
	benchmarkLoop(b, "shared_loop", cuda.ArgU32(1), cuda.ArgU32(64))
}
func BenchmarkSharedStride32(b *testing.B) {
	benchmarkLoop(b, "shared_loop", cuda.ArgU32(32), cuda.ArgU32(64))
}

// benchmarkWorkers runs a grid of 64 blocks on so many workers; two should take
// half the time of one where two cores are free.
func benchmarkWorkers(b *testing.B, workers int) {
	r, l, _ := tensorRig(b, 8)
	f := newFileRig(b, "testdata/loops.ptx")
	in, out := f.alloc(1<<20), f.alloc(1<<20)
	fma := f.launch("fma_loop", 64, 256, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(4))
	for b.Loop() {
		_, err := Run(context.Background(), r.mem, l, Options{Workers: workers})
		require.NoError(b, err)
		_, err = Run(context.Background(), f.mem, fma, Options{Workers: workers})
		require.NoError(b, err)
	}
}

func BenchmarkWorkers1(b *testing.B) { benchmarkWorkers(b, 1) }
func BenchmarkWorkers2(b *testing.B) { benchmarkWorkers(b, 2) }

// BenchmarkStep is the cost of one instruction under a timing model.
func BenchmarkStep(b *testing.B) {
	r := newFileRig(b, "testdata/loops.ptx")
	in, out := r.alloc(1<<20), r.alloc(1<<20)
	l := r.launch("fma_loop", 1, 32, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(1<<30))
	blk, err := NewBlock(r.mem, l, 0, Hooks{})
	require.NoError(b, err)
	w := blk.Warps()[0]
	var s Step
	for b.Loop() {
		if w.Peek() == nil {
			b.Fatal("blocked")
		}
		if err := w.Step(&s); err != nil {
			b.Fatal(err)
		}
	}
}
