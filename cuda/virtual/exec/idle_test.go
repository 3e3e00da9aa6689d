package exec

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// seenStep is what the timing model sees of a step.
type seenStep struct {
	warp   int
	meta   *Meta
	lanes  uint32 // of an access
	access Access
	status Status
}

// seenSteps steps the first block of a launch on a copy of the memory.
func seenSteps(t *testing.T, r *rig, l Launch, h Hooks) []seenStep {
	t.Helper()
	b, err := NewBlock(r.mem.Overlay(), l, 0, h)
	require.NoError(t, err)
	var all []seenStep
	stepAll(t, b, func(w int, s *Step) {
		v := seenStep{warp: w, meta: s.Meta, access: s.Access, status: s.Status}
		v.access.Sectors = slices.Clone(s.Access.Sectors)
		if s.Access.Space != SpaceNone {
			v.lanes = s.Lanes
		}
		all = append(all, v)
	})
	return all
}

// What is left out of a block that is only timed changes no step of it.
func TestTimeOnlyChangesNoStep(t *testing.T) {
	const kernels = "../../../kernels/ptx/"
	for name, c := range map[string]struct {
		file  string
		block int
		args  func(in, out cuda.Ptr) []cuda.Arg
		idle  bool // something is left out
	}{
		"fma_fp32_chains8":      {kernels + "fma.sm_70.ptx", 64, seeded(cuda.ArgF32(-1.5)), true},
		"stream_copy_b128":      {kernels + "stream.sm_70.ptx", 256, seeded(), true},
		"stride_read_b32":       {kernels + "stride.sm_70.ptx", 256, seeded(cuda.ArgU32(3)), true},
		"bank_read_b64":         {kernels + "bank.sm_70.ptx", 256, seeded(cuda.ArgU32(2)), true},
		"l1_read_b128":          {kernels + "l1.sm_70.ptx", 256, seeded(), true},
		"intensity_fp64_f4":     {kernels + "intensity_fp64.sm_70.ptx", 256, seeded(cuda.ArgF64(-1.5)), true},
		"gemm_fp32_tiled":       {kernels + "gemm_tiled.sm_70.ptx", 256, product, true},
		"gemm_fp32_buffered":    {kernels + "gemm_buffered.sm_70.ptx", 256, product, true},
		"gemm_fp16_wmma":        {kernels + "gemm_wmma.sm_70.ptx", 256, product, true},
		"gemm_fp16_mma_k16":     {kernels + "gemm_mma_k16.sm_80.ptx", 128, product, true},
		"bank_transpose_padded": {kernels + "bank_transpose.sm_70.ptx", 256, seeded(), true},
		"shared_loop":           {"testdata/loops.ptx", 96, seeded(cuda.ArgU32(2)), true},
		"reduce":                {"testdata/loops.ptx", 96, seeded(), false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFileRig(t, c.file)
			l := r.launch(name, 1, c.block, c.args(r.alloc(1<<20), r.alloc(1<<20))...)
			want := seenSteps(t, r, l, Hooks{SMCount: 1})
			assert.Equal(t, want, seenSteps(t, r, l, Hooks{SMCount: 1, TimeOnly: true}))
			left := slices.ContainsFunc(l.Kernel.prog.code, func(in inst) bool { return in.idle })
			assert.Equal(t, c.idle, left, "left out")
		})
	}
}

// seeded are the arguments of most kernels: in, out, some constants and 2 trips.
func seeded(constants ...cuda.Arg) func(in, out cuda.Ptr) []cuda.Arg {
	return func(in, out cuda.Ptr) []cuda.Arg {
		return append(append([]cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out)}, constants...), cuda.ArgU32(2))
	}
}

// product are those of a matrix product of one block.
func product(in, out cuda.Ptr) []cuda.Arg {
	return []cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(128), cuda.ArgU32(64)}
}

// Values that become addresses or decide on a branch are never left out, on
// whatever way they come: through memory, a copy, an atomic operation or a vote.
func TestWhatTimeDependsOnIsNotLeftOut(t *testing.T) {
	for name, body := range map[string]string{
		"a load": `ld.global.u32 %r3, [%rd2];
	mad.wide.u32 %rd3, %r3, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
		"a store that is loaded": `.shared .b32 s[64];
	mov.u32 %r4, s;
	mul.lo.u32 %r5, %r1, 3;
	st.shared.u32 [%r4], %r5;
	bar.sync 0;
	ld.shared.u32 %r3, [%r4];
	mad.wide.u32 %rd3, %r3, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
		"a store by a generic address": `.shared .b32 s[64];
	mov.u32 %r4, s;
	cvt.u64.u32 %rd4, %r4;
	cvta.shared.u64 %rd5, %rd4;
	mul.lo.u32 %r5, %r1, 3;
	st.u32 [%rd5], %r5;
	ld.shared.u32 %r3, [%r4];
	mad.wide.u32 %rd3, %r3, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
		"an asynchronous copy": `.shared .align 16 .b32 s[64];
	mov.u32 %r4, s;
	cp.async.ca.shared.global [%r4], [%rd2], 4;
	cp.async.wait_all;
	ld.shared.u32 %r3, [%r4];
	mad.wide.u32 %rd3, %r3, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
		"an atomic operation": `add.u32 %r4, %r1, 1;
	atom.global.add.u32 %r3, [%rd1], %r4;
	and.b32 %r3, %r3, 255;
	mad.wide.u32 %rd3, %r3, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
		"a branch": `ld.global.u32 %r3, [%rd2];
	setp.gt.u32 %p1, %r3, 3;
	@%p1 bra over;
	st.global.u32 [%rd1], %r1;
over:
	ret;`,
		"a guard": `ld.global.u32 %r3, [%rd2];
	add.u32 %r3, %r3, %r1;
	setp.gt.u32 %p1, %r3, 20;
	@%p1 st.global.u32 [%rd1], %r1;`,
		"a vote": `ld.global.u32 %r3, [%rd2];
	setp.gt.u32 %p1, %r3, 3;
	vote.sync.ballot.b32 %r4, %p1, -1;
	and.b32 %r4, %r4, 255;
	mad.wide.u32 %rd3, %r4, 4, %rd2;
	st.global.u32 [%rd3], %r1;`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, kernelText(body))
			in, out := r.words(make([]uint32, 1024)...), r.words(make([]uint32, 1024)...)
			require.NoError(t, r.mem.Write(in, []byte{7}))
			l := r.launch("k", 1, 64, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(1))
			assert.Equal(t, seenSteps(t, r, l, Hooks{}), seenSteps(t, r, l, Hooks{TimeOnly: true}))
		})
	}
}
