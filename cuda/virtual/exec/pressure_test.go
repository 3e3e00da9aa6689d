package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The kernel has two values before the loop, three accumulators of one, two and
// one register in the outer loop, and one more in the inner one.
const loops = `.version 6.3
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .pred %p<3>;
	.reg .b32 %r<12>;
	.reg .b64 %rd<6>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	ld.global.u32 %r2, [%rd1];
	ld.global.u32 %r3, [%rd1+4];
	ld.global.u64 %rd2, [%rd1+8];
OUTER:
	add.u32 %r3, %r3, %r2;
	mov.u32 %r5, %r1;
	add.u32 %r6, %r2, 3;
INNER:
	add.u32 %r6, %r6, %r3;
	add.u64 %rd2, %rd2, 3;
	add.u32 %r5, %r5, -1;
	setp.ne.u32 %p1, %r5, 0;
	@%p1 bra INNER;
	add.u32 %r3, %r3, %r6;
	add.u32 %r2, %r2, -1;
	setp.ne.u32 %p2, %r2, 0;
	@%p2 bra OUTER;
	st.global.u64 [%rd1], %rd2;
	st.global.u32 [%rd1+8], %r3;
	ret;
}
`

func TestSpillPoint(t *testing.T) {
	m, err := compileText(loops)
	require.NoError(t, err)
	k := m.Kernels()[0]
	p := k.prog
	depth, pressure := p.loopDepth(), p.pressure()
	assert.Equal(t, []int{0, 1, 2, 1, 0, 0}, depth)
	// Inner loop: the address (2), n, r2, r3, the 64-bit sum (2), r5, r6.
	assert.Equal(t, 9, pressure[2])
	for _, registers := range []int{4, 8, 9, 255} {
		block, at := k.SpillPoint(registers)
		assert.Equal(t, 2, block, "%d registers", registers)
		assert.Equal(t, "add.u32", at.Op)
		assert.Same(t, p.machine(2), at)
	}
	assert.Empty(t, k.TensorInstructions())
	assert.Zero(t, k.LocalSectors())
}
