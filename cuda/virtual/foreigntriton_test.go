package virtual

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Kernels of two versions of Triton, which write cp.async, ldmatrix, mma.sync
// and shared layouts of their own.
func TestForeignTriton(t *testing.T) {
	for name, check := range map[string]func(foreign, func(cuda.Dim3, ...any)){
		"add": foreign.tritonAdd, "softmax": foreign.tritonSoftmax, "transpose": foreign.tritonTranspose, "matmul": foreign.tritonMatmul,
		"histogram": foreign.tritonHistogram, "convert": foreign.tritonConvert, "scan": foreign.tritonScan,
	} {
		for _, file := range foreignFiles(t, "triton_*_"+name+".ptx", 2) {
			t.Run(file, func(t *testing.T) {
				f := openForeign(t, file)
				check(f, func(grid cuda.Dim3, args ...any) { f.triton(file, name, grid, args...) })
			})
		}
	}
}

// triton launches with the warps and the shared memory that the first line of
// the file names, and with null for the parameters of Triton's own.
func (f foreign) triton(file, kernel string, grid cuda.Dim3, args ...any) {
	f.Helper()
	var warps, shared int
	line := firstLine(f.TB, file)
	_, err := fmt.Sscanf(line[strings.Index(line, ";"):], "; %d warps, %d bytes", &warps, &shared)
	require.NoError(f, err)
	for range strings.Count(line, "Triton 3.9") + 1 {
		args = append(args, array{})
	}
	l := f.launch(kernel, 1, 32*warps, arguments(args)...)
	l.Grid, l.DynamicSharedBytes = grid, int64(shared)
	f.run(l)
}

func (f foreign) tritonAdd(run func(cuda.Dim3, ...any)) {
	const n = 1000
	a, b, out := seeded(n, anyFloat), seeded(n+1, anyFloat)[:n], zeros[float32](f, n)
	run(cuda.D1(4), upload(f, a), upload(f, b), out, n)
	assert.Equal(f, wantSums(a, b), download[float32](f, out))
}

func (f foreign) tritonSoftmax(run func(cuda.Dim3, ...any)) {
	const n, rows = 200, 3
	in, out := seeded(n*rows, anyFloat), zeros[float32](f, n*rows)
	run(cuda.D1(rows), upload(f, in), out, n)
	f.near(wantSoftmax(in, n, math.E), out)
}

func (f foreign) tritonTranspose(run func(cuda.Dim3, ...any)) {
	const n = 96
	in, out := seeded(n*n, anyWord), zeros[uint32](f, n*n)
	run(cuda.Dim3{X: 3, Y: 3, Z: 1}, upload(f, in), out, n)
	assert.Equal(f, wantTransposed(in, n), download[uint32](f, out))
}

func (f foreign) tritonMatmul(run func(cuda.Dim3, ...any)) {
	const m, n, k = 64, 96, 128
	small := func(r *rand.Rand) float32 { return float32(r.IntN(9) - 4) }
	a, b, out := seeded(m*k, small), seeded(k*n, small), zeros[float32](f, m*n)
	run(cuda.Dim3{X: 2, Y: 3, Z: 1}, upload(f, toHalves(a)), upload(f, toHalves(b)), out, m, n, k)
	assert.Equal(f, wantProduct(a, b, m, n, k), download[float32](f, out))
}

func (f foreign) tritonHistogram(run func(cuda.Dim3, ...any)) {
	const n = 1000
	in, out := seeded(n, func(r *rand.Rand) int32 { return int32(r.IntN(5000)) }), zeros[int32](f, 64)
	run(cuda.D1(4), upload(f, in), out, n)
	assert.Equal(f, wantHistogram(in), download[int32](f, out))
}

func (f foreign) tritonConvert(run func(cuda.Dim3, ...any)) {
	in := seeded(256, func(r *rand.Rand) float32 { return float32(math.Ldexp(r.NormFloat64(), r.IntN(38)-24)) })
	half, bfloat := zeros[uint16](f, 256), zeros[uint16](f, 256)
	run(cuda.D1(1), upload(f, in), half, bfloat)
	assert.Equal(f, toHalves(in), download[uint16](f, half))
	each(f, in, bfloat, wantBFloat)
}

func (f foreign) tritonScan(run func(cuda.Dim3, ...any)) {
	in, out := seeded(256, anyInt), zeros[int32](f, 256)
	run(cuda.D1(1), upload(f, in), out)
	sum := int32(0)
	for i, got := range download[int32](f, out) {
		sum += in[i]
		require.Equal(f, sum, got, "element %d", i)
	}
}
