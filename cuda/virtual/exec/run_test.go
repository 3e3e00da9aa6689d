package exec

import (
	"context"
	"math"
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
