package virtual

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Kernels that Numba made of Python, with its checks of division and of
// negative indices.
func TestForeignNumba(t *testing.T) {
	for name, check := range map[string]func(foreign){
		"vecadd": foreign.numbaVecadd, "reduce": foreign.numbaReduce, "transpose": foreign.numbaTranspose,
		"histogram": foreign.numbaHistogram, "softmax": foreign.numbaSoftmax, "local": foreign.numbaLocal, "divide": foreign.numbaDivide,
	} {
		file := foreignFiles(t, "numba_"+name+".ptx", 1)[0]
		t.Run(file, func(t *testing.T) { check(openForeign(t, file)) })
	}
}

// numba launches with seven parameters for each array: two pointers of the
// host's, the number of elements and the bytes of one, the data, shape, stride.
func (f foreign) numba(kernel string, grid, block int, args ...any) {
	f.Helper()
	var list []cuda.Arg
	for _, a := range args {
		v, ok := a.(array)
		if !ok {
			list = append(list, arguments([]any{a})...)
			continue
		}
		n, size := uint64(v.n), uint64(v.size)
		for _, word := range []uint64{0, 0, n, size, uint64(v.Ptr), n, size} {
			list = append(list, cuda.ArgU64(word))
		}
	}
	f.run(f.launch(kernel, grid, block, list...))
}

func (f foreign) numbaVecadd() {
	const n = 1000
	a, b, out := seeded(n, anyFloat), seeded(n+1, anyFloat)[:n], zeros[float32](f, n)
	f.numba("vecadd", 4, 256, out, upload(f, a), upload(f, b))
	assert.Equal(f, wantSums(a, b), download[float32](f, out))
}

func (f foreign) numbaReduce() {
	const n = 1000
	in, out := seeded(n, anyInt), upload(f, []int32{0, math.MinInt32})
	f.numba("reduce", 4, 256, out, upload(f, in))
	assert.Equal(f, wantReduced(in), download[int32](f, out))
}

func (f foreign) numbaTranspose() {
	const n = 96
	in, out := seeded(n*n, anyInt), zeros[int32](f, n*n)
	f.numba("transpose", 9, 256, out, upload(f, in), n)
	assert.Equal(f, wantTransposed(in, n), download[int32](f, out))
}

func (f foreign) numbaHistogram() {
	const n = 2000
	in, out := seeded(n, func(r *rand.Rand) uint8 { return uint8(r.Uint32()) }), zeros[int32](f, 64)
	f.numba("histogram", 4, 128, out, upload(f, in))
	assert.Equal(f, wantHistogram(in), download[int32](f, out))
}

func (f foreign) numbaSoftmax() {
	const n, rows = 100, 3
	in, out := seeded(n*rows, anyFloat), zeros[float32](f, n*rows)
	f.numba("softmax", rows, 32, out, upload(f, in), n)
	f.near(wantSoftmax(in, n, math.E), out)
}

func (f foreign) numbaLocal() {
	const n, threads = 50, 64
	in, out := seeded(n, func(r *rand.Rand) int64 { return r.Int64N(1000) }), zeros[int64](f, threads)
	f.numba("local", 1, threads, out, upload(f, in))
	for i, got := range download[int64](f, out) {
		var own [16]int64
		for k := range own {
			own[k] = in[(i*16+k)%n]
		}
		for k := range 16 {
			own[in[(i+k)%n]%16] += int64(k)
		}
		want := int64(0)
		for _, v := range own {
			want = want*31 + v
		}
		require.Equal(f, want, got, "thread %d", i)
	}
}

func (f foreign) numbaDivide() {
	const n = 200
	in, out := seeded(2*n, func(r *rand.Rand) uint64 { return r.Uint64() >> r.IntN(60) }), zeros[uint64](f, 2*n)
	f.numba("divide", 1, 256, out, upload(f, in))
	got := download[uint64](f, out)
	for i := range n {
		a, b := in[2*i], in[2*i+1]|1
		require.Equal(f, []uint64{a / b, a % b}, got[2*i:2*i+2], "%d by %d", a, b)
	}
}
