package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// countGlobal runs one warp that loads with an element type, at stride*tid
// elements plus an offset in bytes.
func countGlobal(t *testing.T, form, dst string, bytes, stride, offset int) cuda.Traffic {
	t.Helper()
	body := fmt.Sprintf("mul.wide.u32 %%rd3, %%r1, %d;\nadd.s64 %%rd3, %%rd3, %%rd2;\nld.global.%s %s, [%%rd3+%d];", bytes*stride, form, dst, offset)
	r := newRig(t, kernelText(body))
	in := r.alloc(1 << 16)
	res := r.run("k", 1, 32, cuda.ArgPtr(in), cuda.ArgPtr(in), cuda.ArgU32(0))
	return res.Counters.GlobalLoad
}

// Sectors of strided and shifted loads, computed by hand: distinct 32-byte
// pieces over the lanes.
func TestCountGlobalSectors(t *testing.T) {
	for _, c := range []struct {
		form, dst             string
		bytes, stride, offset int
		sectors               uint64
	}{
		{"u32", "%r3", 4, 1, 0, 4},
		{"u32", "%r3", 4, 2, 0, 8},
		{"u32", "%r3", 4, 4, 0, 16},
		{"u32", "%r3", 4, 8, 0, 32},
		{"u32", "%r3", 4, 32, 0, 32},
		{"u32", "%r3", 4, 0, 0, 1},
		{"u32", "%r3", 4, 1, 4, 5},
		{"u32", "%r3", 4, 1, 32, 4},
		{"u8", "%r3", 1, 1, 0, 1},
		{"u8", "%r3", 1, 1, 1, 2},
		{"u16", "%r3", 2, 1, 0, 2},
		{"u64", "%rd4", 8, 1, 0, 8},
		{"u64", "%rd4", 8, 2, 0, 16},
		{"v2.u32", "{%r3, %r4}", 8, 1, 0, 8},
		{"v4.u32", "{%r3, %r4, %r5, %r6}", 16, 1, 0, 16},
		{"v4.f32", "{%f3, %f4, %f5, %f6}", 16, 2, 0, 32},
		{"v4.u32", "{%r3, %r4, %r5, %r6}", 16, 1, 16, 17},
		{"v2.f64", "{%d3, %d4}", 16, 1, 0, 16},
	} {
		got := countGlobal(t, c.form, c.dst, c.bytes, c.stride, c.offset)
		want := cuda.Traffic{Requests: 1, UsefulBytes: uint64(32 * c.bytes), Sectors: c.sectors}
		assert.Equal(t, want, got, "%+v", c)
	}
}

// Lanes in any order touch the same sectors.
func TestCountGlobalShuffled(t *testing.T) {
	body := "mul.lo.u32 %r3, %r1, 13;\nand.b32 %r3, %r3, 31;\nmad.wide.u32 %rd3, %r3, 4, %rd2;\nld.global.u32 %r4, [%rd3];"
	r := newRig(t, kernelText(body))
	in := r.alloc(1 << 12)
	res := r.run("k", 1, 32, cuda.ArgPtr(in), cuda.ArgPtr(in), cuda.ArgU32(0))
	assert.Equal(t, uint64(4), res.Counters.GlobalLoad.Sectors)
}

// countShared runs one warp that loads from shared memory at stride*tid words.
func countShared(t *testing.T, form, dst string, strideBytes int) cuda.Traffic {
	t.Helper()
	body := fmt.Sprintf(".shared .align 16 .b8 s[32768];\nmul.lo.u32 %%r3, %%r1, %d;\nmov.u32 %%r4, s;\nadd.u32 %%r3, %%r3, %%r4;\nld.shared.%s %s, [%%r3];",
		strideBytes, form, dst)
	r := newRig(t, kernelText(body))
	return r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)).Counters.SharedLoad
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Passes of every stride from 1 to 33 at three widths. At 32 bits lanes
// i*stride fall on gcd(stride,32) lanes a bank. At 64 and 128 bits the halves
// and quarters are counted apart, with the words of each lane.
func TestCountSharedPasses(t *testing.T) {
	for stride := 1; stride <= 33; stride++ {
		assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 128, Passes: uint64(gcd(stride, 32)), IdealPasses: 1},
			countShared(t, "u32", "%r5", 4*stride), "32 bits, stride %d", stride)
		assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 256, Passes: 2 * banks(16, 2, stride), IdealPasses: 2},
			countShared(t, "v2.u32", "{%r5, %r6}", 8*stride), "64 bits, stride %d", stride)
		assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 512, Passes: 4 * banks(8, 4, stride), IdealPasses: 4},
			countShared(t, "v4.u32", "{%r5, %r6, %r7, %r8}", 16*stride), "128 bits, stride %d", stride)
	}
	assert.Equal(t, uint64(1), countShared(t, "u32", "%r5", 0).Passes, "one word for all")
	assert.Equal(t, uint64(1), countShared(t, "u8", "%r5", 1).Passes, "bytes")
	assert.Equal(t, uint64(2), countShared(t, "u64", "%rd5", 0).Passes, "one word for all, in two halves")
}

// banks is the largest number of words on one bank for so many lanes of so many
// words, each lane's run beginning stride runs after the one before.
func banks(lanes, words, stride int) uint64 {
	var n [32]uint64
	for l := range lanes {
		for k := range words {
			n[(l*stride*words+k)%32]++
		}
	}
	var worst uint64
	for _, v := range n {
		worst = max(worst, v)
	}
	return worst
}

// The strides whose passes everyone knows.
func TestCountSharedKnown(t *testing.T) {
	assert.Equal(t, uint64(32), countShared(t, "u32", "%r5", 128).Passes)
	assert.Equal(t, uint64(1), countShared(t, "u32", "%r5", 132).Passes)
	assert.Equal(t, uint64(2), countShared(t, "v2.u32", "{%r5, %r6}", 8).Passes)
	assert.Equal(t, uint64(4), countShared(t, "v4.u32", "{%r5, %r6, %r7, %r8}", 16).Passes)
	assert.Equal(t, uint64(32), countShared(t, "v4.u32", "{%r5, %r6, %r7, %r8}", 128).Passes)
}

// Local words of the same index lie together for all lanes.
func TestCountLocal(t *testing.T) {
	for _, c := range []struct {
		address string
		store   string
		bytes   uint64
		sectors uint64
	}{
		{"mov.u64 %rd3, s;", "st.local.u32 [%rd3+4], %r1;", 128, 4},
		{"mov.u64 %rd3, s;", "st.local.u64 [%rd3+8], %rd1;", 256, 8},
		{"mov.u64 %rd3, s;\nmad.wide.u32 %rd3, %r1, 4, %rd3;", "st.local.u32 [%rd3], %r1;", 128, 32},
		{"mov.u64 %rd3, s;", "st.local.u8 [%rd3+1], %r1;", 32, 4},
	} {
		r := newRig(t, kernelText(".local .align 8 .b8 s[256];\n"+c.address+"\n"+c.store))
		got := r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)).Counters
		assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: c.bytes, Sectors: c.sectors}, got.LocalStore, c.store)
	}
}

// Instructions, operations, pipes, branches and guards of a small kernel,
// counted by hand: 40 threads, so a full warp, of which 4 lanes branch, and one
// of 8 lanes, of which none does.
func TestCountInstructions(t *testing.T) {
	text := header + `.visible .entry k(.param .u32 n)
{
	.reg .pred %p<3>;
	.reg .b32 %r<6>;
	.reg .f32 %f<4>;
	.reg .f64 %d<3>;
	.reg .b64 %rd<3>;
	ld.param.u32 %r2, [n];
	mov.u32 %r1, %tid.x;
	setp.lt.u32 %p1, %r1, 4;
	@%p1 add.s32 %r3, %r1, %r2;
	@%p1 bra L;
	fma.rn.f32 %f1, %f2, %f3, %f1;
	mad.lo.s32 %r4, %r1, %r1, %r1;
L:
	add.f64 %d1, %d1, %d2;
	add.s64 %rd1, %rd1, %rd2;
	bar.sync 0;
	ret;
}
`
	r := newRig(t, text)
	got := r.run("k", 1, 40, cuda.ArgU32(1)).Counters
	want := cuda.Counters{
		WarpInstructions:   22,
		ThreadInstructions: 40*3 + 4 + 40 + 36*2 + 40*4,
		Branches:           2, DivergentBranches: 1, Barriers: 2,
		Operations: map[string]uint64{"fp32": 2 * 36, "int32": 4 + 2*36 + 40, "fp64": 40},
		Pipes:      map[string]uint64{"xu": 2, "alu": 2 + 2 + 4, "fma": 4, "fp64": 2, "branch": 2 + 2 + 2},
	}
	assert.Equal(t, want, got)
}

// An atomic counts its sectors; one on shared memory as many passes as lanes
// meet in a bank.
func TestCountAtomics(t *testing.T) {
	r := newRig(t, kernelText("atom.global.add.u32 %r3, [%rd1], 1;"))
	out := r.words(0)
	got := r.run("k", 2, 64, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(0)).Counters
	assert.Equal(t, cuda.Traffic{Requests: 4, UsefulBytes: 512, Sectors: 4}, got.GlobalAtomic)
	assert.Equal(t, uint32(128), r.read32(out, 1)[0])
	r = newRig(t, kernelText(".shared .b32 s[32];\nmov.u32 %r3, s;\nred.shared.add.u32 [%r3], 1;"))
	got = r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)).Counters
	assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 128, Passes: 32, IdealPasses: 1}, got.SharedAtomic)
}

// The counts of a run in parts add up to those of the whole.
func TestCountBlocks(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	in, out := r.alloc(1<<16), r.alloc(1<<16)
	l := r.launch("fma_loop", 6, 64, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(1), cuda.ArgU32(2))
	whole, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err)
	part, err := Run(t.Context(), r.mem, l, Options{Workers: 1, Blocks: []int{1, 4}})
	require.NoError(t, err)
	assert.Equal(t, 6, whole.Blocks)
	assert.Equal(t, 2, part.Blocks)
	assert.Equal(t, whole.Counters.ThreadInstructions, 3*part.Counters.ThreadInstructions)
	assert.Equal(t, whole.Counters.Operations["fp32"], 3*part.Counters.Operations["fp32"])
	assert.Equal(t, uint64(2*64*(2*64*2*2+1)), part.Counters.Operations["fp32"])
}
