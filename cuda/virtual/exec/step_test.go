package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// stepAll steps the warps of a block in turns until all have exited.
func stepAll(t *testing.T, b *Block, visit func(w int, s *Step)) {
	t.Helper()
	for left := true; left; {
		left = false
		for i, w := range b.Warps() {
			if w.Status() != Running {
				left = left || w.Status() == Blocked
				continue
			}
			left = true
			want := w.Peek()
			var s Step
			require.NoError(t, w.Step(&s))
			require.Same(t, want, s.Meta)
			require.Equal(t, w.Status() == Exited, s.Status == Exited)
			if visit != nil {
				visit(i, &s)
			}
		}
	}
}

// Stepping a grid does and counts what running it does, whatever the order of
// the warps.
func TestStepEqualsRun(t *testing.T) {
	for _, name := range []string{"reduce", "shared_loop", "fma_loop"} {
		r := newFileRig(t, "testdata/loops.ptx")
		values := make([]uint32, 4096)
		for i := range values {
			values[i] = uint32(i) << 13
		}
		in := r.words(values...)
		args := map[string][]cuda.Arg{
			"reduce":      {cuda.ArgU32(3000)},
			"shared_loop": {cuda.ArgU32(3), cuda.ArgU32(2)},
			"fma_loop":    {cuda.ArgF32(-1.5), cuda.ArgU32(2)},
		}[name]
		ran, stepped := r.alloc(4096), r.alloc(4096)
		launch := func(out cuda.Ptr) Launch {
			return r.launch(name, 2, 96, append([]cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out)}, args...)...)
		}
		res, err := Run(t.Context(), r.mem, launch(ran), Options{Workers: 1})
		require.NoError(t, err)
		var lanes, sectors uint64
		for i := range 2 {
			b, err := NewBlock(r.mem, launch(stepped), i, Hooks{})
			require.NoError(t, err)
			stepAll(t, b, func(_ int, s *Step) { sectors += uint64(len(s.Access.Sectors)) })
			lanes += b.Counters().ThreadInstructions
		}
		assert.Equal(t, r.read32(ran, 1024), r.read32(stepped, 1024), name)
		assert.Equal(t, res.Counters.ThreadInstructions, lanes, name)
		c := res.Counters
		assert.Equal(t, c.GlobalLoad.Sectors+c.GlobalStore.Sectors+c.GlobalAtomic.Sectors, sectors, name)
	}
}

// A step tells what the instruction was, which lanes executed it, and what it
// did to memory.
func TestStepAccess(t *testing.T) {
	body := `.shared .b32 s[32];
	setp.lt.u32 %p1, %r1, 8;
	mad.wide.u32 %rd3, %r1, 4, %rd2;
	@%p1 ld.global.cg.u32 %r3, [%rd3+32];
	mov.u32 %r4, s;
	st.shared.u32 [%r4], %r3;
	@!%p1 red.global.add.u32 [%rd2], %r3;
	setp.gt.u32 %p2, %r1, 99;
	@%p2 st.global.u32 [%rd1], %r3;`
	r := newRig(t, kernelText(body))
	in := r.alloc(1 << 10)
	b, err := NewBlock(r.mem, r.launch("k", 1, 32, cuda.ArgPtr(in), cuda.ArgPtr(in), cuda.ArgU32(0)), 0, Hooks{})
	require.NoError(t, err)
	got := map[string]Step{}
	stepAll(t, b, func(_ int, s *Step) {
		kept := *s
		kept.Access.Sectors = append([]uint64(nil), s.Access.Sectors...)
		got[s.Meta.Op] = kept
	})
	load := got["ld.global.cg.u32"]
	assert.Equal(t, uint32(0xff), load.Lanes)
	assert.Equal(t, Access{Space: SpaceGlobal, Bytes: 32, Sectors: []uint64{uint64(in)/32 + 1}, BypassL1: true}, load.Access)
	assert.Equal(t, PipeLSU, load.Meta.Pipe)
	assert.Equal(t, 1, load.Meta.Issues)
	assert.Equal(t, "ld.global.cg.u32 %r3, [%rd3+32]", load.Meta.Text)
	assert.Equal(t, Access{Space: SpaceShared, Store: true, Bytes: 128, Passes: 1, Sectors: []uint64{}}, normal(got["st.shared.u32"].Access))
	red := got["red.global.add.u32"]
	assert.Equal(t, uint32(0xffffff00), red.Lanes)
	assert.True(t, red.Access.Atomic)
	store := got["st.global.u32"]
	assert.Zero(t, store.Lanes)
	assert.Equal(t, SpaceNone, store.Access.Space)
	assert.Equal(t, PipeNone, got["ld.param.u64"].Meta.Pipe)
	assert.Equal(t, Exited, got["exit"].Status)
}

func normal(a Access) Access {
	a.Sectors = append([]uint64{}, a.Sectors...)
	return a
}

// A warp at a barrier is blocked until the last one arrives; the scoreboard
// names destination and sources.
func TestStepBarrier(t *testing.T) {
	r := newRig(t, kernelText("add.s32 %r3, %r1, 7;\nbar.sync 0;"))
	b, err := NewBlock(r.mem, r.launch("k", 1, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)), 0, Hooks{})
	require.NoError(t, err)
	first, second := b.Warps()[0], b.Warps()[1]
	var s Step
	for first.Status() == Running {
		require.NoError(t, first.Step(&s))
		if s.Meta.Op == "add.s32" {
			assert.Len(t, s.Meta.Src, 1)
			assert.Len(t, s.Meta.Dst, 1)
		}
	}
	assert.Equal(t, Blocked, s.Status)
	assert.Nil(t, first.Peek())
	for second.Status() == Running && first.Status() == Blocked {
		require.NoError(t, second.Step(&s))
	}
	assert.Equal(t, Running, first.Status())
	assert.Equal(t, "exit", first.Peek().Op)
}

// A block that can never go on is reported by the step that makes it so.
func TestStepDeadlock(t *testing.T) {
	r := newRig(t, kernelText("bar.sync 2, 96;"))
	b, err := NewBlock(r.mem, r.launch("k", 1, 64, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)), 0, Hooks{})
	require.NoError(t, err)
	var s Step
	for {
		for _, w := range b.Warps() {
			if w.Status() != Running {
				continue
			}
			if err = w.Step(&s); err != nil {
				assert.True(t, cuda.IsKind(err, cuda.LaunchDeadlock))
				assert.ErrorContains(t, err, "barrier 2")
				return
			}
		}
	}
}

// The hooks give the clocks and the SM.
func TestStepHooks(t *testing.T) {
	body := "mov.u64 %rd3, %clock64;\nst.global.u64 [%rd1], %rd3;\nmov.u64 %rd3, %globaltimer;\nst.global.u64 [%rd1+8], %rd3;\nmov.u32 %r3, %smid;\nst.global.u32 [%rd1+16], %r3;\nmov.u32 %r3, %nsmid;\nst.global.u32 [%rd1+20], %r3;"
	r := newRig(t, kernelText(body))
	out := r.alloc(64)
	h := Hooks{SM: 3, SMCount: 7, Clock: func() uint64 { return 1 << 40 }, GlobalTime: func() uint64 { return 12345 }}
	b, err := NewBlock(r.mem.Overlay(), r.launch("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(0)), 0, h)
	require.NoError(t, err)
	stepAll(t, b, nil)
	assert.Equal(t, []uint64{0, 0, 0}, r.read64(out, 3), "the overlay keeps the writes")
	b, err = NewBlock(r.mem, r.launch("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(0), cuda.ArgU32(0)), 0, h)
	require.NoError(t, err)
	stepAll(t, b, nil)
	assert.Equal(t, []uint64{1 << 40, 12345, 7<<32 | 3}, r.read64(out, 3))
}
