package exec

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// lineOf is the line, from 1, of the first line of a text with a fragment.
func lineOf(text, fragment string) int {
	return strings.Count(text[:strings.Index(text, fragment)], "\n") + 1
}

// Errors of a running kernel name the kernel, the line, the lane and the cause.
func TestRunFaults(t *testing.T) {
	for _, c := range []struct {
		name, body, at string
		kind           cuda.Kind
		lane           string
		details        []string
	}{
		{"out of bounds", "mad.wide.u32 %rd3, %r1, 4, %rd1;\nst.global.u32 [%rd3], %r1;", "st.global", cuda.IllegalAddress,
			"block (0,0,0) thread (32,0,0) warp 1 lane 0", []string{"writing 4 bytes", "whose end lies 0 bytes below it", "of 128 bytes"}},
		{"null", "mov.u64 %rd3, 0;\nld.global.u32 %r3, [%rd3+16];\nst.global.u32 [%rd1], %r3;", "ld.global", cuda.IllegalAddress,
			"lane 0", []string{"reading 4 bytes at 0x10"}},
		{"only lane 5", "setp.eq.u32 %p1, %r1, 5;\nselp.b64 %rd3, 0, %rd1, %p1;\nst.global.u32 [%rd3], %r1;", "st.global", cuda.IllegalAddress,
			"thread (5,0,0) warp 0 lane 5", []string{"at 0x0"}},
		{"misaligned", "st.global.u32 [%rd1+2], %r1;", "st.global", cuda.Misaligned, "lane 0", []string{"not a multiple of the 4 bytes"}},
		{"misaligned vector", "st.global.v2.u32 [%rd1+4], {%r1, %r1};", "st.global", cuda.Misaligned, "lane 0", []string{"8 bytes"}},
		{"shared", ".shared .b8 s[64];\nmov.u32 %r3, s;\nshl.b32 %r4, %r1, 2;\nadd.u32 %r3, %r3, %r4;\nst.shared.u32 [%r3], %r1;", "st.shared",
			cuda.IllegalAddress, "thread (16,0,0)", []string{"the 64 bytes of shared memory"}},
		{"local", ".local .b8 s[16];\nmov.u64 %rd3, s;\nst.local.u32 [%rd3+16], %r1;", "st.local", cuda.IllegalAddress, "lane 0", []string{"the 16 bytes of local"}},
		{"generic shared", ".shared .b8 s[64];\nmov.u64 %rd3, s;\ncvta.shared.u64 %rd3, %rd3;\nst.u32 [%rd3+64], %r1;", "st.u32",
			cuda.IllegalAddress, "lane 0", []string{"offset 0x40"}},
		{"trap", "setp.gt.u32 %p1, %r1, 40;\n@%p1 trap;", "trap", cuda.LaunchFailed, "thread (41,0,0) warp 1 lane 9", []string{"executed trap"}},
		{"deadlock", "setp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 3, 96;", "bar.sync", cuda.LaunchDeadlock, "thread (0,0,0)", []string{"barrier 3", "96 threads"}},
		{"half a warp", "setp.lt.u32 %p1, %r1, 16;\n@%p1 bar.sync 0;\nbar.sync 1;", "bar.sync 0", cuda.LaunchDeadlock, "", []string{"barrier 0", "0xffff0000"}},
	} {
		text := kernelText(c.body)
		r := newRig(t, text)
		l := r.launch("k", 1, 64, cuda.ArgPtr(r.alloc(128)), cuda.ArgPtr(r.alloc(128)), cuda.ArgU32(0))
		_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		require.Error(t, err, c.name)
		var e *cuda.Error
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, c.kind, e.Kind, "%s: %v", c.name, err)
		assert.Equal(t, "k", e.Kernel, c.name)
		assert.Equal(t, lineOf(text, c.at), e.Line, "%s: %v", c.name, err)
		assert.Contains(t, e.Lane, c.lane, c.name)
		for _, d := range c.details {
			assert.ErrorContains(t, err, d, c.name)
		}
	}
}

// A barrier that does not exist, and a thread count that is no multiple of 32.
func TestRunBadBarrier(t *testing.T) {
	for body, detail := range map[string]string{
		"mov.u32 %r3, 16;\nbar.sync %r3;": "there is no barrier 16",
		"bar.sync 1, 33;":                 "33 is not a multiple of 32",
	} {
		r := newRig(t, kernelText(body))
		l := r.launch("k", 1, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
		_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
		assert.ErrorContains(t, err, detail)
		assert.True(t, cuda.IsKind(err, cuda.LaunchFailed))
	}
}

// Lanes that a shuffle waits for and that have gone elsewhere are a deadlock.
func TestRunWarpDeadlock(t *testing.T) {
	body := `
	setp.lt.u32 %p1, %r1, 4;
	@%p1 bra low;
	shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;
	bra end;
low:
	shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;
end:`
	r := newRig(t, kernelText(body))
	l := r.launch("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
	_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
	require.True(t, cuda.IsKind(err, cuda.LaunchDeadlock), "%v", err)
	assert.ErrorContains(t, err, "waits for lanes 0x0000000f")
}

const endless = "loop:\nadd.u32 %r3, %r3, 1;\nbra loop;"

// An endless loop ends with the budget.
func TestRunBudget(t *testing.T) {
	text := kernelText(endless)
	r := newRig(t, text)
	l := r.launch("k", 4, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
	for _, workers := range []int{1, 2} {
		res, err := Run(context.Background(), r.mem, l, Options{Workers: workers, BudgetInstructions: 100_000})
		require.True(t, cuda.IsKind(err, cuda.LaunchTimeout), "%v", err)
		assert.ErrorContains(t, err, "budget")
		assert.LessOrEqual(t, res.Counters.WarpInstructions, uint64(100_100))
		var e *cuda.Error
		require.ErrorAs(t, err, &e)
		if workers == 1 { // the second worker may find the budget spent before it begins
			assert.Equal(t, lineOf(text, "add.u32"), e.Line)
		}
	}
}

// A launch that needs exactly its budget finishes.
func TestRunBudgetSuffices(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	in, out := r.alloc(1<<16), r.alloc(1<<16)
	l := r.launch("fma_loop", 4, 64, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(1), cuda.ArgU32(3))
	res, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err)
	_, err = Run(context.Background(), r.mem, l, Options{Workers: 1, BudgetInstructions: res.Counters.WarpInstructions})
	require.NoError(t, err)
	_, err = Run(context.Background(), r.mem, l, Options{Workers: 1, BudgetInstructions: res.Counters.WarpInstructions - 1})
	require.True(t, cuda.IsKind(err, cuda.LaunchTimeout))
}

// A cancelled context ends an endless loop at once.
func TestRunCancel(t *testing.T) {
	r := newRig(t, kernelText(endless))
	l := r.launch("k", 1, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := Run(ctx, r.mem, l, Options{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.True(t, cuda.IsKind(err, cuda.LaunchTimeout))
}

// A launch that does not fit its kernel is refused.
func TestLaunchChecks(t *testing.T) {
	r := newRig(t, strings.Replace(kernelText(""), ")\n{", ")\n.maxntid 64, 1, 1\n{", 1))
	good := r.launch("k", 1, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0))
	for name, change := range map[string]func(l *Launch){
		"grid":            func(l *Launch) { l.Grid.X = 0 },
		"threads a block": func(l *Launch) { l.Block = cuda.D1(65) },
		"block":           func(l *Launch) { l.Block = cuda.Dim3{X: 1, Y: 1, Z: 65} },
		"parameters":      func(l *Launch) { l.Params = l.Params[1:] },
		"shared":          func(l *Launch) { l.DynamicSharedBytes = -1 },
	} {
		l := good
		change(&l)
		_, err := Run(context.Background(), r.mem, l, Options{})
		assert.True(t, cuda.IsKind(err, cuda.InvalidValue), name)
		assert.ErrorContains(t, err, name)
		_, err = NewBlock(r.mem, l, 0, Hooks{})
		assert.Error(t, err, name)
	}
	_, err := Run(context.Background(), r.mem, good, Options{Blocks: []int{1}})
	assert.ErrorContains(t, err, "not in the grid")
	_, err = NewBlock(r.mem, good, 1, Hooks{})
	assert.ErrorContains(t, err, "block 1 of 1")
}
