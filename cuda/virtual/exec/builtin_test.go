package exec

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// printf formats as C does, block by block, whatever the number of workers.
func TestPrintf(t *testing.T) {
	r := newFileRig(t, "testdata/runtime.ptx")
	want := ""
	for b := range 3 {
		line := strings.NewReplacer("B", string(rune('0'+b)))
		want += line.Replace("0 of B:  2.50|ab    |q|1099511627776 ff 0x10%\n1 of B:  2.50|ab    |q|1099511627776 ff 0x10%\nplain\n")
	}
	for _, workers := range []int{1, 2} {
		l := r.launch("talk", 3, 2, cuda.ArgU32(0), cuda.ArgF64(2.5))
		res, err := Run(context.Background(), r.mem, l, Options{Workers: workers})
		require.NoError(t, err)
		assert.Equal(t, want, string(res.Printed))
	}
}

func TestCFormats(t *testing.T) {
	for _, c := range []struct {
		flags string
		verb  byte
		v     float64
		want  string
	}{
		{"", 'f', 1.5, "1.500000"}, {"8.3", 'e', 12345, "1.234e+04"}, {"", 'g', 0.1, "0.1"}, {"", 'g', 1e10, "1e+10"},
		{"08.2", 'f', f64(0x7ff0 << 48), "     inf"}, {"-5", 'f', f64(0xfff0 << 48), "-inf "}, {"+", 'F', f64(0x7ff0 << 48), "+inf"}, {"", 'f', f64(nan64), "nan"},
	} {
		assert.Equal(t, c.want, cFloat(c.flags, c.verb, c.v), "%%%s%c", c.flags, c.verb)
	}
}

func TestAssert(t *testing.T) {
	r := newFileRig(t, "testdata/runtime.ptx")
	r.run("check", 1, 32, cuda.ArgU32(4))
	_, err := Run(context.Background(), r.mem, r.launch("check", 1, 32, cuda.ArgU32(5)), Options{Workers: 1})
	var e *cuda.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, cuda.LaunchFailed, e.Kind)
	assert.Contains(t, e.Detail, "runtime.cu:")
	assert.Contains(t, e.Detail, "assertion `n < 5` failed")
	assert.Contains(t, e.Lane, "lane 0")
}

// What a kernel allocates is its own, and is there again when it is freed.
func TestHeap(t *testing.T) {
	r := newFileRig(t, "testdata/runtime.ptx")
	out := r.alloc(4 * 128)
	for range 3 {
		r.run("heap", 2, 64, cuda.ArgPtr(out), cuda.ArgU32(1000))
		for i, got := range r.read32(out, 128) {
			require.Equal(t, uint32(i%64*999*1000/2), got, "thread %d", i)
		}
		assert.Empty(t, r.mem.heap.used)
	}
}

func TestHeapPlaces(t *testing.T) {
	h := &heap{base: 4096}
	a, b, c := h.take(10), h.take(100), h.take(16)
	assert.Equal(t, []uint64{4096, 4112, 4224}, []uint64{a, b, c})
	assert.True(t, h.give(b))
	assert.False(t, h.give(b))
	assert.Equal(t, b, h.take(64))
	assert.Equal(t, b+64, h.take(48))
	assert.Zero(t, h.take(heapBytes))
	assert.Zero(t, h.take(0))
}
