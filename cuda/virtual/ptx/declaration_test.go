package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// Variables of every space keep their type, shape and linkage.
func TestVariables(t *testing.T) {
	for source, want := range map[string]ptx.Variable{
		".global .u32 x;":                         {Name: "x", Space: ptx.SpaceGlobal, Type: "u32"},
		".visible .const .align 8 .f32 x;":        {Name: "x", Space: ptx.SpaceConst, Type: "f32", Align: 8, Linkage: ptx.Visible},
		".align 8 .global .f32 x;":                {Name: "x", Space: ptx.SpaceGlobal, Type: "f32", Align: 8},
		".weak .global .v4 .f32 x[2][3];":         {Name: "x", Space: ptx.SpaceGlobal, Type: "f32", Vector: 4, Dims: []int64{2, 3}, Linkage: ptx.Weak},
		".extern .shared .align 16 .b8 x[];":      {Name: "x", Space: ptx.SpaceShared, Type: "b8", Align: 16, Dims: []int64{-1}, Linkage: ptx.Extern},
		".common .global .u64 x;":                 {Name: "x", Space: ptx.SpaceGlobal, Type: "u64", Linkage: ptx.Common},
		".global .attribute(.managed) .s32 x;":    {Name: "x", Space: ptx.SpaceGlobal, Type: "s32", Attributes: []string{"managed"}},
		".global .attribute(.unified(1,2)).s8 x;": {Name: "x", Space: ptx.SpaceGlobal, Type: "s8", Attributes: []string{"unified(1,2)"}},
		".global .texref x;":                      {Name: "x", Space: ptx.SpaceGlobal, Type: "texref"},
	} {
		m := parseModule(t, source)
		require.Len(t, m.Variables, 1, source)
		m.Variables[0].Pos = ptx.Pos{}
		assert.Equal(t, &want, m.Variables[0], source)
	}
}

// One declaration may give several registers, plain ones and ranges; a range of
// none declares nothing.
func TestRegisters(t *testing.T) {
	list := parseBody(t, ".reg .v2 .f32 %v, %w<5>, %x, %none<0>;")
	require.Len(t, list, 3)
	for i, want := range []ptx.Variable{{Name: "%v"}, {Name: "%w", Count: 5}, {Name: "%x"}} {
		want.Space, want.Type, want.Vector = ptx.SpaceReg, "f32", 2
		got := *list[i].(*ptx.Variable)
		got.Pos = ptx.Pos{}
		assert.Equal(t, want, got)
	}
}

// Initialisers keep lists, numbers, addresses and masks.
func TestInitializers(t *testing.T) {
	m := parseModule(t, `.global .u32 b[4];
.global .u32 list[2][3] = {{1, 2}, {-1}};
.global .f32 floats[] = {1.5, 0f3F800000};
.global .u64 address = b;
.global .u64 generic_address = generic(b) + 8;
.global .u8 bytes[2] = {0xFF(b), 0xFF00(generic(b)+4)};
.global .texref t = {addr_mode_0 = wrap, width = 5};
`)
	init := func(i int) *ptx.Initializer { return m.Variables[i].Init }
	assert.Len(t, init(1).List, 2)
	assert.Equal(t, integer(-1), init(1).List[1].List[0].Elem)
	assert.Equal(t, &ptx.Immediate{Float: true, Single: true, Bits: 0x3F800000}, init(2).List[1].Elem)
	assert.Same(t, m.Variables[0], init(3).Elem.(*ptx.Name).Ref.Decl)
	assert.True(t, init(4).Generic)
	assert.Equal(t, &ptx.Name{Text: "b", Offset: 8}, bare(init(4).Elem))
	assert.Equal(t, uint64(0xFF), init(5).List[0].Mask)
	assert.Equal(t, uint64(0xFF00), init(5).List[1].Mask)
	assert.Equal(t, &ptx.Name{Text: "b", Offset: 4}, bare(init(5).List[1].Elem))
	assert.Equal(t, "addr_mode_0", init(6).List[0].Key)
	assert.Equal(t, integer(5), init(6).List[1].Elem)
}

// Sizes are those of memory: an empty extent is that of the list.
func TestBytes(t *testing.T) {
	for source, want := range map[string]int64{
		".global .b8 x;":                     1,
		".global .f16x2 x;":                  4,
		".global .b128 x[2];":                32,
		".global .v4 .f32 x[2][3];":          96,
		".global .u16 x[] = {1,2,3};":        6,
		".extern .shared .b32 x[];":          0,
		".global .texref x;":                 0,
		".global .b64 x[1000000][1000000];":  8e12,
		".global .v2 .u64 x[4] = {{1, 2}};":  64,
		".shared .align 16 .b8 x[16], y[4];": 16,
	} {
		got, ok := parseModule(t, source).Variables[0].Bytes()
		assert.True(t, ok, source)
		assert.Equal(t, want, got, source)
	}
	_, ok := parseModule(t, ".global .b64 x[0x100000000][0x100000000];").Variables[0].Bytes()
	assert.False(t, ok)
}

// Functions keep their parameters, directives and linkage, with or without a
// body.
func TestFunctions(t *testing.T) {
	m := parseModule(t, `.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .align 8 .b8 b[16]);
.visible .func (.reg .u32 r) f (.reg .u32 a) .noreturn .abi_preserve 4;
.weak .func .attribute(.unified(1,2)) g { ret; }
.visible .entry k(.param .align 8 .b8 s[16], .param .u64 .ptr .shared .align 4 p)
.reqntid 64, 1 .minnctapersm 2 .reqnctapercluster 2 .explicitcluster .maxclusterrank 8 .maxnreg 32
.pragma "nounroll"; { }
`)
	require.Len(t, m.Functions, 4)
	extern, f, g, k := m.Functions[0], m.Functions[1], m.Functions[2], m.Functions[3]
	assert.Equal(t, ptx.Extern, extern.Linkage)
	assert.Nil(t, extern.Body)
	assert.Equal(t, []int64{16}, extern.Params[1].Dims)
	assert.Equal(t, "r", extern.Return[0].Name)
	assert.Equal(t, ptx.SpaceReg, f.Params[0].Space)
	assert.Equal(t, "noreturn", f.Directives[0].Name)
	assert.Equal(t, []string{"4"}, f.Directives[1].Args)
	assert.Equal(t, []string{"unified(1,2)"}, g.Directives[0].Args)
	assert.NotNil(t, g.Body)
	assert.True(t, k.Entry)
	assert.Equal(t, &ptx.Pointer{Space: ptx.SpaceShared, Align: 4}, k.Params[1].Ptr)
	var names []string
	for _, d := range k.Directives {
		names = append(names, d.Name)
	}
	assert.Equal(t, []string{"reqntid", "minnctapersm", "reqnctapercluster", "explicitcluster",
		"maxclusterrank", "maxnreg", "pragma"}, names)
	assert.Empty(t, k.Body.Statements)
}

// Module directives and raw sections are kept.
func TestModuleDirectives(t *testing.T) {
	m := parseModule(t, `.file 1 "a b.cu", 12, 34
.visible .func f(); .visible .func g() { ret; }
.alias f, g;
.pragma "one", "two";
.section .debug_str {
$L: .b8 1, -2 // byte
.b32 .debug_info
.b64 $L+4
.b32 $M-$L
$M:
}
`)
	assert.Equal(t, 1, m.Files[0].Index)
	assert.Equal(t, "a b.cu", m.Files[0].Name)
	assert.Equal(t, "f", m.Aliases[0].Name)
	assert.Equal(t, "g", m.Aliases[0].Aliasee)
	assert.Equal(t, []string{"one", "two"}, m.Raw[0].Args)
	assert.Equal(t, "section", m.Raw[1].Name)
	assert.Equal(t, ".debug_str", m.Raw[1].Args[0])
	assert.Contains(t, m.Raw[1].Args[1], ".b64 $L+4")
}

// A body keeps its labels, lists of targets, prototypes and source lines.
func TestStatements(t *testing.T) {
	list := parseBody(t, `A: B: brx.idx a, A;
T: .branchtargets A, B;
C: .calltargets k;
P: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
.loc 1 20 3, function_name $name+8, inlined_at 1 2 3
.pragma "nounroll";
{ .reg .u32 inner; }`)
	require.Len(t, list, 9)
	assert.Equal(t, "A", list[0].(*ptx.Label).Name)
	targets := list[3].(*ptx.TargetList)
	assert.Equal(t, "branchtargets", targets.Kind)
	assert.Equal(t, []string{"A", "B"}, targets.Targets)
	assert.Equal(t, []ptx.Ref{{Decl: list[0]}, {Decl: list[1]}}, targets.Refs)
	assert.Equal(t, "calltargets", list[4].(*ptx.TargetList).Kind)
	prototype := list[5].(*ptx.TargetList).Prototype
	assert.Equal(t, "_", prototype.Params[0].Name)
	assert.Equal(t, "noreturn", prototype.Directives[0].Name)
	assert.Equal(t, []string{"1", "20", "3", "function_name", "$name+8", "inlined_at", "1", "2", "3"},
		list[6].(*ptx.Directive).Args)
	assert.Equal(t, []string{"nounroll"}, list[7].(*ptx.Directive).Args)
	assert.Len(t, list[8].(*ptx.Block).Statements, 1)
}
