package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

const tallied = `
	.shared .align 4 .b8 tile[4096];
	.local .align 4 .b8 depot[16];
	cvta.to.global.u64 %rd3, %rd2;
	mul.wide.u32 %rd4, %r1, 8;
	add.s64 %rd5, %rd3, %rd4;
	ld.global.u32 %r3, [%rd5];
	shl.b32 %r4, %r1, 3;
	mov.u32 %r5, tile;
	add.u32 %r5, %r5, %r4;
	st.shared.u32 [%r5], %r3;
	st.local.u32 [depot], %r3;
	setp.lt.u32 %p1, %r1, 5;
	@%p1 bra low;
	fma.rn.f32 %f1, %f1, %f1, %f1;
low:
	atom.global.add.u32 %r6, [%rd1], 1;
	ret;`

// The counters of the instructions add up to those of the launch, whatever the
// number of workers, and each is where its line is.
func TestInstructionsAddUp(t *testing.T) {
	r := newRig(t, kernelText(tallied))
	l := r.launch("k", 3, 64, cuda.ArgPtr(r.words(0)), cuda.ArgPtr(r.words(make([]uint32, 128)...)), cuda.ArgU32(1))
	var first []cuda.InstructionCounters
	for _, workers := range []int{1, 3} {
		res, err := Run(context.Background(), r.mem, l, Options{Workers: workers, PerInstruction: true})
		require.NoError(t, err)
		sum := cuda.Counters{Barriers: res.Counters.Barriers}
		for _, in := range res.Instructions {
			sum.Add(in.Counters)
		}
		assert.Equal(t, res.Counters, sum)
		if first == nil {
			first = res.Instructions
		}
		assert.Equal(t, first, res.Instructions)
	}
	plain, err := Run(context.Background(), r.mem, l, Options{})
	require.NoError(t, err)
	assert.Nil(t, plain.Instructions)
	at := map[string]cuda.InstructionCounters{}
	for _, in := range first {
		at[in.Text] = in
	}
	assert.Equal(t, cuda.Traffic{Requests: 6, UsefulBytes: 768, Sectors: 48}, at["ld.global.u32 %r3, [%rd5]"].GlobalLoad)
	assert.Equal(t, cuda.Traffic{Requests: 6, UsefulBytes: 768, Passes: 12, IdealPasses: 6}, at["st.shared.u32 [%r5], %r3"].SharedStore)
	assert.Equal(t, uint64(24), at["st.local.u32 [depot], %r3"].LocalStore.Sectors)
	branch := at["bra low"]
	assert.Equal(t, [3]uint64{6, 3, 192}, [3]uint64{branch.Branches, branch.DivergentBranches, branch.ThreadInstructions})
	fma := at["fma.rn.f32 %f1, %f1, %f1, %f1"]
	assert.Equal(t, map[string]uint64{"fp32": 2 * 3 * (64 - 5)}, fma.Operations)
	assert.Equal(t, map[string]uint64{"fma": 6}, fma.Pipes)
}
