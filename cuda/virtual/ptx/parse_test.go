package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// parse reads text that must be right.
func parse(t testing.TB, src string) *ptx.Module {
	t.Helper()
	m, err := ptx.Parse("test.ptx", []byte(src))
	require.NoError(t, err)
	return m
}

// parseModule reads text at module scope.
func parseModule(t testing.TB, src string) *ptx.Module {
	t.Helper()
	return parse(t, verdict{scope: "module", snippet: src}.source())
}

// parseBody gives the statements of a snippet inside of a kernel, after those
// that its head declares.
func parseBody(t testing.TB, snippet string) []ptx.Statement {
	t.Helper()
	empty := parse(t, verdict{scope: "body"}.source())
	m := parse(t, verdict{scope: "body", snippet: snippet}.source())
	head := len(empty.Functions[0].Body.Statements) - 1
	list := m.Functions[0].Body.Statements
	return list[head : len(list)-1]
}

// parseInstruction gives the only instruction of a snippet.
func parseInstruction(t testing.TB, snippet string) *ptx.Instruction {
	t.Helper()
	list := parseBody(t, snippet)
	require.Len(t, list, 1)
	return list[0].(*ptx.Instruction)
}

const saxpy = `.version 8.0
.target sm_80, debug
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

// Parse gives the tree of a small kernel, with its names resolved.
func TestParseKernel(t *testing.T) {
	m := parse(t, saxpy)
	assert.Equal(t, ptx.Version{Major: 8, Minor: 0}, m.Version)
	assert.Equal(t, []string{"sm_80", "debug"}, m.Targets)
	assert.Equal(t, 64, m.AddressBits)
	require.Len(t, m.Functions, 1)
	f := m.Functions[0]
	assert.Equal(t, &ptx.Pointer{Space: ptx.SpaceGlobal, Align: 16}, f.Params[0].Ptr)
	assert.Equal(t, ptx.Directive{Name: "maxntid", Args: []string{"256", "1", "1"}, Pos: ptx.Pos{Line: 4, Column: 61}}, f.Directives[0])
	require.Len(t, f.Body.Statements, 8)
	assert.Equal(t, ptx.Pos{Line: 14, Column: 1}, f.Body.End)

	load := f.Body.Statements[3].(*ptx.Instruction)
	assert.Equal(t, "ld.param.u64 %rd1, [p]", load.Text)
	assert.Equal(t, []string{"param", "u64"}, load.Modifiers)
	assert.Same(t, f.Params[0], load.Operands[1].(*ptx.Address).Base.(*ptx.Name).Ref.Decl)

	branch := f.Body.Statements[4].(*ptx.Instruction)
	assert.Equal(t, ptx.Pos{Line: 10, Column: 8}, branch.Pos)
	assert.True(t, branch.Guard.Negated)
	assert.Equal(t, ptx.Ref{Decl: f.Body.Statements[0].(*ptx.Variable), Index: 1}, branch.Guard.Ref)
	assert.Same(t, f.Body.Statements[6], branch.Operands[0].(*ptx.Name).Ref.Decl)
}

// Lines end with CR LF or LF, and line markers do not change their count.
func TestParseLines(t *testing.T) {
	for _, src := range []string{
		".version 8.0\r\n.target sm_80\r\n.entry k(){\r\nret;\r\n}",
		"# 7 \"k.cu\" 2\n.version 8.0 .target sm_80\n.entry k(){\nret;}",
		"/* two\nlines */.version 8.0 // 9\n.target sm_80 .entry k(){\n\tret;}",
	} {
		body := parse(t, src).Functions[0].Body
		assert.Equal(t, 4, body.Statements[0].Position().Line, src)
	}
}

// An instruction's text is one line with single blanks and without comments.
func TestInstructionText(t *testing.T) {
	for source, want := range map[string]string{
		"@p add.s32 \t a,\tb, c;":               "add.s32 a, b, c",
		"add.s32 a,b,c ;":                       "add.s32 a,b,c",
		"add.s32 a, // first\n  b /* x */,c;":   "add.s32 a, b ,c",
		"ret;":                                  "ret",
		"ld.global.v2.u32\n{a,b},\r\n[d + 4] ;": "ld.global.v2.u32 {a,b}, [d + 4]",
	} {
		assert.Equal(t, want, parseInstruction(t, source).Text)
	}
}
