package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda"
)

// Atomic operations of 16 bits change their half of the word alone.
func TestAtomic16(t *testing.T) {
	r := newRig(t, kernelText(`
	.shared .align 4 .b32 s[2];
	mov.u32 %r3, 0x40003c00;
	st.shared.u32 [s], %r3;
	mov.b16 %h1, 0x3c00;
	atom.shared.add.noftz.f16 %h2, [s+2], %h1;
	red.global.add.noftz.f16 [%rd1], %h1;
	red.global.add.noftz.bf16 [%rd1+6], %h1;
	mov.b16 %h3, 7;
	mov.b16 %h4, 9;
	atom.global.cas.b16 %h5, [%rd1+2], %h3, %h4;
	ld.shared.u32 %r4, [s];
	st.global.u32 [%rd1+8], %r4;
	st.global.u16 [%rd1+12], %h2;
	st.global.u16 [%rd1+14], %h5;
	ret;`))
	out := r.words(0x00074000, 0x3c00_1234, 0, 0)
	r.run("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	assert.Equal(t, []uint32{0x0009_4200, 0x3c80_1234, 0x4200_3c00, 0x0007_4000}, r.read32(out, 4))
}

// A vector of atomic operations is one on each element.
func TestAtomicVector(t *testing.T) {
	r := newRig(t, kernelText(`
	mov.f32 %f1, 0f3F800000;
	mov.f32 %f2, 0f40000000;
	atom.global.add.v2.f32 {%f3, %f4}, [%rd1], {%f1, %f2};
	atom.global.add.v2.f32 {%f3, %f4}, [%rd1], {%f1, %f2};
	red.global.add.v4.f32 [%rd1+16], {%f1, %f2, %f3, %f4};
	mov.b16 %h1, 0x3c00;
	red.relaxed.gpu.global.add.noftz.v4.f16 [%rd1+32], {%h1, %h1, %h1, %h1};
	mov.b32 %r3, 0x3c003c00;
	red.add.noftz.v2.f16x2 [%rd1+32], {%r3, %r3};
	ret;`))
	out := r.alloc(64)
	res := r.run("k", 1, 3, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	f := func(v float32) uint32 { return math.Float32bits(v) }
	got := r.read32(out, 10)
	assert.Equal(t, []uint32{f(6), f(12), 0, 0, f(3), f(6), f(3 + 4 + 5), f(6 + 8 + 10), 0x46004600, 0x46004600}, got)
	assert.Equal(t, uint64(5), res.Counters.GlobalAtomic.Requests)
	_, err := compileText(kernelText("red.global.add.v8.f32 [%rd1], {%f1, %f1, %f1, %f1, %f1, %f1, %f1, %f1};"))
	assert.ErrorContains(t, err, "no vector form")
}
