package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda"
)

const callsText = header + `
.func (.param .b32 r) twice(.param .b32 x)
{
	.reg .b32 %r<4>;
	.reg .pred %p<2>;
	ld.param.b32 %r1, [x];
	setp.gt.u32 %p1, %r1, 20;
	@%p1 bra L;
	shl.b32 %r1, %r1, 1;
	st.param.b32 [r], %r1;
	ret;
L:
	st.param.b32 [r], 0;
	ret;
}
.func (.param .align 8 .b8 r[16]) pair(.param .b32 x, .param .b64 y)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	ld.param.b32 %r1, [x];
	ld.param.b64 %rd1, [y];
	{
	.param .b32 a; .param .b32 b;
	st.param.b32 [a], %r1;
	call.uni (b), twice, (a);
	ld.param.b32 %r2, [b];
	}
	st.param.v2.b32 [r], {%r1, %r2};
	st.param.b64 [r+8], %rd1;
	ret;
}
.visible .entry k(.param .u64 out)
{
	.reg .b32 %r<8>;
	.reg .b64 %rd<8>;
	.reg .pred %p<2>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mad.wide.u32 %rd1, %r1, 16, %rd1;
	setp.ne.u32 %p1, %r1, 7;
	mov.u64 %rd2, 3;
	mov.u32 %r2, 1; mov.u32 %r3, 2;
	.param .b32 x; .param .b64 y; .param .align 8 .b8 z[16];
	st.param.b32 [x], %r1;
	st.param.b64 [y], %rd1;
	@%p1 call (z), pair, (x, y);
	@%p1 ld.param.v2.b32 {%r2, %r3}, [z];
	@%p1 ld.param.b64 %rd2, [z+8];
	st.global.v2.u32 [%rd1], {%r2, %r3};
	st.global.u64 [%rd1+8], %rd2;
	ret;
}
`

// Functions are called with guards, divergent returns, structures and nesting.
func TestCalls(t *testing.T) {
	r := newRig(t, callsText)
	out := r.alloc(16 * 32)
	res := r.run("k", 1, 32, cuda.ArgPtr(out))
	got := r.read32(out, 4*32)
	for i := range 32 {
		address := uint64(out) + uint64(16*i)
		want := []uint32{uint32(i), uint32(2 * i * b2i(i <= 20)), uint32(address), uint32(address >> 32)}
		if i == 7 {
			want = []uint32{1, 2, 3, 0}
		}
		assert.Equal(t, want, got[4*i:4*i+4], "lane %d", i)
	}
	assert.Zero(t, res.Counters.LocalStore.Requests, "call parameters are no memory traffic")
	assert.Zero(t, r.kernel("k").LocalBytes)
}

// Functions of old PTX take and give registers; constants may be passed, too.
func TestRegisterParameters(t *testing.T) {
	r := newRig(t, header+`
.func (.reg .b32 r, .reg .pred odd) add(.reg .b32 x, .reg .b32 y)
{
	.reg .b32 %t;
	add.s32 %t, x, y;
	mov.b32 r, %t;
	and.b32 %t, %t, 1;
	setp.eq.u32 odd, %t, 1;
	ret;
}
.visible .entry k(.param .u64 out)
{
	.reg .b32 %r<8>;
	.reg .b64 %rd<8>;
	.reg .pred %p, %q;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	setp.lt.u32 %q, %r1, 20;
	mov.b32 %r2, 1000;
	setp.ne.u32 %p, %r1, %r1;
	@%q call (%r2, %p), add, (%r1, 5);
	call (%r3, _), add, (%r1, %r1);
	selp.b32 %r4, 1, 0, %p;
	mad.wide.u32 %rd1, %r1, 16, %rd1;
	st.global.v4.b32 [%rd1], {%r2, %r3, %r4, %r1};
	ret;
}
`)
	out := r.alloc(16 * 32)
	r.run("k", 1, 32, cuda.ArgPtr(out))
	for i := range uint32(32) {
		want := []uint32{i + 5, 2 * i, (i + 5) % 2, i}
		if i >= 20 {
			want[0], want[2] = 1000, 0
		}
		assert.Equal(t, want, r.read32(out+cuda.Ptr(16*i), 4), "lane %d", i)
	}
}

// A guarded indexed branch is taken by those lanes alone whose guard holds.
func TestGuardedIndexedBranch(t *testing.T) {
	r := newRig(t, kernelText(`
	and.b32 %r3, %r1, 3;
	setp.ne.u32 %p1, %r3, 3;
	mov.u32 %r4, 7;
T:	.branchtargets A, B, C;
	@%p1 brx.idx %r3, T;
	bra END;
A:	mov.u32 %r4, 10;
	bra END;
B:	mov.u32 %r4, 11;
	bra END;
C:	mov.u32 %r4, 12;
END:	mad.wide.u32 %rd1, %r1, 4, %rd1;
	st.global.u32 [%rd1], %r4;
	ret;`))
	out := r.alloc(4 * 32)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	for i, got := range r.read32(out, 32) {
		assert.Equal(t, [4]uint32{10, 11, 12, 7}[i%4], got, "lane %d", i)
	}
}
