package exec

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// A grid-stride reduction with shuffles, shared memory, a barrier and an
// atomic gives the sum.
func TestRunReduce(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	values := make([]uint32, 5000)
	var want uint32
	for i := range values {
		values[i] = uint32(i * 7)
		want += values[i]
	}
	in, out := r.words(values...), r.words(0)
	r.run("reduce", 3, 192, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(5000))
	assert.Equal(t, want, r.read32(out, 1)[0])
}

// A bounds check leaves the last threads out; the multiply-add is fused.
func TestRunSaxpy(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	n := 1000
	x, y := make([]uint32, n), make([]uint32, n)
	for i := range x {
		x[i], y[i] = math.Float32bits(float32(i)/3), math.Float32bits(float32(i)/7)
	}
	px, py := r.words(x...), r.words(y...)
	r.run("saxpy", 4, 256, cuda.ArgPtr(px), cuda.ArgPtr(py), cuda.ArgF32(1.1), cuda.ArgU32(uint32(n)))
	for i, got := range r.read32(py, n) {
		want := uint32(fma32(1.1, math.Float32frombits(x[i]), math.Float32frombits(y[i]), nearestEven))
		require.Equal(t, want, got, "element %d", i)
	}
}

// Every module that the project ships compiles.
func TestCompileShippedKernels(t *testing.T) {
	files, err := filepath.Glob("../../../kernels/ptx/*.ptx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		r := newFileRig(t, f)
		assert.NotEmpty(t, r.mod.Kernels(), f)
		for _, k := range r.mod.Kernels() {
			t.Logf("%s: %d params, %d registers, %d slots", k.Name, len(k.Params), k.RegisterEstimate, k.Slots)
		}
	}
}

// tensorText copies, multiplies and stores: what a tensor kernel does in small.
const tensorText = `
	.shared .align 16 .b8 s[2048];
	.reg .b32 %v<40>;
	mov.u32 %r3, %ctaid.x;
	shl.b32 %r4, %r3, 11;
	cvt.u64.u32 %rd3, %r4;
	add.s64 %rd4, %rd2, %rd3;
	add.s64 %rd5, %rd1, %rd3;
	mul.wide.u32 %rd6, %r1, 16;
	mov.u64 %rd7, s;
	add.s64 %rd8, %rd7, %rd6;
	add.s64 %rd9, %rd4, %rd6;
	mov.u32 %r5, 0;
loop:
	cp.async.cg.shared.global [%rd8], [%rd9], 16;
	cp.async.commit_group;
	cp.async.wait_group 0;
	bar.sync 0;
	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%v0, %v1, %v2, %v3}, [%rd8];
	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%v4, %v5}, [%rd7];
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%v0, %v1, %v2, %v3}, {%v4, %v5}, {%f1, %f2, %f3, %f4};
	wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15}, [%rd7], 16;
	wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%v16, %v17, %v18, %v19, %v20, %v21, %v22, %v23}, [%rd4], 16;
	wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%v24, %v25, %v26, %v27, %v28, %v29, %v30, %v31}, {%v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15},
		{%v16, %v17, %v18, %v19, %v20, %v21, %v22, %v23}, {%v24, %v25, %v26, %v27, %v28, %v29, %v30, %v31};
	bar.sync 0;
	add.s32 %r5, %r5, 1;
	setp.lt.u32 %p1, %r5, %r2;
	@%p1 bra loop;
	wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd5], {%v24, %v25, %v26, %v27, %v28, %v29, %v30, %v31}, 16;
	mul.wide.u32 %rd10, %r1, 8;
	add.s64 %rd11, %rd5, %rd10;
	st.global.v2.f32 [%rd11+1024], {%f1, %f4};
	ret;`

// tensorRig has 64 blocks of work on random halves.
func tensorRig(t testing.TB, trips uint32) (r *rig, l Launch, out cuda.Ptr) {
	r = newRig(t, kernelText(tensorText))
	random := rand.New(rand.NewPCG(13, 14))
	words := make([]uint32, 64*512)
	for i := range words {
		words[i] = roundToHalf(random.NormFloat64()) | roundToHalf(random.NormFloat64())<<16
	}
	in := r.words(words...)
	out = r.alloc(64 * 2048)
	return r, r.launch("k", 64, 128, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(trips)), out
}

// Tensor instructions and asynchronous copies do the same on every number of
// workers, bit for bit, and when they are stepped.
func TestTensorParallelEqualsSerial(t *testing.T) {
	var first Result
	var memory []uint32
	for _, workers := range []int{1, 2, 3, 8} {
		r, l, out := tensorRig(t, 2)
		res, err := Run(t.Context(), r.mem, l, Options{Workers: workers, SMCount: 7})
		require.NoError(t, err)
		got := r.read32(out, 64*512)
		if workers == 1 {
			first, memory = res, got
			require.Equal(t, uint64(64*4*2*(4096+8192)), res.Counters.Operations["tc.fp16.fp32"])
			continue
		}
		require.Equal(t, first, res, "%d workers", workers)
		require.Equal(t, memory, got, "%d workers", workers)
	}
	r, l, out := tensorRig(t, 2)
	var s Step
	for index := range 64 {
		b, err := NewBlock(r.mem, l, index, Hooks{SMCount: 7})
		require.NoError(t, err)
		for left := true; left; {
			left = false
			for _, w := range b.Warps() {
				if w.Status() == Running {
					require.NoError(t, w.Step(&s))
					left = true
				}
			}
		}
	}
	require.Equal(t, memory, r.read32(out, 64*512), "stepped")
}

// One worker and several give the same memory and counts.
func TestRunSerialEqualsParallel(t *testing.T) {
	var results []Result
	var sums [][]uint32
	for _, workers := range []int{1, 2, 3} {
		r := newFileRig(t, "testdata/loops.ptx")
		in, out := r.words(make([]uint32, 8192)...), r.alloc(4*16*64)
		for i := range 8192 {
			require.NoError(t, r.mem.Fill(in+cuda.Ptr(4*i), []byte{byte(i), byte(i >> 3), 1, 2}, 4))
		}
		l := r.launch("load32_loop", 16, 64, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(1))
		res, err := Run(context.Background(), r.mem, l, Options{Workers: workers})
		require.NoError(t, err)
		results, sums = append(results, res), append(sums, r.read32(out, 16*64))
	}
	assert.Equal(t, results[0], results[1])
	assert.Equal(t, results[0], results[2])
	assert.Equal(t, sums[0], sums[1])
	assert.Equal(t, sums[0], sums[2])
}

// Blocks of a grid wait for each other by cooperative groups, time and again.
func TestCooperativeGroups(t *testing.T) {
	r := newFileRig(t, "testdata/grid.ptx")
	const blocks = 40
	for _, workers := range []int{1, 3} {
		for range 3 {
			out := r.alloc(8 * blocks)
			_, err := Run(context.Background(), r.mem, r.launch("g", blocks, 64, cuda.ArgPtr(out)), Options{Workers: workers})
			require.NoError(t, err)
			for i, got := range r.read32(out, 2*blocks) {
				require.Equal(t, uint32(1), got, "word %d", i)
			}
		}
	}
}
