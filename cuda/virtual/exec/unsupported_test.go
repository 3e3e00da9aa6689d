package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// A kernel that cannot be executed leaves the others of its module usable, and
// says at its launch what stands in the way, and in which line.
func TestUnsupportedKernelAlone(t *testing.T) {
	text := header + `.visible .entry bad(.param .u64 out)
{
	wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16;
	ret;
}
.visible .entry good(.param .u64 out)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [out];
	st.global.u32 [%rd1], 7;
	ret;
}
`
	r := newRig(t, text)
	out := r.words(0)
	r.run("good", 1, 32, cuda.ArgPtr(out))
	assert.Equal(t, uint32(7), r.read32(out, 1)[0])
	bad := r.kernel("bad")
	e := &cuda.Error{}
	require.ErrorAs(t, bad.Err, &e)
	assert.Equal(t, cuda.Unsupported, e.Kind)
	assert.Equal(t, "bad", e.Kernel)
	assert.Equal(t, 6, e.Line)
	assert.Contains(t, e.Detail, "wgmma")
	_, err := Run(t.Context(), r.mem, r.launch("bad", 1, 32, cuda.ArgPtr(out)), Options{})
	assert.Equal(t, bad.Err, err)
	_, err = NewBlock(r.mem, r.launch("bad", 1, 32, cuda.ArgPtr(out)), 0, Hooks{})
	assert.Equal(t, bad.Err, err)
}

// A texture keeps nobody from the kernels that do not use it; the error of the
// others names the instruction and its line.
func TestTexturesOnlyWhereTheyAreUsed(t *testing.T) {
	good := ".visible .entry good()\n{\n\tret;\n}\n"
	for body, detail := range map[string]string{
		"tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, {%f5}];": "tex.1d",
		"mov.u64 %rd1, t;":         "the texture, sampler or surface t",
		"cvta.global.u64 %rd1, t;": "the texture, sampler or surface t",
		"ld.global.u64 %rd1, [t];": "the texture, sampler or surface t",
	} {
		text := header + ".global .texref t;\n" + good + ".visible .entry bad()\n{\n.reg .f32 %f<8>;\n.reg .b64 %rd<2>;\n" + body + "\nret;\n}\n"
		r := newRig(t, text)
		r.run("good", 1, 32)
		e := &cuda.Error{}
		require.ErrorAs(t, r.kernel("bad").Err, &e, body)
		assert.Equal(t, [3]any{cuda.Unsupported, "bad", 13}, [3]any{e.Kind, e.Kernel, e.Line}, body)
		assert.Contains(t, e.Detail, detail)
	}
}

// A module of which no kernel can run, or that is no PTX, is refused as a whole.
func TestModuleRefusedAsAWhole(t *testing.T) {
	_, err := compileText(kernelText("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16;"))
	require.ErrorContains(t, err, "wgmma")
	_, err = compileText(kernelText("frobnicate.s32 %r3, %r4;") + ".visible .entry good()\n{\n\tret;\n}\n")
	require.ErrorContains(t, err, "frobnicate")
}

// .reqntid is the one shape of block that the kernel takes.
func TestRequiredBlock(t *testing.T) {
	r := newRig(t, header+".visible .entry k()\n.reqntid 8, 4\n{\n\tret;\n}\n")
	assert.Equal(t, cuda.Dim3{X: 8, Y: 4, Z: 1}, r.kernel("k").RequiredBlock)
	for _, c := range []struct {
		block cuda.Dim3
		fits  bool
	}{
		{cuda.Dim3{X: 8, Y: 4, Z: 1}, true}, {cuda.Dim3{X: 32, Y: 1, Z: 1}, false}, {cuda.Dim3{X: 8, Y: 2, Z: 1}, false},
	} {
		l := r.launch("k", 1, 1)
		l.Block = c.block
		_, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
		if c.fits {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, "8 x 4 x 1")
		}
	}
}
