package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// asyncText wraps a body in which %rd3 is the lane's 16 bytes of in, %rd4 those
// of shared memory s, which hold 0xaa… at first, %rd5 those of out.
func asyncText(body string) string {
	return kernelText(`
	.shared .align 16 .b8 s[2048];
	mul.wide.u32 %rd6, %r1, 16;
	add.s64 %rd3, %rd2, %rd6;
	mov.u64 %rd4, s;
	add.s64 %rd4, %rd4, %rd6;
	add.s64 %rd5, %rd1, %rd6;
	mov.u32 %r4, 0xaaaaaaaa;
	st.shared.v4.u32 [%rd4], {%r4, %r4, %r4, %r4};
	st.shared.v4.u32 [%rd4+512], {%r4, %r4, %r4, %r4};
	st.shared.v4.u32 [%rd4+1024], {%r4, %r4, %r4, %r4};
	bar.sync 0;
` + body + "\nret;")
}

// storeAsync stores what the lane's shared memory holds at an offset.
func storeAsync(offset int) string {
	return "bar.sync 0;\nld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%rd4+" + itoa(offset) + "];\nst.global.v4.u32 [%rd5], {%r10, %r11, %r12, %r13};\n"
}

// runAsync gives 128 words of out; in holds i+1 in word i.
func runAsync(t *testing.T, text string, n int) ([]uint32, Result, error) {
	t.Helper()
	words := make([]uint32, 512)
	for i := range words {
		words[i] = uint32(i + 1)
	}
	r := newRig(t, text)
	in, out := r.words(words...), r.alloc(512)
	res, err := Run(t.Context(), r.mem, r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(uint32(n))), Options{Workers: 1})
	return r.read32(out, 128), res, err
}

const old = 0xaaaaaaaa

// A copy is there after the wait for it, and not before.
func TestAsyncWaits(t *testing.T) {
	copies := ""
	for i := range 3 {
		copies += fmt.Sprintf("cp.async.cg.shared.global [%%rd4+%d], [%%rd3+%d], 16;\ncp.async.commit_group;\n", 512*i, 512*i)
	}
	for _, c := range []struct {
		name, wait string
		arrived    [3]bool
	}{
		{"no wait", "", [3]bool{}},
		{"wait_group 0", "cp.async.wait_group 0;", [3]bool{true, true, true}},
		{"wait_group 1", "cp.async.wait_group 1;", [3]bool{true, true, false}},
		{"wait_group 2", "cp.async.wait_group 2;", [3]bool{true, false, false}},
		{"wait_group 3", "cp.async.wait_group 3;", [3]bool{}},
		{"wait_all", "cp.async.wait_all;", [3]bool{true, true, true}},
		{"twice", "cp.async.wait_group 2;\ncp.async.wait_group 1;", [3]bool{true, true, false}},
		{"an empty group counts", "cp.async.commit_group;\ncp.async.wait_group 1;", [3]bool{true, true, true}},
		{"a barrier does not wait", "bar.sync 0;\nmembar.cta;", [3]bool{}},
	} {
		for i, arrived := range c.arrived {
			got, _, err := runAsync(t, asyncText(copies+c.wait+storeAsync(512*i)), 0)
			require.NoError(t, err)
			want := uint32(128*i + 5)
			if !arrived {
				want = old
			}
			assert.Equal(t, want, got[4], "%s: copy %d", c.name, i)
		}
	}
}

// A copy that is in no group yet is not waited for by wait_group, but by wait_all.
func TestAsyncOpenGroup(t *testing.T) {
	const copied = "cp.async.ca.shared.global [%rd4], [%rd3], 16;\n"
	got, _, err := runAsync(t, asyncText(copied+"cp.async.wait_group 0;"+storeAsync(0)), 0)
	require.NoError(t, err)
	assert.Equal(t, uint32(old), got[0])
	got, _, err = runAsync(t, asyncText(copied+"cp.async.wait_all;"+storeAsync(0)), 0)
	require.NoError(t, err)
	assert.Equal(t, uint32(1), got[0])
}

// Groups belong to the thread: lanes that commit more of them wait for less.
func TestAsyncGroupsOfLanes(t *testing.T) {
	got, _, err := runAsync(t, asyncText(`cp.async.ca.shared.global [%rd4], [%rd3], 16;
	cp.async.commit_group;
	setp.lt.u32 %p1, %r1, 8;
	@%p1 cp.async.commit_group;
	cp.async.wait_group 1;`+storeAsync(0)), 0)
	require.NoError(t, err)
	assert.Equal(t, uint32(29), got[28], "lane 7 has closed a second group")
	assert.Equal(t, uint32(old), got[32], "lane 8 has not")
}

// Sizes, the zeros behind a short source, and an ignored one.
func TestAsyncSizes(t *testing.T) {
	for _, c := range []struct {
		form  string
		n     int
		want  [4]uint32 // of lane 2, whose source is 9, 10, 11, 12
		bytes uint64
	}{
		{"ca.shared.global [%rd4], [%rd3], 4", 0, [4]uint32{9, old, old, old}, 128},
		{"ca.shared::cta.global.L2::128B [%rd4], [%rd3+8], 8", 0, [4]uint32{11, 12, old, old}, 256},
		{"cg.shared.global.L2::256B [%rd4], [%rd3], 16", 0, [4]uint32{9, 10, 11, 12}, 512},
		{"cg.shared.global [%rd4], [%rd3], 16, 8", 0, [4]uint32{9, 10, 0, 0}, 256},
		{"cg.shared.global [%rd4], [%rd3], 16, %r2", 5, [4]uint32{9, 10, 0, 0}, 160}, // one byte of the 10
		{"cg.shared.global [%rd4], [%rd3], 16, 0", 0, [4]uint32{}, 0},
		{"ca.shared.global [%rd4], [%rd3], 8, 8", 0, [4]uint32{9, 10, old, old}, 256},
		{"cg.shared.global [%rd4], [%rd3], 16, %p2", 0, [4]uint32{}, 496}, // 31 lanes read
		{"cg.shared.global.L2::cache_hint [%rd4], [%rd3], 16, 16, %rd9", 0, [4]uint32{9, 10, 11, 12}, 512},
	} {
		got, res, err := runAsync(t, asyncText("setp.eq.u32 %p2, %r1, 2;\ncp.async."+c.form+";\ncp.async.wait_all;"+storeAsync(0)), c.n)
		require.NoError(t, err, c.form)
		assert.Equal(t, c.want, [4]uint32(got[8:]), c.form)
		assert.Equal(t, c.bytes, res.Counters.GlobalLoad.UsefulBytes, c.form)
	}
}

// A copy counts as a load of global memory and as a store to shared memory, and
// a stepped one says what the timing needs.
func TestAsyncCounters(t *testing.T) {
	_, res, err := runAsync(t, asyncText("cp.async.cg.shared.global [%rd4], [%rd3], 16;\ncp.async.wait_all;"), 0)
	require.NoError(t, err)
	assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 512, Sectors: 16}, res.Counters.GlobalLoad)
	assert.Equal(t, cuda.Traffic{Requests: 4, UsefulBytes: 2048, Passes: 16, IdealPasses: 16}, res.Counters.SharedStore)

	r := newRig(t, asyncText("cp.async.cg.shared.global [%rd4], [%rd3], 16;\ncp.async.commit_group;\ncp.async.wait_group 1;\ncp.async.wait_all;"))
	in := r.alloc(512)
	b, err := NewBlock(r.mem, r.launch("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(in), cuda.ArgU32(0)), 0, Hooks{})
	require.NoError(t, err)
	var kinds []Async
	var s Step
	for w := b.Warps()[0]; w.Status() == Running; {
		require.NoError(t, w.Step(&s))
		switch s.Meta.Async {
		case AsyncCopy:
			assert.Equal(t, SpaceGlobal, s.Access.Space)
			assert.Equal(t, 512, s.Access.Bytes)
			assert.Equal(t, 4, s.Access.Passes)
			assert.Len(t, s.Access.Sectors, 16)
			assert.True(t, s.Access.BypassL1)
			assert.False(t, s.Access.Store)
			assert.Empty(t, s.Meta.Dst)
		case AsyncWait:
			assert.Equal(t, 1, s.Meta.AsyncPending)
		}
		if s.Meta.Async != AsyncNone {
			kinds = append(kinds, s.Meta.Async)
		}
	}
	assert.Equal(t, []Async{AsyncCopy, AsyncCommit, AsyncWait, AsyncWaitAll}, kinds)
}

// What a block before has not waited for does not reach the next one.
func TestAsyncEndsWithItsBlock(t *testing.T) {
	r := newRig(t, asyncText("mov.u32 %r5, %ctaid.x;\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 cp.async.ca.shared.global [%rd4], [%rd3], 16;\n@%p1 bra end;\ncp.async.wait_all;\n"+
		storeAsync(0)+"end:"))
	in, out := r.words(make([]uint32, 512)...), r.alloc(512)
	r.run("k", 2, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	assert.Equal(t, uint32(old), r.read32(out, 1)[0])
}

func TestAsyncFaults(t *testing.T) {
	for _, c := range []struct{ body, fails string }{
		{"cp.async.cg.shared.global [%rd4+8], [%rd3], 16;", "not a multiple of the 16 bytes"},
		{"cp.async.cg.shared.global [%rd4], [%rd3+8], 16;", "not a multiple of the 16 bytes"},
		{"cp.async.cg.shared.global [%rd4+2048], [%rd3], 16;", "outside of the 2048 bytes of shared memory"},
		{"cp.async.cg.shared.global [%rd4], [%rd3+65536], 16;", "reading 16 bytes at"},
		{"cp.async.cg.shared.global [%rd4], [%rd3], 16, 17;", "the source has 17 bytes"},
	} {
		_, _, err := runAsync(t, asyncText(c.body), 0)
		assert.ErrorContains(t, err, c.fails, c.body)
	}
	for _, c := range []struct {
		body string
		kind cuda.Kind
	}{
		{"cp.async.cg.shared.global [%rd4], [%rd3], 8;", cuda.InvalidImage},
		{"cp.async.ca.shared.global [%rd4], [%rd3], 12;", cuda.InvalidImage},
		{"cp.async.ca.shared.global [%rd4], [%rd3];", cuda.InvalidImage},
		{"cp.async.wait_group %r1;", cuda.InvalidImage},
		{"cp.async.bulk.commit_group 1;", cuda.InvalidImage},
		{"cp.async.mbarrier.arrive.global.b64 [%rd4];", cuda.InvalidImage},
		{"cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%rd4], [%rd3, {%r1}], [%rd4];", cuda.Unsupported},
		{"mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2}, {%r3}, {%f1,%f2,%f3,%f4};", cuda.Unsupported},
		{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3}, {%r3}, {%f1,%f2,%f3,%f4};", cuda.InvalidImage},
		{"mma.sync.aligned;", cuda.Unsupported},
		{"mma;", cuda.InvalidImage},
		{"wmma.load.d.sync.aligned.row.m16n16k16.f32 {%r1}, [%rd1];", cuda.InvalidImage},
		{"wmma.load.a.sync.aligned.row.m16n16k16.f32 {%r1}, [%rd1];", cuda.InvalidImage},
		{"wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%r1}, [%rd1];", cuda.Unsupported},
		{"wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%d1,%d2}, {%d1}, {%d2}, {%d1,%d2};", cuda.Unsupported},
		{"wmma.fill;", cuda.InvalidImage},
		{"ldmatrix.sync.aligned.m8n8.shared.b16 {%r1}, [%rd1];", cuda.InvalidImage},
		{"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1, %r2}, [%rd1];", cuda.Unsupported},
		{"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%rd1];", cuda.InvalidImage},
		{"movmatrix.sync.aligned.m8n8.b16 %r1, %r2;", cuda.Unsupported},
	} {
		_, err := compileText(asyncText(c.body))
		e := &cuda.Error{}
		if assert.ErrorAs(t, err, &e, c.body) {
			assert.Equal(t, c.kind, e.Kind, "%s: %v", c.body, err)
		}
	}
}
