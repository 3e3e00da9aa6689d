package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

func name(text string) *ptx.Name { return &ptx.Name{Text: text} }

func at(text string, offset int64) *ptx.Address {
	return &ptx.Address{Base: name(text), Offset: offset}
}

func integer(n int64) *ptx.Immediate { return &ptx.Immediate{Bits: uint64(n)} }

func vector(texts ...string) *ptx.Vector {
	v := &ptx.Vector{}
	for _, text := range texts {
		v.Elems = append(v.Elems, name(text))
	}
	return v
}

// bare drops places and references, which other tests look at.
func bare(o ptx.Operand) ptx.Operand {
	switch o := o.(type) {
	case *ptx.Name:
		o.Ref, o.Pos = ptx.Ref{}, ptx.Pos{}
	case *ptx.Vector:
		bareAll(o.Elems)
	case *ptx.Tuple:
		bareAll(o.Elems)
	case *ptx.Pair:
		bare(o.First)
		bare(o.Second)
	case *ptx.Address:
		bare(o.Base)
		bareAll(o.Coords)
		bareAll(o.Extra)
		if o.Index != nil {
			bare(o.Index)
		}
	}
	return o
}

func bareAll(list []ptx.Operand) {
	for _, o := range list {
		bare(o)
	}
}

// Operands get the tree that their text means.
func TestOperands(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []ptx.Operand
	}{
		{"ret;", nil},
		{"mov.u32 a, %tid.x;", []ptx.Operand{name("a"), &ptx.Name{Text: "%tid", Component: "x"}}},
		{"vadd.s32.u32.s32 a, b.b0, c.h1;", []ptx.Operand{name("a"),
			&ptx.Name{Text: "b", Component: "b0"}, &ptx.Name{Text: "c", Component: "h1"}}},
		{"setp.eq.and.s32 p|q, a, b, !p;", []ptx.Operand{&ptx.Pair{First: name("p"), Second: name("q")},
			name("a"), name("b"), &ptx.Name{Text: "p", Negated: true}}},
		{"elect.sync _|p, -1;", []ptx.Operand{&ptx.Pair{First: name("_"), Second: name("p")}, integer(-1)}},
		{"vmad.s32.s32.u32 a, b, -c, r1;", []ptx.Operand{name("a"), name("b"),
			&ptx.Name{Text: "c", Negated: true}, name("r1")}},
		{"mov.b64 {a,_}, d;", []ptx.Operand{vector("a", "_"), name("d")}},
		{"mov.b64 d, {1, 1+1};", []ptx.Operand{name("d"), &ptx.Vector{Elems: []ptx.Operand{integer(1), integer(2)}}}},
		{"mov.u64 d, ga+4;", []ptx.Operand{name("d"), &ptx.Name{Text: "ga", Offset: 4}}},
		{"mov.u64 d, ga[3];", []ptx.Operand{name("d"), &ptx.Name{Text: "ga", Offset: 12}}},
		{"ld.global.u32 a, ga[3];", []ptx.Operand{name("a"), at("ga", 12)}},
		{"ld.global.u32 a, ga[b];", []ptx.Operand{name("a"),
			&ptx.Address{Base: name("ga"), Index: name("b"), Scale: 4}}},
		{"ld.global.u32 a, ga[b+1];", []ptx.Operand{name("a"),
			&ptx.Address{Base: name("ga"), Offset: 4, Index: name("b"), Scale: 4}}},
		{"ld.global.u32 a, [d];", []ptx.Operand{name("a"), at("d", 0)}},
		{"ld.global.u32 a, [d+8];", []ptx.Operand{name("a"), at("d", 8)}},
		{"ld.global.u32 a, [d+-8];", []ptx.Operand{name("a"), at("d", -8)}},
		{"ld.global.u32 a, [d-8];", []ptx.Operand{name("a"), at("d", -8)}},
		{"ld.global.u32 a, [ga+2*4+4];", []ptx.Operand{name("a"), at("ga", 12)}},
		{"ld.local.u32 a, [0x10];", []ptx.Operand{name("a"), &ptx.Address{Base: integer(16)}}},
		{"tex.2d.v4.f32.f32 {f,f,f,f}|p, [d, e, {f,f}];", []ptx.Operand{
			&ptx.Pair{First: vector("f", "f", "f", "f"), Second: name("p")},
			&ptx.Address{Base: name("d"), Extra: []ptx.Operand{name("e")}, Coords: vector("f", "f").Elems}}},
		{"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [a], [d, {b,c}], [r1], e;",
			[]ptx.Operand{at("a", 0), &ptx.Address{Base: name("d"), Coords: vector("b", "c").Elems}, at("r1", 0), name("e")}},
		{"P: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _); call (_), d, (b, 5), P;",
			[]ptx.Operand{&ptx.Tuple{Elems: []ptx.Operand{name("_")}}, name("d"),
				&ptx.Tuple{Elems: []ptx.Operand{name("b"), integer(5)}}, name("P")}},
		{"call k, ();", []ptx.Operand{name("k"), &ptx.Tuple{}}},
		{"call.uni k;", []ptx.Operand{name("k")}},
	} {
		list := parseBody(t, c.source)
		in := list[len(list)-1].(*ptx.Instruction)
		bareAll(in.Operands)
		assert.Equal(t, c.want, in.Operands, c.source)
	}
}

// Modifiers stay whole where "::" joins them, and may start with a digit.
func TestModifiers(t *testing.T) {
	in := parseInstruction(t, "cp.async.bulk.tensor.1d.shared::cluster.global.tile::gather4"+
		" .mbarrier::complete_tx::bytes.cta_group::2.L2::cache_hint [a], [d, {b}], [c], e;")
	assert.Equal(t, "cp", in.Opcode)
	assert.Equal(t, []string{"async", "bulk", "tensor", "1d", "shared::cluster", "global", "tile::gather4",
		"mbarrier::complete_tx::bytes", "cta_group::2", "L2::cache_hint"}, in.Modifiers)
}

// The literals of all radices and precisions get their bits.
func TestImmediates(t *testing.T) {
	for source, want := range map[string]ptx.Immediate{
		"mov.u32 a, 017;":                   {Bits: 15},
		"mov.u32 a, 0B101U;":                {Bits: 5, Unsigned: true},
		"mov.u32 a, 0x1F;":                  {Bits: 31},
		"mov.u64 d, 9223372036854775808;":   {Bits: 1 << 63, Unsigned: true},
		"mov.u32 a, -1;":                    {Bits: ^uint64(0)},
		"mov.u32 a, WARP_SZ;":               {Bits: 32},
		"mov.f32 f, 0f3F800000;":            {Float: true, Single: true, Bits: 0x3F800000},
		"mov.f64 g, 0d3FF0000000000000;":    {Float: true, Bits: 0x3FF0000000000000},
		"mov.f64 g, 1.0;":                   {Float: true, Bits: 0x3FF0000000000000},
		"mov.f64 g, .5e1;":                  {Float: true, Bits: 0x4014000000000000},
		"mov.f64 g, 2e0;":                   {Float: true, Bits: 0x4000000000000000},
		"mov.f64 g, 3.;":                    {Float: true, Bits: 0x4008000000000000},
		"mov.f64 g, -0d3FF0000000000000;":   {Float: true, Bits: 0xBFF0000000000000},
		"mov.f64 g, 1.5 * 2.0 - 4.0 / 2.0;": {Float: true, Bits: 0x3FF0000000000000},
	} {
		operands := parseInstruction(t, source).Operands
		require.Len(t, operands, 2, source)
		assert.Equal(t, &want, operands[1], source)
	}
}
