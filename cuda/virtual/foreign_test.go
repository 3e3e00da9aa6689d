package virtual

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// foreign is a module that some compiler wrote, loaded on a device.
type foreign struct{ rig }

// openForeign loads a file of testdata/foreign.
func openForeign(t *testing.T, file string) foreign {
	r := newRig(t, "a100-80-sxm")
	r.module = r.load(filepath.Join("testdata/foreign", file), nil)
	return foreign{r}
}

// foreignFiles gives the files of a pattern, of which there must be so many.
func foreignFiles(t *testing.T, pattern string, count int) []string {
	paths, err := filepath.Glob(filepath.Join("testdata/foreign", pattern))
	require.NoError(t, err)
	require.Len(t, paths, count, pattern)
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths
}

func firstLine(t testing.TB, file string) string {
	text, err := os.ReadFile(filepath.Join("testdata/foreign", file))
	require.NoError(t, err)
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}

// array is device memory with the elements of a host slice.
type array struct {
	cuda.Ptr
	n, size int
}

// upload copies elements to new device memory.
func upload[T any](f foreign, v []T) array {
	f.Helper()
	raw, err := binary.Append(nil, binary.LittleEndian, v)
	require.NoError(f, err)
	p, err := f.Alloc(int64(len(raw)))
	require.NoError(f, err)
	require.NoError(f, f.Write(p, raw))
	return array{p, len(v), len(raw) / len(v)}
}

// zeros makes an array of n zeros.
func zeros[T any](f foreign, n int) array { return upload(f, make([]T, n)) }

// download copies an array back.
func download[T any](f foreign, a array) []T {
	f.Helper()
	raw, out := make([]byte, a.n*a.size), make([]T, a.n)
	require.NoError(f, f.Read(raw, a.Ptr))
	_, err := binary.Decode(raw, binary.LittleEndian, out)
	require.NoError(f, err)
	return out
}

// arguments makes kernel arguments of arrays, as pointers, and of numbers.
func arguments(args []any) (list []cuda.Arg) {
	for _, a := range args {
		switch a := a.(type) {
		case array:
			list = append(list, cuda.ArgPtr(a.Ptr))
		case int:
			list = append(list, cuda.ArgU32(uint32(a)))
		}
	}
	return list
}

// launch looks for mistakes, too, of which compilers make none.
func (f foreign) launch(kernel string, grid, block int, args ...cuda.Arg) cuda.Launch {
	f.Helper()
	l := f.rig.launch(kernel, grid, block, args...)
	l.Check = cuda.Checks{Memory: true, Races: true}
	return l
}

// call runs a kernel whose arrays are pointers.
func (f foreign) call(kernel string, grid, block int, args ...any) {
	f.Helper()
	f.run(f.launch(kernel, grid, block, arguments(args)...))
}

// seeded gives n values that do not change from run to run.
func seeded[T any](n int, value func(*rand.Rand) T) []T {
	rnd := rand.New(rand.NewPCG(4, uint64(n)))
	out := make([]T, n)
	for i := range out {
		out[i] = value(rnd)
	}
	return out
}

func anyFloat(r *rand.Rand) float32 { return float32(r.NormFloat64() * 4) }
func anyInt(r *rand.Rand) int32     { return int32(r.IntN(2001) - 1000) }
func anyWord(r *rand.Rand) uint32   { return r.Uint32() >> r.IntN(28) }

// Whatever a compiler wrote can be timed: calls, recursion, printf, the heap.
func TestForeignTimed(t *testing.T) {
	f := openForeign(t, "nvcc_13.5_O0.ptx")
	f.module = f.load("exec/testdata/runtime.ptx", nil)
	out := zeros[int32](f, 256)
	report := f.time(f.rig.launch("heap", 2, 64, arguments([]any{out, 100})...))
	assert.Empty(t, report.Printed)
	report = f.time(f.rig.launch("talk", 1, 2, cuda.ArgU32(0), cuda.ArgF64(2.5)))
	assert.Contains(t, report.Printed, "1 of 0:  2.50|ab")
	assert.Equal(t, 1, strings.Count(report.Printed, "plain"))
	f.module = f.load("testdata/foreign/nvcc_13.5_O0.ptx", nil)
	in := seeded(64, anyWord)
	f.time(f.rig.launch("recurse", 1, 64, arguments([]any{out, upload(f, in)})...))
	each(f, in, array{out.Ptr, 64, 4}, func(x uint32) uint32 { return wantFibonacci(x % 9) })
}

// time runs a launch in a window and gives its report.
func (f foreign) time(l cuda.Launch) cuda.Report {
	f.Helper()
	w, err := f.Time(f.Context(), l, 2)
	require.NoError(f, err)
	assert.Positive(f, w.Seconds)
	return w.Report
}
