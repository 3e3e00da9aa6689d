package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/virtual/ptx"
)

// refOf gives what the operand with this number of an instruction stands for.
func refOf(s ptx.Statement, operand int) ptx.Ref {
	return s.(*ptx.Instruction).Operands[operand].(*ptx.Name).Ref
}

// An inner scope shadows an outer one, before and after it the outer holds.
func TestShadowing(t *testing.T) {
	list := parseBody(t, `.reg .u32 %x<4>;
mov.u32 %x3, a;
{ mov.u32 %x3, a; .reg .u32 %x<9>; mov.u32 %x3, %x8; { mov.u32 %x3, a; } }
mov.u32 %x3, a;`)
	outer := list[0].(*ptx.Variable)
	block := list[2].(*ptx.Block).Statements
	inner := block[1].(*ptx.Variable)
	assert.Equal(t, ptx.Ref{Decl: outer, Index: 3}, refOf(list[1], 0))
	assert.Equal(t, ptx.Ref{Decl: outer, Index: 3}, refOf(block[0], 0))
	assert.Equal(t, ptx.Ref{Decl: inner, Index: 3}, refOf(block[2], 0))
	assert.Equal(t, ptx.Ref{Decl: inner, Index: 8}, refOf(block[2], 1))
	assert.Equal(t, ptx.Ref{Decl: inner, Index: 3}, refOf(block[3].(*ptx.Block).Statements[0], 0))
	assert.Equal(t, ptx.Ref{Decl: outer, Index: 3}, refOf(list[3], 0))
}

// A label of a scope hides the same label around it, and may stand after its
// use; a special register has no declaration.
func TestLabelsAndSpecialRegisters(t *testing.T) {
	list := parseBody(t, "{ bra L; L: } bra L; L: mov.u32 a, %tid.x;")
	block := list[0].(*ptx.Block).Statements
	assert.Same(t, block[1], refOf(block[0], 0).Decl)
	assert.Same(t, list[2], refOf(list[1], 0).Decl)
	assert.Nil(t, refOf(list[3], 1).Decl)
}

// A name stands for the definition, even where only the declaration precedes.
func TestDefinitionOverDeclaration(t *testing.T) {
	m := parseModule(t, `.func f(); .extern .global .u32 x;
.entry e() { .reg .u64 a; call f; mov.u64 a, x; call f; }
.func f() { call f; } .visible .global .u32 x = 5;`)
	body := m.Functions[1].Body.Statements
	assert.Same(t, m.Functions[2], refOf(body[1], 0).Decl)
	assert.Same(t, m.Variables[1], refOf(body[2], 1).Decl)
	assert.Same(t, m.Functions[2], refOf(m.Functions[2].Body.Statements[0], 0).Decl)
}

// A register that takes a module's name is the register, wherever the module
// declares its own.
func TestLocalHidesModule(t *testing.T) {
	m := parseModule(t, ".entry e() { .reg .u32 x; mov.u32 x, 1; } .global .u32 x;")
	body := m.Functions[0].Body.Statements
	assert.Same(t, body[0], refOf(body[1], 0).Decl)
}
