package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// lanesOfBody runs one warp and gives what each lane stored in %r10.
func lanesOfBody(t *testing.T, body string, threads int) []uint32 {
	t.Helper()
	r := newRig(t, kernelText(body+"\nmad.wide.u32 %rd10, %r1, 4, %rd1;\nst.global.u32 [%rd10], %r10;"))
	out := r.alloc(int64(4 * threads))
	r.run("k", 1, threads, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(9))
	return r.read32(out, threads)
}

func expect(n int, f func(i int) uint32) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// Nested branches, loops of different lengths and early exits reconverge, and
// every lane computes its own value.
func TestDivergence(t *testing.T) {
	body := `
	mov.u32 %r10, 0;
	and.b32 %r3, %r1, 7;
	setp.eq.u32 %p1, %r3, 0;
	@%p1 bra skip;
loop:
	add.u32 %r10, %r10, %r1;
	and.b32 %r4, %r3, 1;
	setp.eq.u32 %p2, %r4, 0;
	@%p2 bra even;
	add.u32 %r10, %r10, 1000;
	bra.uni join;
even:
	add.u32 %r10, %r10, 1;
join:
	sub.u32 %r3, %r3, 1;
	setp.ne.u32 %p3, %r3, 0;
	@%p3 bra loop;
skip:
	activemask.b32 %r5;
	setp.eq.u32 %p4, %r5, -1;
	@%p4 add.u32 %r10, %r10, 1000000;`
	want := expect(32, func(i int) uint32 {
		v := uint32(1000000)
		for k := i & 7; k > 0; k-- {
			v += uint32(i) + 1 + uint32(k&1)*999
		}
		return v
	})
	assert.Equal(t, want, lanesOfBody(t, body, 32))
}

// Lanes that leave early do not hold up the others.
func TestEarlyExit(t *testing.T) {
	body := `
	mov.u32 %r10, 5;
	mad.wide.u32 %rd10, %r1, 4, %rd1;
	st.global.u32 [%rd10], %r10;
	setp.lt.u32 %p1, %r1, 10;
	@%p1 exit;
	bar.sync 0;
	vote.sync.ballot.b32 %r10, %p1, -1;
	not.b32 %r10, %r10;`
	got := lanesOfBody(t, body, 64)
	assert.Equal(t, expect(64, func(i int) uint32 {
		if i < 10 {
			return 5
		}
		return 0xffffffff
	}), got)
}

// A lane that holds a lock is let go on although others spin before it.
func TestFairness(t *testing.T) {
	body := `
again:
	atom.global.cas.b32 %r3, [%rd2], 0, 1;
	setp.ne.u32 %p1, %r3, 0;
	@%p1 bra again;
	ld.volatile.global.u32 %r4, [%rd2+4];
	add.u32 %r4, %r4, 1;
	st.volatile.global.u32 [%rd2+4], %r4;
	membar.gl;
	atom.global.exch.b32 %r5, [%rd2], 0;`
	for _, grid := range []int{1, 3} {
		r := newRig(t, kernelText(body))
		lock := r.words(0, 0)
		r.run("k", grid, 64, cuda.ArgPtr(0), cuda.ArgPtr(lock), cuda.ArgU32(0))
		assert.Equal(t, []uint32{0, uint32(64 * grid)}, r.read32(lock, 2))
	}
}

// Blocks that wait for each other all get a turn.
func TestGridBarrier(t *testing.T) {
	body := `
	mov.u32 %r3, %nctaid.x;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra wait;
	atom.global.add.u32 %r4, [%rd2], 1;
spin:
	ld.volatile.global.u32 %r5, [%rd2];
	setp.lt.u32 %p2, %r5, %r3;
	@%p2 bra spin;
wait:
	bar.sync 0;
	setp.eq.u32 %p3, %r1, 33;
	@%p3 red.global.add.u32 [%rd2+4], 1;`
	r := newRig(t, kernelText(body))
	for _, workers := range []int{1, 2} {
		flag := r.words(0, 0)
		l := r.launch("k", 9, 64, cuda.ArgPtr(0), cuda.ArgPtr(flag), cuda.ArgU32(0))
		_, err := Run(t.Context(), r.mem, l, Options{Workers: workers})
		require.NoError(t, err)
		assert.Equal(t, []uint32{9, 9}, r.read32(flag, 2))
	}
}

// A warp that waits for another one of its block through shared memory.
func TestWarpsWaitForEachOther(t *testing.T) {
	body := `
	.shared .b32 flag;
	mov.u32 %r10, 0;
	setp.ge.u32 %p1, %r1, 32;
	@%p1 bra set;
spin:
	ld.volatile.shared.u32 %r10, [flag];
	setp.eq.u32 %p2, %r10, 0;
	@%p2 bra spin;
	bra.uni end;
set:
	mov.u32 %r3, 77;
	st.volatile.shared.u32 [flag], %r3;
end:`
	got := lanesOfBody(t, body, 64)
	assert.Equal(t, uint32(77), got[0])
}

// Shuffles of each mode, with segments and predicates.
func TestShuffle(t *testing.T) {
	for _, c := range []struct {
		form string
		want func(i int) uint32
	}{
		{"shfl.sync.idx.b32 %r10, %r1, 5, 31, -1;", func(int) uint32 { return 5 }},
		{"shfl.sync.up.b32 %r10, %r1, 3, 0, -1;", func(i int) uint32 { return uint32(max(i-3, i&^31, 0) + b2i(i < 3)*i) }},
		{"shfl.sync.down.b32 %r10, %r1, 4, 31, -1;", func(i int) uint32 { return uint32(pick(i+4 < 32, i+4, i)) }},
		{"shfl.sync.bfly.b32 %r10, %r1, 7, 31, -1;", func(i int) uint32 { return uint32(i ^ 7) }},
		{"shfl.sync.down.b32 %r10, %r1, 2, 0x1807, -1;", func(i int) uint32 { return uint32(pick(i&7+2 < 8, i+2, i)) }},
		{"shfl.sync.idx.b32 %r10, %r1, 3, 0x181f, -1;", func(i int) uint32 { return uint32(i&^7 | 3) }},
		{"{.reg .b32 %q; shfl.sync.up.b32 %q|%p1, %r1, 1, 0, -1;\nselp.u32 %r10, 1, 0, %p1;}", func(i int) uint32 { return uint32(b2i(i > 0)) }},
		{"shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;\nmov.u32 %r10, %r1;\nmov.u32 %r1, %tid.x;", func(i int) uint32 { return uint32(i ^ 1) }},
		{"shfl.down.b32 %r10, %r1, 1, 31;", func(i int) uint32 { return uint32(min(i+1, 31)) }},
	} {
		assert.Equal(t, expect(32, c.want), lanesOfBody(t, c.form, 32), c.form)
	}
}

func b2i(b bool) int { return int(boolBit(b)) }

// Votes, match, redux, elect.
func TestWarpFunctions(t *testing.T) {
	odd := "and.b32 %r3, %r1, 1;\nsetp.ne.u32 %p1, %r3, 0;\n"
	for _, c := range []struct {
		body string
		want func(i int) uint32
	}{
		{odd + "vote.sync.ballot.b32 %r10, %p1, -1;", func(int) uint32 { return 0xaaaaaaaa }},
		{odd + "vote.sync.ballot.b32 %r10, !%p1, -1;", func(int) uint32 { return 0x55555555 }},
		{odd + "vote.sync.any.pred %p2, %p1, -1;\nselp.u32 %r10, 1, 0, %p2;", func(int) uint32 { return 1 }},
		{odd + "vote.sync.all.pred %p2, %p1, -1;\nselp.u32 %r10, 1, 0, %p2;", func(int) uint32 { return 0 }},
		{odd + "vote.sync.uni.pred %p2, %p1, -1;\nselp.u32 %r10, 1, 0, %p2;", func(int) uint32 { return 0 }},
		{odd + "@%p1 vote.sync.ballot.b32 %r10, %p1, 0xaaaaaaaa;\n@!%p1 mov.u32 %r10, 3;",
			func(i int) uint32 { return pick[uint32](i&1 == 1, 0xaaaaaaaa, 3) }},
		{"shr.u32 %r3, %r1, 3;\nmatch.any.sync.b32 %r10, %r3, -1;", func(i int) uint32 { return 0xff << (i / 8 * 8) }},
		{"mov.u32 %r3, 1;\nmatch.all.sync.b32 %r10|%p1, %r3, -1;", func(int) uint32 { return 0xffffffff }},
		{"match.all.sync.b32 %r10|%p1, %r1, -1;\n@%p1 mov.u32 %r10, 9;", func(int) uint32 { return 0 }},
		{"redux.sync.add.u32 %r10, %r1, -1;", func(int) uint32 { return 496 }},
		{"neg.s32 %r3, %r1;\nredux.sync.min.s32 %r10, %r3, -1;", func(int) uint32 { return 0xffffffe1 }},
		{"elect.sync %r10|%p1, -1;\n@%p1 add.u32 %r10, %r10, 100;", func(i int) uint32 { return uint32(b2i(i == 0) * 100) }},
		{"mov.u32 %r10, %lanemask_lt;", func(i int) uint32 { return 1<<i - 1 }},
		{"mov.u32 %r10, %lanemask_ge;", func(i int) uint32 { return ^(1<<i - 1) }},
		{"mov.u32 %r3, %lanemask_le;\npopc.b32 %r10, %r3;", func(i int) uint32 { return uint32(i + 1) }},
		{"add.u32 %r10, %laneid, %tid.x;", func(i int) uint32 { return uint32(2 * i) }},
	} {
		assert.Equal(t, expect(32, c.want), lanesOfBody(t, c.body, 32), c.body)
	}
}

// A warp barrier joins lanes at different instructions.
func TestWarpBarrier(t *testing.T) {
	body := `
	.shared .b32 s[32];
	mov.u32 %r4, s;
	shl.b32 %r3, %r1, 2;
	add.u32 %r3, %r3, %r4;
	setp.lt.u32 %p1, %r1, 16;
	@%p1 bra low;
	st.shared.u32 [%r3], %r1;
	bar.warp.sync -1;
	mov.u32 %r10, 1;
	bra end;
low:
	bar.warp.sync -1;
	ld.shared.u32 %r10, [%r3+64];
end:`
	assert.Equal(t, expect(32, func(i int) uint32 { return pick(i < 16, uint32(i+16), 1) }), lanesOfBody(t, body, 32))
}

// Barriers: reductions, a named one for some warps, arrive without waiting.
func TestBlockBarriers(t *testing.T) {
	odd := "and.b32 %r3, %r1, 1;\nsetp.ne.u32 %p1, %r3, 0;\n"
	for _, c := range []struct {
		body string
		want uint32
	}{
		{odd + "bar.red.popc.u32 %r10, 0, %p1;", 48},
		{odd + "bar.red.popc.u32 %r10, 0, !%p1;", 48},
		{odd + "bar.red.and.pred %p2, 0, %p1;\nselp.u32 %r10, 1, 0, %p2;", 0},
		{odd + "barrier.cta.red.or.aligned.pred %p2, 1, 96, %p1;\nselp.u32 %r10, 1, 0, %p2;", 1},
	} {
		assert.Equal(t, expect(96, func(int) uint32 { return c.want }), lanesOfBody(t, c.body, 96), c.body)
	}
	producer := `
	.shared .b32 s[32];
	mov.u32 %r10, 0;
	setp.ge.u32 %p1, %r1, 32;
	@%p1 bra produce;
	bar.sync 1, 64;
	ld.shared.u32 %r10, [s+4];
	bra end;
produce:
	st.shared.u32 [s+4], 6;
	bar.arrive 1, 64;
end:`
	assert.Equal(t, expect(64, func(i int) uint32 { return uint32(6 * b2i(i < 32)) }), lanesOfBody(t, producer, 64))
}

// Indices of threads and blocks in three dimensions.
func TestSpecialRegisters(t *testing.T) {
	body := "mov.u32 %r1, %tid.x;\n"
	for i, s := range []string{"%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z",
		"%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%warpid", "%smid", "%nsmid"} {
		body += fmt.Sprintf("mov.u32 %%r3, %s;\nst.global.u32 [%%rd3+%d], %%r3;\n", s, 4*i)
	}
	index := `
	mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z;
	mad.lo.s32 %r5, %r6, 3, %r5; mad.lo.s32 %r4, %r5, 2, %r4;
	mov.u32 %r5, %tid.x; mov.u32 %r6, %tid.y; mov.u32 %r7, %tid.z;
	mad.lo.s32 %r6, %r7, 3, %r6; mad.lo.s32 %r5, %r6, 5, %r5;
	mad.lo.s32 %r4, %r4, 60, %r5;
	mad.wide.u32 %rd3, %r4, 64, %rd1;
`
	r := newRig(t, kernelText(index+body))
	out := r.alloc(64 * 60 * 12)
	l := r.launch("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(0))
	l.Grid, l.Block = cuda.Dim3{X: 2, Y: 3, Z: 2}, cuda.Dim3{X: 5, Y: 3, Z: 4}
	_, err := Run(t.Context(), r.mem, l, Options{Workers: 1, SMCount: 5})
	require.NoError(t, err)
	got := r.read32(out, 16*60*12)
	for b := range 12 {
		for n := range 60 {
			row := got[16*(60*b+n):][:15]
			want := []uint32{uint32(n % 5), uint32(n / 5 % 3), uint32(n / 15), 5, 3, 4,
				uint32(b % 2), uint32(b / 2 % 3), uint32(b / 6), 2, 3, 2, uint32(n / 32), uint32(b % 5), 5}
			require.Equal(t, want, row, "block %d thread %d", b, n)
		}
	}
}

// The clocks advance, so that a wait loop ends.
func TestClocksAdvance(t *testing.T) {
	for _, body := range []string{
		"mov.u64 %rd3, %clock64;\nl: mov.u64 %rd4, %clock64;\nsub.s64 %rd4, %rd4, %rd3;\nsetp.lt.u64 %p1, %rd4, 1000;\n@%p1 bra l;\nmov.u32 %r10, 1;",
		"mov.u64 %rd3, %globaltimer;\nl: mov.u64 %rd4, %globaltimer;\nsub.s64 %rd4, %rd4, %rd3;\nsetp.lt.u64 %p1, %rd4, 1000;\n@%p1 bra l;\nmov.u32 %r10, 1;",
		"mov.u32 %r3, %clock;\nl: mov.u32 %r4, %clock;\nsub.u32 %r4, %r4, %r3;\nsetp.lt.u32 %p1, %r4, 1000;\n@%p1 bra l;\nmov.u32 %r10, 1;",
	} {
		assert.Equal(t, expect(32, func(int) uint32 { return 1 }), lanesOfBody(t, body, 32))
	}
}

// Atomic operations on one word, in lane order.
func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op   string
		from uint32
		want uint32
	}{
		{"add.u32 %r3, [%rd2], 3", 1, 97}, {"min.s32 %r3, [%rd2], %r1", 50, 0}, {"max.u32 %r3, [%rd2], %r1", 5, 31},
		{"inc.u32 %r3, [%rd2], 9", 0, 32 % 10}, {"dec.u32 %r3, [%rd2], 9", 0, 8}, {"and.b32 %r3, [%rd2], %r1", 0xff, 0},
		{"or.b32 %r3, [%rd2], %r1", 64, 95}, {"xor.b32 %r3, [%rd2], %r1", 7, 7}, {"exch.b32 %r3, [%rd2], %r1", 7, 31},
		{"cas.b32 %r3, [%rd2], %r1, 5", 4, 5 + 0}, {"add.f32 %f3, [%rd2], 0f3F800000", 0, 0x42000000},
		{"add.noftz.f16x2 %r3, [%rd2], %r4", 0, 0x50005000},
	} {
		for _, space := range []string{"global.", "", "shared."} {
			setup := "mov.u32 %r4, 0x3C003C00;\n"
			if space == "shared." {
				setup += fmt.Sprintf(".shared .b32 s;\nst.shared.u32 [s], %d;\nmov.u64 %%rd3, %%rd2;\nmov.u64 %%rd2, s;\n", c.from)
			}
			end := ""
			if space == "shared." {
				end = "\nld.shared.u32 %r5, [s];\nst.global.u32 [%rd3], %r5;"
			}
			r := newRig(t, kernelText(setup+"atom."+space+c.op+";"+end))
			word := r.words(c.from)
			r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(word), cuda.ArgU32(0))
			assert.Equal(t, c.want, r.read32(word, 1)[0], "%s%s", space, c.op)
		}
	}
}

// Each lane gets the value before its own operation.
func TestAtomicReturns(t *testing.T) {
	r := newRig(t, kernelText("atom.global.add.u64 %rd3, [%rd2], 5;\ncvt.u32.u64 %r3, %rd3;\nmad.wide.u32 %rd4, %r1, 4, %rd1;\nst.global.u32 [%rd4], %r3;"))
	out, word := r.alloc(128), r.words(7, 0)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(word), cuda.ArgU32(0))
	assert.Equal(t, expect(32, func(i int) uint32 { return uint32(7 + 5*i) }), r.read32(out, 32))
	assert.Equal(t, uint64(7+5*32), r.read64(word, 1)[0])
}

// The addition of fp32 flushes subnormals in global memory and keeps them in
// shared memory.
func TestAtomicSubnormals(t *testing.T) {
	for space, want := range map[string]uint32{"global": 0, "shared": 2} {
		body := ".shared .b32 s;\nst.shared.u32 [s], 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 exit;\n"
		if space == "global" {
			body += "red.global.add.f32 [%rd2], 0f00000001;"
		} else {
			body += "red.shared.add.f32 [s], 0f00000001;\nld.shared.u32 %r3, [s];\nst.global.u32 [%rd2], %r3;"
		}
		r := newRig(t, kernelText(body))
		word := r.words(1)
		r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(word), cuda.ArgU32(0))
		assert.Equal(t, want, r.read32(word, 1)[0], space)
	}
}

// An indexed branch sends each lane to its own target.
func TestIndexedBranch(t *testing.T) {
	body := `
	and.b32 %r3, %r1, 3;
list: .branchtargets L0, L1, L2, L1;
	brx.idx %r3, list;
L0:
	mov.u32 %r10, 10;
	bra end;
L1:
	mov.u32 %r10, 11;
	bra end;
L2:
	mov.u32 %r10, 12;
end:`
	assert.Equal(t, expect(32, func(i int) uint32 { return [4]uint32{10, 11, 12, 11}[i&3] }), lanesOfBody(t, body, 32))
}
