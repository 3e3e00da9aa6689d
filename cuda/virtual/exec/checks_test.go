package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// checked runs a kernel of two warps with all checks.
func checked(t *testing.T, body string) error {
	text := header + ".file 1 \"/src/dir/mine.cu\"\n" + kernelText(".shared .align 16 .b8 s[1024];\n.loc 1 77 3\nmul.lo.u32 %r3, %r1, 4;\nmov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\n" + body + "\nret;")[len(header):]
	r := newRig(t, text)
	p := r.alloc(4096)
	l := r.launch("k", 1, 64, cuda.ArgPtr(p), cuda.ArgPtr(p), cuda.ArgU32(0))
	_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err, "without checks")
	_, err = Run(context.Background(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true, Races: true}})
	return err
}

// Each mistake is found, and its error tells kernel, line, source, and who.
func TestChecksFind(t *testing.T) {
	for _, c := range []struct{ body, detail, lane string }{
		{"ld.shared.u32 %r6, [%r5];", "nothing has written", "thread (0,0,0) warp 0 lane 0"},
		{"st.shared.u16 [%r5], 1;\nld.shared.u32 %r6, [%r5];", "nothing has written", "warp 0 lane 0"},
		{"atom.shared.add.u32 %r6, [%r5], 1;", "nothing has written", "warp 0"},
		{"cp.async.ca.shared.global [%r5], [%rd2], 4;\ncp.async.commit_group;\nbar.sync 0;\nld.shared.u32 %r6, [%r5];", "has not been waited for", "warp 1 lane 0"},
		{"st.shared.u32 [%r5], 1;\nxor.b32 %r6, %r5, 128;\nld.shared.u32 %r7, [%r6];", "nothing has written", "warp 0"},
		{".local .align 8 .b8 l[16];\nld.local.u32 %r6, [l];", "local memory at offset 0x0 is read, but the thread has not written it", "warp 0 lane 0"},
		{".local .align 8 .b8 l[16];\nsetp.ne.u32 %p1, %r1, 37;\n@%p1 st.local.u32 [l+8], 1;\nst.local.u32 [l], 1;\nld.local.u16 %h1, [l+14];", "local memory at offset 0xe", "thread (37,0,0) warp 1 lane 5"},
		{"st.shared.u32 [s], %r1;", "was written by warp 0 in line", "thread (32,0,0) warp 1 lane 0"},
		{"setp.lt.u32 %p1, %r1, 32;\n@%p1 st.shared.u32 [s], 1;\nbar.sync 0;\nld.shared.u32 %r6, [s];\n@!%p1 st.shared.u32 [s], 2;", "was written by warp 1", "warp 0 lane 0"},
		{"setp.lt.u32 %p1, %r1, 32;\n@%p1 st.shared.u32 [s], 1;\nbar.sync 0;\n@!%p1 ld.shared.u32 %r6, [s];\n@%p1 st.shared.u32 [s], 2;", "was read by warp 1", "warp 0 lane 0"},
		{"setp.lt.u32 %p1, %r1, 8;\n@%p1 bra A;\nbar.sync 0;\nbra B;\nA: bar.sync 0;\nB:", "are not at this barrier", "warp 0"},
		{"setp.lt.u32 %p1, %r1, 64;\nand.b32 %r8, %r1, 1;\nsetp.eq.u32 %p2, %r8, 0;\n@%p2 shfl.sync.bfly.b32 %r6, %r1, 1, 31, 0x55555555;", "reads lane 1, which does not take part", "lane 0"},
	} {
		err := checked(t, c.body)
		var e *cuda.Error
		if assert.ErrorAs(t, err, &e, c.body) {
			assert.Equal(t, cuda.LaunchFailed, e.Kind)
			assert.Equal(t, "k", e.Kernel)
			assert.Greater(t, e.Line, 20)
			assert.Contains(t, e.Detail, "(mine.cu:77)")
			assert.Contains(t, e.Detail, c.detail)
			assert.Contains(t, e.Lane, c.lane)
		}
	}
}

// What is right is not complained of.
func TestChecksPass(t *testing.T) {
	for _, body := range []string{
		"st.shared.u32 [%r5], %r1;\nbar.sync 0;\nxor.b32 %r6, %r5, 128;\nld.shared.u32 %r7, [%r6];\nbar.sync 0;\nst.shared.u32 [%r6], 1;",
		"cp.async.ca.shared.global [%r5], [%rd2], 4;\ncp.async.wait_all;\nbar.sync 0;\nld.shared.u32 %r6, [s];",
		"setp.eq.u32 %p1, %r1, 0;\n@%p1 st.shared.u32 [s], 0;\nbar.sync 0;\nred.shared.add.u32 [s], 1;\nbar.sync 0;\nld.shared.u32 %r6, [s];",
		"st.shared.v2.u16 [%r5], {1, 2};\nld.shared.u32 %r6, [%r5];\nshfl.sync.down.b32 %r7, %r6, 16, 31, -1;",
		".local .align 8 .b8 l[16];\nst.local.u32 [l+8], 1;\nld.local.u64 %rd3, [l+8];\nld.local.u8 %h1, [l+13];",
		"setp.gt.u32 %p1, %r1, 40;\n@%p1 exit;\nbar.sync 0;",
	} {
		assert.NoError(t, checked(t, body), body)
	}
}
