package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Loads and stores of every width extend and cut as the type says.
func TestLoadStoreWidths(t *testing.T) {
	for _, c := range []struct {
		body string
		want uint64
	}{
		{"ld.global.u8 %r3, [%rd2+1];\ncvt.u64.u32 %rd4, %r3;", 0x87},
		{"ld.global.s8 %r3, [%rd2+1];\ncvt.u64.u32 %rd4, %r3;", 0xffffff87},
		{"ld.global.s8 %h3, [%rd2+1];\ncvt.u64.u16 %rd4, %h3;", 0xff87},
		{"ld.global.u16 %r3, [%rd2];\ncvt.u64.u32 %rd4, %r3;", 0x8788},
		{"ld.global.s16 %rd4, [%rd2];", 0xffffffffffff8788},
		{"ld.global.u32 %rd4, [%rd2+4];", 0x81828384},
		{"ld.global.s32 %rd4, [%rd2+4];", 0xffffffff81828384},
		{"ld.global.b64 %rd4, [%rd2];", 0x8182838485868788},
		{"ld.global.f64 %d3, [%rd2];\nmov.b64 %rd4, %d3;", 0x8182838485868788},
		{"ld.global.v2.u8 {%r3, %r4}, [%rd2+2];\nshl.b32 %r4, %r4, 8;\nor.b32 %r3, %r3, %r4;\ncvt.u64.u32 %rd4, %r3;", 0x8586},
		{"ld.global.v4.u16 {%r3, %r4, %r5, %r6}, [%rd2];\nshl.b32 %r6, %r6, 16;\nor.b32 %r6, %r6, %r3;\ncvt.u64.u32 %rd4, %r6;", 0x81828788},
		{"ld.global.v2.u32 {_, %r4}, [%rd2];\ncvt.u64.u32 %rd4, %r4;", 0x81828384},
		{"ld.global.nc.u32 %rd4, [%rd2];", 0x85868788},
		{"ld.global.cg.L2::128B.u32 %rd4, [%rd2];", 0x85868788},
		{"ld.relaxed.gpu.global.u32 %rd4, [%rd2];", 0x85868788},
		{"ld.u32 %rd4, [%rd2];", 0x85868788},
		{"ld.volatile.global.u64 %rd4, [%rd2];", 0x8182838485868788},
		{"ld.volatile.s8 %r3, [%rd2+1];\ncvt.u64.u32 %rd4, %r3;", 0xffffff87},
		{"ld.acquire.gpu.u16 %r3, [%rd2+2];\ncvt.u64.u32 %rd4, %r3;", 0x8586},
		{"st.volatile.global.u64 [%rd1], 5;\nst.release.gpu.global.u8 [%rd1+1], 7;\nst.relaxed.cta.u32 [%rd1+4], 9;\nld.global.u64 %rd4, [%rd1];", 0x900000705},
		{".local .align 8 .b8 s[16];\nst.volatile.local.u64 [s+8], 3;\nld.volatile.local.u32 %rd4, [s+8];", 3},
		{".local .align 8 .b8 s[16];\nst.local.u64 [s+8], %rd2;\nld.local.u64 %rd5, [s+8];\nld.global.u32 %rd4, [%rd5];", 0x85868788},
		{".local .align 8 .b8 s[16];\nmov.b64 %rd5, s;\ncvta.local.u64 %rd5, %rd5;\nst.u16 [%rd5+2], 0x1234;\nld.u32 %rd4, [%rd5];", 0x12340000},
		{".shared .align 8 .b8 s[16];\nst.shared.v2.u32 [s+8], {7, 9};\nld.shared.u64 %rd4, [s+8];", 0x900000007},
		{".shared .align 8 .b8 s[16];\nst.shared.u8 [s+9], 0xab;\nld.shared.u32 %rd4, [s+8];", 0xab00},
		{".shared .align 8 .b8 s[16];\nmov.u64 %rd5, s;\ncvta.shared.u64 %rd6, %rd5;\nst.u32 [%rd6+4], 5;\ncvta.to.shared.u64 %rd7, %rd6;\nld.shared.u32 %rd4, [%rd7+4];", 5},
		{".shared .align 8 .b8 s[16];\nmov.u64 %rd5, s;\ncvta.shared.u64 %rd6, %rd5;\nisspacep.shared %p1, %rd6;\nisspacep.global %p2, %rd2;\nisspacep.local %p3, %rd2;\nselp.u64 %rd4, 1, 0, %p1;\n@%p2 add.s64 %rd4, %rd4, 2;\n@%p3 add.s64 %rd4, %rd4, 4;", 3},
		{"mov.b64 {%r3, %r4}, 0x1122334455667788;\nmov.b64 %rd4, {%r4, %r3};", 0x5566778811223344},
		{"mov.b32 {%h3, %h4}, 0x11223344;\nmov.b64 %rd4, {%h4, %h3, %h4, %h3};", 0x3344112233441122},
		{"mov.f32 %f3, 0f40490FDB;\nmov.b32 %r3, %f3;\ncvt.u64.u32 %rd4, %r3;", 0x40490fdb},
		{"mov.f64 %d3, 1.5;\nmov.b64 %rd4, %d3;", 0x3ff8000000000000},
		{"mov.f32 %f3, 1.5;\nmov.b32 %r3, %f3;\ncvt.u64.u32 %rd4, %r3;", 0x3fc00000},
		{"ld.param.u8 %r3, [n+1];\ncvt.u64.u32 %rd4, %r3;", 2},
		{"ld.param.s16 %r3, [n+2];\ncvt.u64.u32 %rd4, %r3;", 0xffff8003},
		{"mov.u64 %rd5, n;\nld.param.u32 %rd4, [%rd5];", 0x80030201},
		{"mov.u64 %rd5, n;\ncvta.param.u64 %rd5, %rd5;\nld.u32 %rd4, [%rd5];", 0x80030201},
	} {
		r := newRig(t, kernelText(c.body+"\nst.global.u64 [%rd1], %rd4;"))
		out, in := r.alloc(8), r.words(0x85868788, 0x81828384)
		r.run("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0x80030201))
		assert.Equal(t, c.want, r.read64(out, 1)[0], c.body)
	}
}

// Full warps take the fast way and partial ones the slow way; both store the
// same, for every width.
func TestLoadStoreFastAndSlow(t *testing.T) {
	for form, size := range map[string]int{
		"b32 %s": 4, "v2.b32 {%s, %r11}": 8, "v4.b32 {%s, %r11, %r12, %r13}": 16, "b64 %rd11": 8, "v2.b64 {%rd11, %rd12}": 16, "b16 %h11": 2, "b8 %h11": 1,
	} {
		op, regs, _ := cut(form)
		body := `mul.wide.u32 %rd3, %r1, ` + itoa(size) + `;
	add.s64 %rd4, %rd3, %rd2;
	add.s64 %rd5, %rd3, %rd1;
	ld.global.` + op + ` ` + regs + `, [%rd4];
	st.global.` + op + ` [%rd5], ` + regs + `;`
		r := newRig(t, kernelText(body))
		words := make([]uint32, 2*PageBytes/4)
		for i := range words {
			words[i] = uint32(i)*2654435761 + 1
		}
		src := r.words(words...)
		for _, at := range []int{0, 64, PageBytes - 64} {
			for _, threads := range []int{32, 31} {
				dst := r.alloc(2 * PageBytes)
				r.run("k", 1, threads, cuda.ArgPtr(dst+cuda.Ptr(at)), cuda.ArgPtr(src+cuda.Ptr(at)), cuda.ArgU32(0))
				want, got := make([]byte, 2*PageBytes), make([]byte, 2*PageBytes)
				require.NoError(t, r.mem.Read(want[at:at+threads*size], src+cuda.Ptr(at)))
				require.NoError(t, r.mem.Read(got, dst))
				require.Equal(t, want, got, "%s at %d, %d threads", form, at, threads)
			}
		}
	}
}

func cut(form string) (op, regs string, ok bool) {
	for i := range form {
		if form[i] == ' ' {
			regs = form[i+1:]
			out := ""
			for k := 0; k < len(regs); k++ {
				if regs[k] == '%' && k+1 < len(regs) && regs[k+1] == 's' {
					out += "%r10"
					k++
					continue
				}
				out += string(regs[k])
			}
			return form[:i], out, true
		}
	}
	return form, "", false
}

const variables = header + `
.const .align 4 .u32 table[4] = {10, 20, 30, 40};
.global .u32 counter = 5;
.global .align 8 .u64 where[2] = {table, counter};
.global .align 4 .b8 bytes[6] = {1, 2, 0xff};
.global .f32 pi = 0f40490FDB;
.global .align 2 .u8 part[2] = {0xFF(counter), 0xFF00(counter)};
.shared .align 4 .b8 fixed[8];
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k(.param .u64 out)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	ld.param.u64 %rd1, [out];
	ld.const.u32 %r1, [table+8];
	st.global.u32 [%rd1], %r1;
	ld.global.u64 %rd2, [where+8];
	atom.global.add.u32 %r2, [%rd2], 1;
	st.global.u32 [%rd1+4], %r2;
	ld.global.u32 %r3, [counter];
	st.global.u32 [%rd1+8], %r3;
	ld.global.u32 %r4, [bytes];
	st.global.u32 [%rd1+12], %r4;
	mov.u64 %rd3, table;
	cvta.const.u64 %rd3, %rd3;
	ld.u32 %r5, [%rd3+4];
	st.global.u32 [%rd1+16], %r5;
	ld.global.u32 %r6, [pi];
	st.global.u32 [%rd1+20], %r6;
	ld.global.u16 %r6, [part];
	st.global.u32 [%rd1+28], %r6;
	mov.u32 %r7, dynamic;
	st.global.u32 [%rd1+24], %r7;
	st.shared.u32 [%r7+60], 3;
	st.shared.u32 [fixed], 1;
	ret;
}
`

// Variables of a module have their initial values, and dynamic shared memory
// begins behind the static.
func TestModuleVariables(t *testing.T) {
	r := newRig(t, variables)
	out := r.alloc(64)
	counter := uint32(r.kernel("k").prog.const64[0])
	for _, rel := range r.kernel("k").prog.relocations {
		if rel.symbol == "counter" {
			counter = uint32(r.kernel("k").prog.const64[rel.slot])
		}
	}
	l := r.launch("k", 1, 1, cuda.ArgPtr(out))
	l.DynamicSharedBytes = 64
	res, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err)
	assert.Equal(t, []uint32{30, 5, 6, 0xff0201, 20, 0x40490fdb, 16, counter & 0xffff}, r.read32(out, 8))
	assert.Equal(t, uint64(1), res.Counters.ConstLoad.Requests)
	assert.Equal(t, int64(16), r.kernel("k").SharedBytes)
}

// An unbound module does not run.
func TestUnboundModule(t *testing.T) {
	m, err := compileText(variables)
	require.NoError(t, err)
	_, err = Run(t.Context(), NewMemory(1<<20), Launch{Kernel: m.Kernels()[0], Grid: cuda.D1(1), Block: cuda.D1(1), Params: make([]byte, 8)}, Options{})
	assert.ErrorContains(t, err, "no addresses yet")
}

// Parameters lie at their natural alignment.
func TestParameterLayout(t *testing.T) {
	m, err := compileText(header + `.entry k(.param .u8 a, .param .u64 b, .param .align 16 .b8 s[20], .param .u16 c, .param .u32 d) .maxntid 32, 4, 1 { ret; }`)
	require.NoError(t, err)
	k := m.Kernels()[0]
	assert.Equal(t, []Param{{"a", 0, 1, 1, "u8", false}, {"b", 8, 8, 8, "u64", false}, {"s", 16, 20, 16, "b8", true}, {"c", 36, 2, 2, "u16", false}, {"d", 40, 4, 4, "u32", false}}, k.Params)
	assert.Equal(t, 44, k.ParamBytes)
	assert.Equal(t, 128, k.MaxThreads)
}
