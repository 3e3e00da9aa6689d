package ptx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// rejections are texts that the assembler refuses too, with our message. The
// place counts from the start of the whole text.
var rejections = []struct{ scope, snippet, message string }{
	{"file", "", `1:1: expected .version at the start of the file, found the end of the file`},
	{"file", ".target sm_80", `1:1: expected .version at the start of the file, found ".target"`},
	{"file", ".version 8\n.target sm_80", `1:10: expected a version such as 8.0, found "8"`},
	{"file", ".version 8.0\n.entry e(){}", `2:1: expected .target after .version, found ".entry"`},
	{"file", ".version 8.0 .target sm_80 .address_size 16", `1:42: expected an address size of 32 or 64, found "16"`},
	{"module", ".foo", `4:1: expected a directive, variable or function, found ".foo"`},
	{"module", ".visible", `4:9: expected a directive, variable or function, found the end of the file`},
	{"module", ".global .u32 x", `4:15: expected ";", found the end of the file`},
	{"module", ".global .foo x;", `4:9: expected a type, found ".foo"`},
	{"module", ".global .align 3 .u32 x;", `4:16: an alignment must be a power of two`},
	{"module", ".global .u32 x[2] = {1,2,3};", `4:21: more values than elements in x`},
	{"module", ".global .u32 x = 1.5;", `4:18: the value does not fit type .u32 of x`},
	{"module", ".global .u32 x = 1 / 0;", `4:20: division by zero in a constant expression`},
	{"module", ".global .u32 x = 1.0 + 2;", `4:22: operand types of + do not match`},
	{"module", ".global .u64 x = y; .global .u32 y;", `4:18: unknown symbol y`},
	{"module", ".global .u32 x; .global .u64 x;", `4:30: duplicate definition of x`},
	{"module", ".shared .u32 x = 1;", `4:14: no initial value is allowed for x in this state space or linkage`},
	{"module", ".shared .u32 x[];", `4:14: only an external array may have no extent: x`},
	{"module", ".reg .u32 x;", `4:11: .reg variables belong into a function: x`},
	{"module", ".global .pred x;", `4:15: a predicate must be a scalar in .reg: x`},
	{"module", ".func f(){ret;} .func f(){ret;}", `4:17: duplicate definition of f`},
	{"module", ".func f(){ret;} .alias g, f;", `4:24: unknown symbol g`},
	{"module", ".entry e(.reg .u32 x){ret;}", `4:20: a parameter must be in .param, or .reg in a .func: x`},
	{"module", ".entry e(.param .u32 x, .param .u32 x){ret;}", `4:37: duplicate definition of x`},
	{"module", ".entry e() .noreturn {ret;}", `4:12: expected a directive of this kind of function, found ".noreturn"`},
	{"module", ".entry e(){ret;", `4:16: expected "}", found the end of the file`},
	{"module", ".entry e(){ret}", `4:15: expected an operand or ";", found "}"`},
	{"module", ".entry e(){ret;}}", `4:17: expected a directive, variable or function, found "}"`},
	{"module", ".entry e(){ /* ret;}", `4:13: this comment is not closed`},
	{"module", ".file 1 \"x", `4:9: this string is not closed`},
	{"module", ".entry e(){ ret; ? }", `4:18: expected a statement, found "?"`},
	{"module", ".entry e(){ ret; ` }", "4:18: unexpected character '`'"},
	{"body", "bra X;", `7:5: unknown symbol X`},
	{"body", "{ L: } bra L;", `7:12: unknown symbol L`},
	{"body", "L: ret; L: ret;", `7:9: duplicate definition of L`},
	{"body", "mov.u32 r5, a;", `7:9: unknown symbol r5`},
	{"body", "mov.u32 z, a; .reg .u32 z;", `7:9: unknown symbol z`},
	{"body", ".reg .u32 a;", `7:11: duplicate definition of a`},
	{"body", ".reg .u32 z1; .reg .u32 z<3>;", `7:25: duplicate definition of z<3>`},
	{"body", "mov.u32 a, %foo;", `7:12: unknown symbol %foo`},
	{"body", "mov.u32 a, 08;", `7:12: malformed number 08`},
	{"body", "mov.u32 a, 5u;", `7:12: malformed number "5u"`},
	{"body", "mov.f32 f, 0f3f80;", `7:12: malformed number "0f3f80"`},
	{"body", "mov.u32 a, -b;", `7:13: no predicate: b`},
	{"body", "@a ret;", `7:2: no predicate: a`},
	{"body", "mov.f32 f, v.q;", `7:13: expected a component such as .x, found ".q"`},
	{"body", "add.s32 a, b c;", `7:14: expected ";", found "c"`},
	{"body", "add.s32 a, b,;", `7:14: expected an operand, found ";"`},
	{"body", "ld.global.u32 a, [d;", `7:20: expected "]", found ";"`},
	{"body", "ld.global.u32 a, d[1];", `7:18: d is no array`},
	{"body", "brx.idx a, T; T: .branchtargets L; L:", `7:12: unknown symbol T`},
	{"body", ".branchtargets L; L:", `7:1: expected a statement, found ".branchtargets"`},
	{"body", "P: .callprototype f (.param .b64 x);", `7:19: expected "_", found "f"`},
	{"body", ".loc 1 2 3, inlined_at 1 2 3", `7:13: expected "function_name", found "inlined_at"`},
}

// What is no PTX is refused with its place and what was expected.
func TestRejections(t *testing.T) {
	for _, c := range rejections {
		v := verdict{scope: c.scope, snippet: c.snippet}
		_, err := ptx.Parse("k.ptx", []byte(v.source()))
		var syntax *ptx.SyntaxError
		require.ErrorAs(t, err, &syntax, c.snippet)
		assert.Equal(t, "k.ptx:"+c.message, err.Error(), c.snippet)
	}
}
