package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Registers of 128 bits are moved, loaded, stored and exchanged.
func TestWideRegisters(t *testing.T) {
	r := newRig(t, kernelText(`
	.reg .b128 %x<4>;
	.shared .align 16 .b8 s[64];
	mul.wide.u32 %rd3, %r1, 16;
	add.u64 %rd4, %rd1, %rd3;
	add.u64 %rd5, %rd2, %rd3;
	ld.global.b128 %x1, [%rd5];
	mov.b128 {%rd6, %rd7}, %x1;
	mov.b128 %x2, {%rd7, %rd6};
	mov.b128 %x0, %x2;
	st.b128 [%rd4], %x0;
	@%p1 st.b128 [%rd4], %x1;
	mov.b64 %rd8, 1;
	mov.b64 %rd9, 0;
	mov.b128 %x3, {%rd8, %rd9};
	atom.global.exch.b128 %x1, [%rd1+512], %x3;
	atom.cas.b128 %x2, [%rd1+512], %x3, %x0;
	@!%p1 st.shared.b128 [s], %x2;
	ld.shared.v2.u64 {%rd6, %rd7}, [s];
	st.global.v2.u64 [%rd1+528], {%rd6, %rd7};
	ret;`))
	in := make([]uint32, 4*32)
	for i := range in {
		in[i] = uint32(i)
	}
	out, src := r.alloc(1024), r.words(in...)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(src), cuda.ArgU32(0))
	got := r.read32(out, 136)
	for i := range 32 {
		assert.Equal(t, []uint32{in[4*i+2], in[4*i+3], in[4*i], in[4*i+1]}, got[4*i:4*i+4], "lane %d", i)
	}
	// Every lane put 1 there; the first one's exchange found it and put its own.
	assert.Equal(t, []uint32{2, 3, 0, 1}, got[128:132])
}

// The elements of a vector register are registers.
func TestVectorRegisters(t *testing.T) {
	r := newRig(t, kernelText(`
	.reg .v4 .f32 %v<2>;
	.reg .v2 .u32 %w;
	ld.global.v4.f32 %v1, [%rd2];
	add.f32 %v1.x, %v1.y, %v1.a;
	mov.u32 %w.y, 7;
	mov.b32 %w.x, %v1.b;
	st.global.v4.f32 [%rd1], %v1;
	st.global.v2.u32 [%rd1+16], %w;
	st.global.v2.u32 [%rd1+24], {%w.y, %w.x};
	ret;`))
	out, src := r.alloc(64), r.words(uint32(b32(1)), uint32(b32(2)), uint32(b32(3)), uint32(b32(4)))
	r.run("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(src), cuda.ArgU32(0))
	three := uint32(b32(3))
	assert.Equal(t, []uint32{uint32(b32(6)), uint32(b32(2)), three, uint32(b32(4)), three, 7, 7, three}, r.read32(out, 8))
}

// alloca gives each lane as much memory as it asks for, until it is given back.
func TestAlloca(t *testing.T) {
	r := newRig(t, kernelText(`
	.local .align 4 .b8 own[8];
	add.u32 %r3, %r1, 1;
	mul.wide.u32 %rd3, %r3, 4;
	stacksave.u64 %rd4;
	alloca.u64 %rd5, %rd3;
	alloca.u64 %rd6, 8, 32;
	mul.wide.u32 %rd7, %r1, 4;
	add.u64 %rd7, %rd5, %rd7;
	st.local.u32 [%rd7], %r3;
	st.local.u32 [%rd6], -1;
	st.local.u32 [own+4], -2;
	ld.local.u32 %r4, [%rd7];
	stackrestore.u64 %rd4;
	alloca.u64 %rd8, 4;
	sub.u64 %rd9, %rd8, %rd5;
	cvt.u32.u64 %r5, %rd9;
	and.b64 %rd10, %rd6, 31;
	cvt.u32.u64 %r6, %rd10;
	mad.wide.u32 %rd1, %r1, 16, %rd1;
	st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r1};
	ret;`))
	out := r.alloc(16 * 32)
	l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err)
	for i := range uint32(32) {
		assert.Equal(t, []uint32{i + 1, 0, 0, i}, r.read32(out+cuda.Ptr(16*i), 4))
	}
}

// The barrier of a cluster of one block joins its threads.
func TestClusterOfOneBlock(t *testing.T) {
	r := newRig(t, kernelText(`
	.shared .b32 s[64];
	mov.u32 %r3, s;
	mapa.shared::cluster.u32 %r4, %r3, %r5;
	mad.lo.u32 %r6, %r1, 4, %r4;
	st.shared::cluster.u32 [%r6], %r1;
	barrier.cluster.arrive.release.aligned;
	barrier.cluster.wait.acquire.aligned;
	xor.b32 %r7, %r1, 63;
	mad.lo.u32 %r8, %r7, 4, %r3;
	ld.shared.u32 %r9, [%r8];
	mov.u32 %r10, %cluster_nctarank;
	mov.u32 %r11, %cluster_ctarank;
	mad.wide.u32 %rd1, %r1, 16, %rd1;
	st.global.v4.u32 [%rd1], {%r9, %r10, %r11, %r1};
	ret;`))
	out := r.alloc(16 * 64)
	r.run("k", 1, 64, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	for i := range uint32(64) {
		assert.Equal(t, []uint32{i ^ 63, 1, 0, i}, r.read32(out+cuda.Ptr(16*i), 4))
	}
}

// redux of singles passes over NaN unless it is asked not to.
func TestReduceFloats(t *testing.T) {
	r := newRig(t, kernelText(`
	cvt.rn.f32.u32 %f1, %r1;
	sub.f32 %f1, %f1, 0f41200000;
	setp.eq.u32 %p1, %r1, 3;
	@%p1 mov.b32 %f1, 0f7FC00000;
	redux.sync.min.f32 %f2, %f1, -1;
	redux.sync.max.abs.f32 %f3, %f1, -1;
	redux.sync.max.NaN.f32 %f4, %f1, -1;
	redux.sync.min.abs.f32 %f5, %f1, -1;
	st.global.v4.f32 [%rd1], {%f2, %f3, %f4, %f5};
	ret;`))
	out := r.alloc(16)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	assert.Equal(t, []uint32{uint32(b32(-10)), uint32(b32(21)), nan32, 0}, r.read32(out, 4))
}
