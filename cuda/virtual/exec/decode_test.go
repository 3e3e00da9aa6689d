package exec

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// What cannot run is refused when the module is loaded, naming the instruction
// and its line: as invalid where PTX has no such form, as unsupported where it
// has.
func TestCompileRefuses(t *testing.T) {
	for _, c := range []struct {
		body   string
		kind   cuda.Kind
		detail string
	}{
		{"frobnicate.u32 %r1, %r2;", cuda.InvalidImage, "no instruction frobnicate"},
		{"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16;", cuda.Unsupported, "wgmma"},
		{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];", cuda.Unsupported, "tex"},
		{"add.s32.lo %r1, %r2, %r3;", cuda.Unsupported, ".lo"},
		{"add.bogus.s32 %r1, %r2, %r3;", cuda.InvalidImage, ".bogus"},
		{"add.s32 %r1, %r2;", cuda.InvalidImage, "takes 3 operands, not 2"},
		{"add.s32 %r1, %r2, %r3, %r4;", cuda.InvalidImage, "takes 3 operands, not 4"},
		{"add.s32 %rd1, %r2, %r3;", cuda.InvalidImage, "%rd1"},
		{"add.s64 %rd1, %rd2, %r3;", cuda.InvalidImage, "%r3"},
		{"add.s16 %r1, %r2, %r3;", cuda.InvalidImage, "bits"},
		{"add.b32 %r1, %r2, %r3;", cuda.InvalidImage, ".b32"},
		{"add.s32 %r1, %r2, %p1;", cuda.InvalidImage, "%p1"},
		{"add.s32 1, %r2, %r3;", cuda.InvalidImage, "destination"},
		{"add.f32 %f1, %f2, 1;", cuda.InvalidImage, "constant"},
		{"add.rn.ftz.f64 %d1, %d2, %d3;", cuda.InvalidImage, ".ftz"},
		{"mul.s32 %r1, %r2, %r3;", cuda.InvalidImage, ".lo, .hi or .wide"},
		{"mul.wide.s64 %rd1, %rd2, %rd3;", cuda.InvalidImage, ".wide"},
		{"setp.foo.s32 %p1, %r2, %r3;", cuda.InvalidImage, ".foo"},
		{"setp.lo.s32 %p1, %r2, %r3;", cuda.InvalidImage, ".lo"},
		{"setp.lt.b32 %p1, %r2, %r3;", cuda.InvalidImage, ".lt"},
		{"selp.b32 %r1, %r2, %r3, %r4;", cuda.InvalidImage, "%r4"},
		{"cvt.f32.s32 %f1, %r2;", cuda.InvalidImage, "rounding"},
		{"cvt.s32.f32 %r1, %f2;", cuda.InvalidImage, "rounding"},
		{"cvt.rn.s32.f32 %r1, %f2;", cuda.InvalidImage, "rounding"},
		{"cvt.u32.u64 %h1, %rd2;", cuda.InvalidImage, "narrow"},
		{"ld.global.u32 %h1, [%rd1];", cuda.InvalidImage, "narrow"},
		{"ld.global.u32 %r1, [%r2];", cuda.InvalidImage, "64-bit"},
		{"ld.global.u32 %r1, %rd1;", cuda.InvalidImage, "[base+offset]"},
		{"ld.global.v2.u32 %r1, [%rd1];", cuda.InvalidImage, "1 elements, not 2"},
		{"ld.shared.v4.u64 {%rd1, %rd2, %rd3, %rd4}, [%r1];", cuda.InvalidImage, "32 bytes"},
		{"st.const.u32 [%rd1], %r1;", cuda.InvalidImage, "constant"},
		{"ld.param.u32 %r1, [n+4];", cuda.InvalidImage, "outside"},
		{"ld.shared.u32 %r1, [n];", cuda.InvalidImage, "space .param"},
		{"atom.global.cas.u32 %r1, [%rd1], %r2, %r3;", cuda.InvalidImage, "cas"},
		{"red.global.cas.b32 [%rd1], %r2, %r3;", cuda.InvalidImage, "cas"},
		{"atom.local.add.u32 %r1, [%rd1], %r2;", cuda.InvalidImage, "global or shared"},
		{"mov.u32 %r1, %pm3;", cuda.Unsupported, "%pm3"},
		{"mov.u64 %rd1, %tid.x;", cuda.InvalidImage, "32 bits"},
		{"mov.b64 %rd1, {%h1, %h2};", cuda.InvalidImage, "%h1"},
		{"bra %r1;", cuda.InvalidImage, "no label"},
		{"sqrt.rn.f32 %f1, %f2, %f3;", cuda.InvalidImage, "operands"},
		{"sin.f32 %f1, %f2;", cuda.InvalidImage, ".approx"},
		{"ex2.approx.f64 %d1, %d2;", cuda.InvalidImage, ".f64"},
		{"lop3.b32 %r1, %r2, %r3, %r4, 256;", cuda.InvalidImage, "255"},
		{"shfl.sync.b32 %r1, %r2, 0, 31, -1;", cuda.InvalidImage, ".idx"},
		{"call %rd1;", cuda.InvalidImage, "prototype"},
		{"call foo, (n);", cuda.InvalidImage, "does not match"},
		{"call far;", cuda.Unsupported, "no body"},
	} {
		text := kernelText(c.body)
		if strings.HasPrefix(c.body, "call") {
			text = header + ".extern .func far;\n.func foo { ret; }\n" + text[len(header):]
		}
		_, err := compileText(text)
		require.Error(t, err, c.body)
		var e *cuda.Error
		require.ErrorAs(t, err, &e, c.body)
		assert.Equal(t, c.kind, e.Kind, "%s: %v", c.body, err)
		assert.Equal(t, "k", e.Kernel, c.body)
		assert.Equal(t, lineOf(text, c.body), e.Line, c.body)
		assert.ErrorContains(t, err, c.detail, c.body)
	}
}

// Modules that cannot be laid out are refused too.
func TestCompileRefusesModules(t *testing.T) {
	for text, detail := range map[string]string{
		".version 8.0\n.target sm_80\n.address_size 32\n":                                       ".address_size 32",
		header + ".extern .global .u32 x;\n":                                                    "linker",
		header + ".entry k(.param .texref t) { ret; }":                                          "t",
		header + ".entry k(.param .align 4 .b8 p[40000]) { ret; }":                              "size",
		header + ".entry k .maxntid 0, 1, 1 { ret; }":                                           "extent",
		header + ".entry k { .reg .v2 .f32 %x; .reg .f32 %y; add.f32 %y, %y, %x.z; ret; }":      "",
		header + ".entry k { .param .b32 q; st.param.b32 [q+4], 1; ret; }":                      "outside of q",
		header + ".shared .b8 big[99999999]; .entry k { .reg .u32 %r; mov.u32 %r, big; ret; }":  "too large",
		header + ".global .u32 x[2] = {1, 2, 3};\n.entry k { ret; }":                            "",
		header + ".entry k { .reg .b32 %r; .local .u32 a[4]; ld.local.u32 %r, [a+%r*4]; ret; }": "",
	} {
		m, err := compileText(text)
		if err == nil {
			err = m.Bind(NewMemory(1 << 20))
		}
		require.Error(t, err, text)
		assert.ErrorContains(t, err, detail, text)
	}
}

// The registers that instructions name are few where lives do not overlap, and
// constants take no scoreboard slot.
func TestAllocation(t *testing.T) {
	body := ""
	for i := range 20 {
		body += "add.s32 %r10, %r1, " + itoa(i) + ";\nmul.lo.s32 %r11, %r10, %r10;\nst.global.u32 [%rd1], %r11;\n"
	}
	m, err := compileText(kernelText(body))
	require.NoError(t, err)
	k := m.Kernels()[0]
	assert.LessOrEqual(t, k.Slots, 8)
	assert.GreaterOrEqual(t, k.RegisterEstimate, 8)
	assert.Less(t, k.RegisterEstimate, 16)
	for _, in := range k.prog.code {
		for _, s := range append(append([]uint16{}, in.meta.Src...), in.meta.Dst...) {
			assert.Less(t, int(s), k.Slots)
		}
	}
}

// A module's kernels say what they need.
func TestKernelFacts(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	k := r.kernel("shared_loop")
	assert.Equal(t, int64(4096), k.SharedBytes)
	assert.Zero(t, k.LocalBytes)
	assert.Equal(t, 24, k.ParamBytes)
	assert.Len(t, k.Params, 4)
}
