package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// routines: a function that counts down by calling itself, two that call each
// other, one under another name, a table of addresses, and local memory that is
// passed down. Odd lanes go deeper than even ones.
const routinesText = header + `
.func (.param .b32 r) down(.param .b32 x)
{
	.reg .b32 %r<5>;
	.reg .pred %p;
	ld.param.b32 %r1, [x];
	setp.eq.s32 %p, %r1, 0;
	mov.b32 %r3, 0;
	@%p bra E;
	sub.s32 %r2, %r1, 1;
	{ .param .b32 a; .param .b32 b;
	st.param.b32 [a], %r2;
	call.uni (b), down, (a);
	ld.param.b32 %r3, [b]; }
	add.s32 %r3, %r3, %r1;
E:	st.param.b32 [r], %r3;
	ret;
}
.func (.param .b32 r) odd(.param .b32 x);
.func (.param .b32 r) even(.param .b32 x)
{
	.reg .b32 %r<5>;
	.reg .pred %p;
	ld.param.b32 %r1, [x];
	st.param.b32 [r], 1;
	setp.eq.s32 %p, %r1, 0;
	@%p ret;
	sub.s32 %r2, %r1, 1;
	{ .param .b32 a; .param .b32 b;
	st.param.b32 [a], %r2;
	call (b), odd, (a);
	ld.param.b32 %r3, [b]; }
	st.param.b32 [r], %r3;
	ret;
}
.func (.param .b32 r) odd(.param .b32 x)
{
	.reg .b32 %r<5>;
	.reg .pred %p;
	ld.param.b32 %r1, [x];
	st.param.b32 [r], 0;
	setp.eq.s32 %p, %r1, 0;
	@%p ret;
	sub.s32 %r2, %r1, 1;
	{ .param .b32 a; .param .b32 b;
	st.param.b32 [a], %r2;
	call (b), even, (a);
	ld.param.b32 %r3, [b]; }
	st.param.b32 [r], %r3;
	ret;
}
.func (.param .b32 r) other(.param .b32 x);
.alias other, down;
.func (.param .b32 r) sum(.param .b64 list, .param .b32 n)
{
	.local .align 8 .b64 mine[2];
	.reg .b32 %r<6>;
	.reg .b64 %rd<6>;
	.reg .pred %p;
	ld.param.b64 %rd1, [list];
	ld.param.b32 %r1, [n];
	st.local.b64 [mine], %rd1;
	st.local.b32 [mine+8], %r1;
	mov.b32 %r4, 0;
	setp.eq.s32 %p, %r1, 0;
	@%p bra L;
	mov.b64 %rd2, mine;
	cvta.local.u64 %rd3, %rd2;
	sub.s32 %r2, %r1, 1;
	{ .param .b64 a; .param .b32 b; .param .b32 c;
	st.param.b64 [a], %rd3;
	st.param.b32 [b], %r2;
	call (c), sum, (a, b);
	ld.param.b32 %r4, [c]; }
L:	setp.eq.s64 %p, %rd1, 0;
	@%p bra M;
	ld.b32 %r5, [%rd1+8];
	add.s32 %r4, %r4, %r5;
M:	ld.local.b32 %r5, [mine+8];
	add.s32 %r4, %r4, %r5;
	st.param.b32 [r], %r4;
	ret;
}
.global .u64 table[2] = {down, even};
.visible .entry k(.param .u64 out)
{
	.reg .b32 %r<20>;
	.reg .b64 %rd<8>;
	.reg .pred %p;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	and.b32 %r3, %r1, 1;
	mad.lo.s32 %r2, %r3, 5, 3;
	.param .b32 x; .param .b32 y; .param .b64 z;
	st.param.b32 [x], %r2;
	call (y), other, (x);
	ld.param.b32 %r10, [y];
	call (y), even, (x);
	ld.param.b32 %r11, [y];
	mul.wide.u32 %rd2, %r3, 8;
	mov.u64 %rd3, table;
	add.u64 %rd3, %rd3, %rd2;
	ld.global.u64 %rd4, [%rd3];
	like: .callprototype (.param .b32 _) _ (.param .b32 _);
	setp.ne.u32 %p, %r1, 6;
	mov.b32 %r12, 99;
	@%p call (y), %rd4, (x), like;
	@%p ld.param.b32 %r12, [y];
	st.param.b64 [z], 0;
	call (y), sum, (z, x);
	ld.param.b32 %r13, [y];
	mad.wide.u32 %rd1, %r1, 16, %rd1;
	st.global.v4.b32 [%rd1], {%r10, %r11, %r12, %r13};
	ret;
}
`

func TestRoutines(t *testing.T) {
	r := newRig(t, routinesText)
	out := r.alloc(16 * 32)
	r.run("k", 1, 32, cuda.ArgPtr(out))
	got := r.read32(out, 4*32)
	for i := range 32 {
		// Depth 3 or 8: the sum to it, whether it is even, one of the two, and the
		// sum of n and, below the first, of the caller's n.
		want := []uint32{6, 0, 6, 6 + 6}
		if i%2 == 1 {
			want = []uint32{36, 1, 1, 36 + 36}
		}
		if i == 6 {
			want[2] = 99
		}
		assert.Equal(t, want, got[4*i:4*i+4], "lane %d", i)
	}
}

// Calls that never end, and addresses of nothing, are errors of the launch.
func TestRoutineFaults(t *testing.T) {
	for _, c := range []struct{ function, call, detail string }{
		{".func f { call f; ret; }", "call f;", "recursion does not end"},
		{".func f { .local .b8 big[4000]; call f; ret; }", "call f;", "stack overflow"},
		{".func f { ret; }", "mov.u64 %rd3, 16; like: .callprototype _ (); call %rd3, like;", "no function at the address 0x10"},
		{".func f (.param .b32 x) { ret; }", "mov.u64 %rd3, f; like: .callprototype _ (); call %rd3, like;", "does not match"},
	} {
		text := kernelText(c.call)
		r := newRig(t, header+c.function+text[len(header):])
		l := r.launch("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
		_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		require.ErrorContains(t, err, c.detail)
		var e *cuda.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, cuda.LaunchFailed, e.Kind)
		assert.Positive(t, e.Line)
		assert.NotEmpty(t, e.Lane)
	}
}

// Stepping gives the same results as running.
func TestRoutinesStepped(t *testing.T) {
	r := newRig(t, routinesText)
	out := r.alloc(16 * 32)
	b, err := NewBlock(r.mem, r.launch("k", 1, 32, cuda.ArgPtr(out)), 0, Hooks{})
	require.NoError(t, err)
	var s Step
	for w := b.Warps()[0]; w.Status() == Running; {
		require.NoError(t, w.Step(&s))
	}
	assert.Equal(t, []uint32{36, 1, 1, 72}, r.read32(out+16*31, 4))
}
