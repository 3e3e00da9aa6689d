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

// benchmarkForm is the speed of one instruction on all lanes, on floats near 1.
func benchmarkForm(b *testing.B, form string) {
	body := "ld.global.f32 %f1, [%rd2];\nld.global.f32 %f2, [%rd2+4];\nmov.u32 %r3, 0;\nloop:\n"
	for range 64 {
		body += form + "\n"
	}
	r := newRig(b, kernelText(body+"add.s32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, %r2;\n@%p1 bra loop;\nst.global.f32 [%rd1], %f3;\nret;"))
	in, out := r.words(math.Float32bits(1.25), math.Float32bits(-0.75)), r.alloc(4)
	l := r.launch("k", 1, 128, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(200))
	var n uint64
	for b.Loop() {
		res, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		require.NoError(b, err)
		n += res.Counters.ThreadInstructions
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "thread-inst/s")
}

func BenchmarkFMAFlush(b *testing.B)    { benchmarkForm(b, "fma.rn.ftz.f32 %f3, %f1, %f2, %f1;") }
func BenchmarkFMASaturate(b *testing.B) { benchmarkForm(b, "fma.rn.sat.f32 %f3, %f1, %f2, %f1;") }
func BenchmarkAddFlush(b *testing.B)    { benchmarkForm(b, "add.ftz.f32 %f3, %f1, %f2;") }
func BenchmarkMulFlush(b *testing.B)    { benchmarkForm(b, "mul.ftz.f32 %f3, %f1, %f2;") }
func BenchmarkFMAHalf2(b *testing.B)    { benchmarkForm(b, "fma.rn.f16x2 %r4, %f1, %f2, %f1;") }

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
