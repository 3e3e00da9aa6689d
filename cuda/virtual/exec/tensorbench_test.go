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

// A tcgen05.mma of 128 x 256 x 16, of integers, whose sums are exact, and of any numbers,
// which are cut; and the same one again and again.
func BenchmarkTensorMemoryMultiply(b *testing.B) {
	for _, c := range []struct {
		name  string
		keep  uint32 // of the fraction
		again bool
	}{{"exact", 0x200, false}, {"cut", 0x3ff, false}, {"again", 0x200, true}} {
		b.Run(c.name, func(b *testing.B) {
			core := &core{launch: Launch{ComputeCapability: cuda.ComputeCapability{Major: 10}}}
			block := &Block{core: core}
			w := &Warp{block: block, core: core}
			words := make([]uint32, 256*lineWords)
			for b.Loop() {
				for i := range words {
					words[i] = (uint32(i)*0x9e3779b9>>16&(c.keep|0x8000) | 0x4000) * 0x10001
				}
				if !c.again {
					words[0] ^= uint32(b.N) & 0xff
					core.operands, core.products = operandCache{}, productCache{}
				}
				k := &tensorMultiply{w: w, tensorShape: tensorShape{m: 128, n: 256, k: 16}}
				block.tensorMemory()
				left := core.operands.operand(operandKey{lines: 128, k: 16, tile: 16}, words[:128*lineWords])
				right := core.operands.operand(operandKey{lines: 256, k: 16, tile: 8}, words)
				k.product = core.products.product(left, right, 24)
				run := tensorRun{all: []*tensorMultiply{k}}
				run.flush()
			}
			b.ReportMetric(2*128*256*16*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
