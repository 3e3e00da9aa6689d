package virtual

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// One CUDA source, as four compilers in several versions and levels of
// optimisation translate it, gives what Go gives.
func TestForeignSuite(t *testing.T) {
	files := append(foreignFiles(t, "clang_*.ptx", 4), foreignFiles(t, "nv*.ptx", 3)...)
	kernels := map[string]func(foreign){
		"vecadd": foreign.vecadd, "reduce": foreign.reduce, "transpose": foreign.transpose, "multiply": foreign.multiply,
		"histogram": foreign.histogram, "softmax": foreign.softmax, "diverge": foreign.diverge, "calls": foreign.calls,
		"recurse": foreign.recurse, "indirect": foreign.indirect, "local": foreign.local, "choose": foreign.choose,
		"divide": foreign.divide, "halves": foreign.halves, "polynomial": foreign.polynomial,
	}
	for _, file := range files {
		for name, check := range kernels {
			t.Run(file+"/"+name, func(t *testing.T) { check(openForeign(t, file)) })
		}
	}
}

func (f foreign) vecadd() {
	const n = 1000
	a, b, out := seeded(n, anyFloat), seeded(n+1, anyFloat)[:n], zeros[float32](f, n)
	f.call("vecadd", 4, 256, out, upload(f, a), upload(f, b), n)
	assert.Equal(f, wantSums(a, b), download[float32](f, out))
}

func (f foreign) reduce() {
	const n = 1000
	in, out := seeded(n, anyInt), upload(f, []int32{0, math.MinInt32})
	f.call("reduce", 4, 256, out, upload(f, in), n)
	assert.Equal(f, wantReduced(in), download[int32](f, out))
}

func (f foreign) transpose() {
	const n = 96
	in, out := seeded(n*n, anyWord), zeros[uint32](f, n*n)
	f.call("transpose", 9, 256, out, upload(f, in), n)
	assert.Equal(f, wantTransposed(in, n), download[uint32](f, out))
}

// multiply checks integers, which no order of additions changes. B lies by
// columns, and the accumulators begin at 1 to 4.
func (f foreign) multiply() {
	small := func(r *rand.Rand) float32 { return float32(r.IntN(17) - 8) }
	a, b := seeded(16*16, small), seeded(16*8, small)
	columns := make([]float32, len(b))
	for i, v := range b {
		columns[i%8*16+i/8] = v
	}
	out := zeros[float32](f, 16*8)
	f.call("multiply", 1, 32, out, upload(f, toHalves(a)), upload(f, toHalves(columns)))
	want := wantProduct(a, b, 16, 8, 16)
	for i := range want {
		want[i] += float32(1 + i%2 + i/64*2)
	}
	assert.Equal(f, want, download[float32](f, out))
}

func (f foreign) histogram() {
	const n = 2000
	in, out := seeded(n, func(r *rand.Rand) uint8 { return uint8(r.Uint32()) }), zeros[int32](f, 64)
	f.call("histogram", 4, 128, out, upload(f, in), n)
	assert.Equal(f, wantHistogram(in), download[int32](f, out))
}

func (f foreign) softmax() {
	const n, rows = 100, 3
	in, out := seeded(n*rows, anyFloat), zeros[float32](f, n*rows)
	f.call("softmax", rows, 32, out, upload(f, in), n)
	f.near(wantSoftmax(in, n, 2), out)
}

// near compares with the approximate functions, which have their own errors.
func (f foreign) near(want []float64, out array) {
	f.Helper()
	for i, got := range download[float32](f, out) {
		require.InEpsilon(f, want[i], got, 4e-6, "element %d", i)
	}
}

func (f foreign) diverge() {
	in, out := seeded(500, anyWord), zeros[uint32](f, 500)
	f.call("diverge", 2, 256, out, upload(f, in), 500)
	each(f, in, out, wantDiverged)
}

// each checks a function of one element.
func each[A, B any](f foreign, in []A, out array, want func(A) B) {
	f.Helper()
	for i, got := range download[B](f, out) {
		require.Equal(f, want(in[i]), got, "element %d, of %v", i, in[i])
	}
}

func (f foreign) calls() {
	in, out := seeded(100, anyInt), zeros[uint64](f, 100)
	f.call("calls", 1, 128, out, upload(f, in), 100)
	for i, got := range download[uint64](f, out) {
		require.Equal(f, wantCalls(in[i], i), got, "element %d, of %d", i, in[i])
	}
}

func (f foreign) recurse() {
	in, out := seeded(64, anyWord), zeros[uint32](f, 64)
	f.call("recurse", 1, 64, out, upload(f, in))
	each(f, in, out, func(x uint32) uint32 { return wantFibonacci(x % 9) })
}

func (f foreign) indirect() {
	in, out := seeded(64, func(r *rand.Rand) int32 { return int32(r.IntN(1000)) }), zeros[int32](f, 64)
	f.call("indirect", 1, 64, out, upload(f, in))
	each(f, in, out, wantIndirect)
}

func (f foreign) local() {
	const n = 50
	in, out := seeded(n, anyWord), zeros[uint32](f, 64*16)
	f.call("local", 1, 64, out, upload(f, in), n)
	got := download[uint32](f, out)
	for i := range 64 {
		want := make([]uint32, 16)
		for k := range want {
			want[k] = in[(i*16+k)%n]
		}
		for k := range uint32(16) {
			want[in[(i+int(k))%n]%16] += k
		}
		slices.Sort(want)
		require.Equal(f, want, got[16*i:16*i+16], "thread %d", i)
	}
}

func (f foreign) choose() {
	in, out := seeded(500, anyWord), zeros[uint32](f, 500)
	f.call("choose", 2, 256, out, upload(f, in), 500)
	each(f, in, out, wantChosen)
}

func (f foreign) divide() {
	const n = 200
	in, out := seeded(2*n, func(r *rand.Rand) uint64 { return r.Uint64() >> r.IntN(60) }), zeros[uint64](f, 4*n)
	f.call("divide", 1, 256, out, upload(f, in), n)
	got := download[uint64](f, out)
	for i := range n {
		a, b := in[2*i], in[2*i+1]|1
		want := []uint64{a / b, a % b, uint64(int64(a) / int64(b)), uint64(int64(a) % int64(b))}
		require.Equal(f, want, got[4*i:4*i+4], "%d by %d", a, b)
	}
}

func (f foreign) halves() {
	const n = 1000
	in := seeded(n, func(r *rand.Rand) float32 { return float32(math.Ldexp(r.NormFloat64(), r.IntN(38)-24)) })
	out, values := zeros[float32](f, 2*n), halfValues()
	f.call("halves", 4, 256, out, upload(f, in), n)
	got := download[float32](f, out)
	for i, x := range in {
		half := float32(values[wantHalf(x, values)&0x7fff])
		require.Equal(f, math.Copysign(float64(half), float64(x)), float64(got[2*i]), "half of %g", x)
		require.Equal(f, uint32(wantBFloat(x))<<16, math.Float32bits(got[2*i+1]), "bfloat of %g", x)
	}
}

func (f foreign) polynomial() {
	in, out := seeded(100, (*rand.Rand).NormFloat64), zeros[float64](f, 100)
	f.call("polynomial", 1, 128, out, upload(f, in), 100)
	each(f, in, out, func(x float64) float64 {
		r := 0.0
		for _, w := range []float64{7e10, 1e-3, 3, -1.25, 0.5} {
			r = math.FMA(r, x, w)
		}
		return r
	})
}
