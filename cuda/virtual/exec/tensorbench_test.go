package exec

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// benchmarkTensor runs a chain of one tensor instruction on random operands,
// and reports its operations a second.
func benchmarkTensor(b *testing.B, form string, operand func() uint32, c cuda.ComputeCapability) {
	r := newRig(b, kernelText(`
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd4, %rd2, %rd3;
	ld.global.u32 %r4, [%rd4];
	ld.global.u32 %r5, [%rd4+128];
	ld.global.u32 %r6, [%rd4+256];
	ld.global.u32 %r7, [%rd4+384];
	ld.global.u32 %r8, [%rd4+512];
	ld.global.u32 %r9, [%rd4+640];
	mov.u32 %r3, 0;
loop:
	`+form+`
	add.s32 %r3, %r3, 1;
	setp.lt.u32 %p1, %r3, %r2;
	@%p1 bra loop;
	st.global.f32 [%rd1], %f1;
	ret;`))
	words := make([]uint32, 192)
	for i := range words {
		words[i] = operand()
	}
	in, out := r.words(words...), r.alloc(4)
	l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(100))
	l.ComputeCapability = c
	var n uint64
	for b.Loop() {
		res, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		require.NoError(b, err)
		for p := pathTensor; p < pathCount; p++ {
			n += res.Counters.Operations[p.String()]
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

const (
	benchK16F32 = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r4,%r5,%r6,%r7}, {%r8,%r9}, {%f1,%f2,%f3,%f4};"
	benchK16F16 = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%f1,%f2}, {%r4,%r5,%r6,%r7}, {%r8,%r9}, {%f1,%f2};"
	benchTF32   = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, {%r4,%r5,%r6,%r7}, {%r8,%r9}, {%f1,%f2,%f3,%f4};"
)

// randomHalves are two halves in [-1, 1).
func randomHalves() uint32 {
	return roundToHalf(2*rand.Float64()-1) | roundToHalf(2*rand.Float64()-1)<<16
}

// smallIntegers are two halves of {-2 … 2}.
func smallIntegers() uint32 {
	return roundToHalf(float64(rand.IntN(5)-2)) | roundToHalf(float64(rand.IntN(5)-2))<<16
}

func randomSingle() uint32 { return truncateToSingle(2*rand.Float64() - 1) }

func BenchmarkTensorHopper(b *testing.B) {
	benchmarkTensor(b, benchK16F32, randomHalves, cuda.ComputeCapability{Major: 9})
}
func BenchmarkTensorAmpere(b *testing.B) {
	benchmarkTensor(b, benchK16F32, randomHalves, cuda.ComputeCapability{Major: 8})
}
func BenchmarkTensorIntegers(b *testing.B) {
	benchmarkTensor(b, benchK16F32, smallIntegers, cuda.ComputeCapability{Major: 8})
}
func BenchmarkTensorF16F16(b *testing.B) {
	benchmarkTensor(b, benchK16F16, randomHalves, cuda.ComputeCapability{Major: 9})
}
func BenchmarkTensorTF32(b *testing.B) {
	benchmarkTensor(b, benchTF32, randomSingle, cuda.ComputeCapability{Major: 9})
}
