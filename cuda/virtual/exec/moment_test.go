package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// A launch finds its clocks where the device is, the same in every block and on
// any number of workers; and who reads them is known.
func TestClocksBeginWhereTheDeviceIs(t *testing.T) {
	body := "mov.u32 %r3, %ctaid.x;\nmul.wide.u32 %rd4, %r3, 16;\nadd.u64 %rd1, %rd1, %rd4;\n" +
		"mov.u64 %rd3, %clock64;\nst.global.u64 [%rd1], %rd3;\nmov.u64 %rd3, %globaltimer;\nst.global.u64 [%rd1+8], %rd3;"
	r := newRig(t, kernelText(body))
	out := r.alloc(1024)
	l := r.launch("k", 40, 1, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(0))
	assert.True(t, l.Kernel.ReadsClocks())
	for _, workers := range []int{1, 4} {
		_, err := Run(context.Background(), r.mem, l, Options{Workers: workers, Start: Moment{Nanoseconds: 1000.5, CyclesPerNanosecond: 2}})
		require.NoError(t, err)
		words := r.read64(out, 80)
		for b := range 40 {
			assert.Equal(t, words[:2], words[2*b:2*b+2], "block %d", b)
		}
		cycles, nanoseconds := words[0], words[1]
		assert.True(t, cycles > 2001 && cycles < 2021, "2001 and a few instructions: %d", cycles)
		assert.True(t, nanoseconds > 1000 && nanoseconds < 1011, "%d", nanoseconds)
	}
	plain := newRig(t, kernelText("mov.u32 %r3, %smid;\nst.global.u32 [%rd1], %r3;"))
	assert.False(t, plain.launch("k", 1, 1, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)).Kernel.ReadsClocks())
}
