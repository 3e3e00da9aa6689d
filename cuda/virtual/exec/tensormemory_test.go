package exec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// runBlackwell runs a body in blocks of four warps; out has so many words.
func runBlackwell(t *testing.T, body string, words int) ([]uint32, error) {
	t.Helper()
	r := newRig(t, blackwellText(body))
	in, out := r.words(1, 2, 3, 4), r.alloc(int64(4*words))
	l := r.launch("k", 1, 128, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	l.ComputeCapability = cuda.ComputeCapability{Major: 10}
	_, err := Run(t.Context(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true}})
	return r.read32(out, words), err
}

// place16 are the ISA's pictures of the shapes of 16 lanes: column and lane of
// register r of a thread.
var placesOfShape = map[string]func(thread, r int) (column, lane int){
	"32x32b": func(thread, r int) (int, int) { return r, thread },
	"16x64b": func(thread, r int) (int, int) {
		lane := thread / 4
		if thread%2 == 1 {
			lane += 8
		}
		return 2*r + thread%4/2, lane
	},
	"16x128b":  func(thread, r int) (int, int) { return r/2*4 + thread%4, thread/4 + r%2*8 },
	"16x256b":  func(thread, r int) (int, int) { return r/4*8 + thread%4*2 + r%2, thread/4 + r/2%2*8 },
	"16x32bx2": func(thread, r int) (int, int) { return r + thread/16*40, thread % 16 },
}

// What one shape stores, another one loads, from where the ISA says. Cells hold their
// column and lane.
func TestTensorMemoryShapes(t *testing.T) {
	for shape, place := range placesOfShape {
		for _, times := range []int{1, 2, 8} {
			regs := times * registersOfShape[shape]
			var list []string
			for r := range regs {
				list = append(list, fmt.Sprintf("%%v%d", r))
			}
			vector, split := "{"+strings.Join(list, ", ")+"}", ""
			if shape == "16x32bx2" {
				split = ", 40"
			}
			var body strings.Builder
			body.WriteString("shl.b32 %r13, %r1, 16;\nadd.u32 %r16, %r20, %r12;\n")
			for c := range 72 {
				fmt.Fprintf(&body, "add.u32 %%r14, %%r13, %d;\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%%r16+%d], {%%r14};\n", c, c)
			}
			fmt.Fprintf(&body, "tcgen05.wait::st.sync.aligned;\ntcgen05.ld.sync.aligned.%s.x%d.b32 %s, [%%r16+3]%s;\ntcgen05.wait::ld.sync.aligned;\n", shape, times, vector, split)
			fmt.Fprintf(&body, "mul.wide.u32 %%rd3, %%r1, %d;\nadd.s64 %%rd3, %%rd3, %%rd1;\n", 4*regs)
			for r := range regs {
				fmt.Fprintf(&body, "st.global.u32 [%%rd3+%d], %%v%d;\n", 4*r, r)
			}
			got, err := runBlackwell(t, body.String(), 128*regs)
			require.NoError(t, err, "%s.x%d", shape, times)
			for thread := range 128 {
				for r := range regs {
					column, lane := place(thread%32, r)
					require.Equal(t, uint32((thread/32*32+lane)<<16+column+3), got[thread*regs+r], "%s.x%d thread %d register %d", shape, times, thread, r)
				}
			}
		}
	}
}

// Two halves are packed from two columns, and unpacked into two.
func TestTensorMemoryPacks(t *testing.T) {
	got, err := runBlackwell(t, `
	add.u32 %r16, %r20, %r12;
	mov.u32 %r13, 0x12345678;
	mov.u32 %r14, 0x9abcdef0;
	tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%r16], {%r13, %r14};
	tcgen05.wait::st.sync.aligned;
	tcgen05.ld.sync.aligned.32x32b.x4.b32 {%v0, %v1, %v2, %v3}, [%r16];
	tcgen05.ld.sync.aligned.32x32b.x1.pack::16b.b32 {%v4}, [%r16+1];
	tcgen05.wait::ld.sync.aligned;
	st.global.v4.u32 [%rd1], {%v0, %v1, %v2, %v3};
	st.global.u32 [%rd1+16], %v4;
	`, 5)
	require.NoError(t, err)
	assert.Equal(t, []uint32{0x5678, 0x1234, 0xdef0, 0x9abc, 0xdef01234}, got)
}

// A register has its old content until the wait for the load.
func TestTensorMemoryLoadNeedsItsWait(t *testing.T) {
	got, err := runBlackwell(t, `
	add.u32 %r16, %r20, %r12;
	mov.u32 %r13, 7;
	mov.u32 %v0, 1;
	tcgen05.st.sync.aligned.32x32b.x1.b32 [%r16], {%r13};
	tcgen05.wait::st.sync.aligned;
	tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r16];
	st.global.u32 [%rd1], %v0;
	tcgen05.wait::ld.sync.aligned;
	st.global.u32 [%rd1+4], %v0;
	`, 2)
	require.NoError(t, err)
	assert.Equal(t, []uint32{1, 7}, got)
}

// tcgen05.cp brings rows of shared memory to lanes, or to those of each quarter.
func TestTensorMemoryCopies(t *testing.T) {
	for _, c := range []struct {
		shape          string
		rows, words    int
		leading, lanes int
	}{{"128x256b", 128, 8, 2048, 128}, {"128x128b", 128, 4, 0, 128}, {"32x128b.warpx4", 32, 4, 0, 32}} {
		body := `
	mov.u32 %r13, %r1;
image:
	shl.b32 %r15, %r13, 2;
	add.u32 %r15, %r15, %r10;
	st.shared.u32 [%r15], %r13;
	add.u32 %r13, %r13, 128;
	setp.lt.u32 %p4, %r13, 12288;
	@%p4 bra image;
	bar.sync 0;
	@%p2 bra issued;
	mov.u64 %x1, ` + fmt.Sprintf("%#x", uint64(c.leading>>4)<<16|uint64(128>>4)<<32|1<<46) + `;
	tcgen05.cp.cta_group::1.` + c.shape + ` [%r20+5], %x1;
	tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r10+49152];
issued:
` + waitText("wait", 0) + `
	add.u32 %r16, %r20, %r12;
	tcgen05.ld.sync.aligned.32x32b.x4.b32 {%v0, %v1, %v2, %v3}, [%r16+` + itoa(5+c.words-4) + `];
	tcgen05.wait::ld.sync.aligned;
	mul.wide.u32 %rd3, %r1, 16;
	add.s64 %rd3, %rd3, %rd1;
	st.global.v4.u32 [%rd3], {%v0, %v1, %v2, %v3};
`
		got, err := runBlackwell(t, body, 512)
		require.NoError(t, err, c.shape)
		for lane := range 128 {
			row := lane % c.lanes
			for i := range 4 {
				want := row*4 + i // cores of 8 rows of 16 bytes follow each other
				if c.words == 8 {
					want += c.leading / 4
				}
				require.Equal(t, uint32(want), got[4*lane+i], "%s lane %d", c.shape, lane)
			}
		}
	}
}

// What is wrong with a kernel on tensor memory is said at the instruction.
func TestTensorMemoryFaults(t *testing.T) {
	const (
		store = "add.u32 %r16, %r20, %r12;\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%r16], {%r1};\n"
		image = `
	mov.u32 %r13, %r1;
image:
	shl.b32 %r15, %r13, 2;
	add.u32 %r15, %r15, %r10;
	st.shared.u32 [%r15], 0;
	add.u32 %r13, %r13, 128;
	setp.lt.u32 %p4, %r13, 12288;
	@%p4 bra image;
	bar.sync 0;
`
		// FP16 of 128 x 16 from an unswizzled image, whose second unit lies 128 on.
		setup = "mov.u64 %x1, 0x401000080000;\nmov.u64 %x3, 0x401000080000;\nsetp.eq.u32 %p5, 0, 1;\nmov.u32 %r21, 0x8040010;\n"
		mma   = "tcgen05.mma.cta_group::1.kind::f16 [%r20], %x1, %x3, %r21, %p5;\n"
		end   = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r10+49152];\n"
		load  = "add.u32 %r16, %r20, %r12;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r16];\ntcgen05.wait::ld.sync.aligned;\n"
	)
	one := func(s string) string { return "@%p2 bra issued;\n" + s + "issued:\n" }
	for name, c := range map[string]struct{ body, want string }{
		"nothing written":        {load, "column 0 of lane 96 of tensor memory is read, but nothing has written it"},
		"another quarter":        {"add.u32 %r16, %r20, 0x200000;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r16];\n", "warp 3 reaches the lanes 96 to 127 of tensor memory, not 32 to 63"},
		"beyond":                 {"add.u32 %r16, %r20, %r12;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r16+512];\n", "columns 512 to 512 of tensor memory are not allocated"},
		"too many columns":       {"@%p1 bra no;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], 96;\nno:\n", "96 columns are no power of two from 32 to 512"},
		"none left":              {"@%p1 bra no;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], 32;\nno:\n", "no 32 columns in a row are free"},
		"after the permit":       {"@%p1 bra no;\ntcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], 32;\nno:\n", "given up its permit"},
		"another warp allocates": {"@!%p1 bra no;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], 32;\nno:\n", "warp 0 allocates the tensor memory of the block"},
		"not given back":         {"ret;\n", "has not given back 512 columns of tensor memory at 0x0"},
		"another size given":     {"@%p1 bra no;\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, 256;\nno:\n", "there is no allocation of 256 columns at 0x0"},
		"no wait":                {image + one(setup+mma+end) + "bar.sync 0;\n" + load, "columns 0 to 0 of tensor memory are in use by line"},
		"no commit":              {image + one(setup+mma) + "bar.sync 0;\n" + load, "columns 0 to 0 of tensor memory are in use by line"},
		"shared not written":     {one(setup+mma+end) + waitText("wait", 0), "the matrix at offset 0x0 of shared memory is read, but nothing has written it"},
		"D not written":          {image + one(setup+"setp.eq.u32 %p5, 0, 0;\n"+mma+end) + waitText("wait", 0), "column 0 of lane 0 of tensor memory is read"},
		"a store not waited for": {image + store + "bar.sync 0;\n" + one(setup+mma+end), "tcgen05.wait::st does not follow"},
		"another kind":           {image + one(setup+"mov.u32 %r21, 0x8040410;\n"+mma), "does not go with .kind::f16: A and B must have one type"},
		"no such shape":          {image + one(setup+"mov.u32 %r21, 0x8020010;\n"+mma), "there is no M of 128 with an N of 8"},
		"no descriptor":          {image + one(setup+"mov.u64 %x1, 0;\n"+mma), "has no 0b001 in bits 46 to 48"},
		"outside of shared":      {image + one(setup+"mov.u64 %x1, 0x401000083000;\n"+mma+end) + waitText("wait", 0), "outside of the 49216 bytes"},
	} {
		_, err := runBlackwell(t, c.body, 1)
		assert.ErrorContains(t, err, c.want, name)
	}
}

// The good form of what the faults are made of.
func TestTensorMemoryGood(t *testing.T) {
	got, err := runBlackwell(t, `
	add.u32 %r16, %r20, %r12;
	tcgen05.st.sync.aligned.32x32b.x1.b32 [%r16], {%r1};
	tcgen05.wait::st.sync.aligned;
	tcgen05.fence::before_thread_sync;
	bar.sync 0;
	tcgen05.fence::after_thread_sync;
	tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r16];
	tcgen05.wait::ld.sync.aligned;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd3, %rd3, %rd1;
	st.global.u32 [%rd3], %v0;
	`, 128)
	require.NoError(t, err)
	assert.Equal(t, uint32(127), got[127])
}

// What the virtual GPU does not execute it refuses when it loads the kernel.
func TestTensorMemoryRefuses(t *testing.T) {
	for form, want := range map[string]string{
		"tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r10], 32;":                                      "no pairs of blocks",
		"tcgen05.mma.sp.cta_group::1.kind::f16 [%r1], %rd1, %rd2, [%r2], %r3, %p1;":                                ".sp, .ws or .ashift",
		"tcgen05.mma.ws.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r3, %p1;":                                       ".sp, .ws or .ashift",
		"tcgen05.cp.cta_group::1.4x256b [%r1], %rd1;":                                                              "this shape of tcgen05.cp",
		"tcgen05.shift.cta_group::1.down [%r1];":                                                                   "does not execute tcgen05.shift",
		"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::4X [%r1], %rd1, %rd2, %r3, [%r4], [%r5], %p1;": "there is no such kind",
	} {
		_, err := compileText(kernelText(form + "\nret;"))
		assert.ErrorContains(t, err, want, form)
	}
}
