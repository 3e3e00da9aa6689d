package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

const saxpy = `.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .u64 .ptr .global .align 16 p) .maxntid 256, 1, 1
{
	.reg .pred %p<2>;
	.reg .b64 %rd<3>;
	.reg .f32 %f<3>;
	ld.param.u64 	%rd1, [p];
	@!%p1 bra $done;
	ld.global.f32 %f1, [%rd1+-4];
$done:
	ret;
}
`

// Parse gives the tree of a small kernel with names resolved.
func TestParseKernel(t *testing.T) {
	m, err := ptx.Parse("saxpy.ptx", []byte(saxpy))
	require.NoError(t, err)
	assert.Equal(t, ptx.Version{Major: 8, Minor: 0}, m.Version)
	assert.Equal(t, []string{"sm_80"}, m.Targets)
	require.Len(t, m.Functions, 1)
	f := m.Functions[0]
	assert.Equal(t, []string{"256", "1", "1"}, f.Directives[0].Args)
	require.Len(t, f.Body.Statements, 8)
	load := f.Body.Statements[3].(*ptx.Instruction)
	assert.Equal(t, "ld.param.u64 %rd1, [p]", load.Text)
	assert.Same(t, f.Params[0], load.Operands[1].(*ptx.Address).Base.(*ptx.Name).Ref.Decl)
	branch := f.Body.Statements[4].(*ptx.Instruction)
	assert.Equal(t, ptx.Pos{Line: 10, Column: 8}, branch.Pos)
	assert.True(t, branch.Guard.Negated)
	assert.Equal(t, 1, branch.Guard.Ref.Index)
	offset := f.Body.Statements[5].(*ptx.Instruction).Operands[1].(*ptx.Address)
	assert.Equal(t, int64(-4), offset.Offset)
}
