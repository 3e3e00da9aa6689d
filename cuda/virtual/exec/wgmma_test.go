package exec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// hopperText wraps the body of a kernel of blocks of whole warpgroups: k(out, in, n), with
// the usual registers, and shared memory at %r10, of which the first 48 KiB are filled
// from the input behind its header.
func hopperText(body string) string {
	text := kernelText(`
	.shared .align 1024 .b8 s[49216];
	.reg .b64 %x<8>;
	.reg .b32 %v<200>;
	.reg .b32 %a<8>;
	mov.u32 %r10, s;
	mov.u32 %r13, %r1;
image:
	mul.wide.u32 %rd3, %r13, 4;
	add.s64 %rd3, %rd3, %rd2;
	ld.global.u32 %r14, [%rd3+64];
	shl.b32 %r15, %r13, 2;
	add.u32 %r15, %r15, %r10;
	st.shared.u32 [%r15], %r14;
	add.u32 %r13, %r13, 128;
	setp.lt.u32 %p4, %r13, 12288;
	@%p4 bra image;
	bar.sync 0;
	mul.wide.u32 %rd4, %r1, 4;
	add.s64 %rd5, %rd4, %rd2;
	add.s64 %rd6, %rd4, %rd1;
	ld.global.u64 %x1, [%rd2];
	ld.global.u64 %x2, [%rd2+8];
	ld.global.u32 %r22, [%rd2+16];
	setp.ne.u32 %p5, %r22, 0;
` + body + `
	ret;`)
	return strings.Replace(text, "sm_80", "sm_90a", 1)
}

// behindImage is where the registers of the threads lie in the input, in bytes: a row of
// 128 words for each.
const behindImage = 4 * (headerWords + imageWords)

// registerList is {%v0, %v1, …}.
func registerList(name string, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%%%s%d", name, i)
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// moveRegisters loads registers from rows of the input, or stores them to those of the
// output.
func moveRegisters(load bool, name string, n, row int) string {
	b := strings.Builder{}
	for i := range n {
		if load {
			fmt.Fprintf(&b, "ld.global.u32 %%%s%d, [%%rd5+%d];\n", name, i, behindImage+512*(row+i))
		} else {
			fmt.Fprintf(&b, "st.global.u32 [%%rd6+%d], %%%s%d;\n", 512*(row+i), name, i)
		}
	}
	return b.String()
}

// groupCase is a wgmma.mma_async under test; left lies in registers where tensorA is true.
type groupCase struct{ multiplyCase }

func (c groupCase) instruction() string {
	sums, d := "f32", registerList("v", c.registers())
	if c.half {
		sums = "f16"
	}
	fa := blackwellFormats[c.left]
	left, constants := "%x1", ", 1, 1"
	if c.tensorA {
		left = registerList("a", 4)
	}
	if c.negate {
		constants = ", -1, 1"
	}
	switch {
	case fa.integer:
		sums, constants = "s32", ""
	case fa.bits == 16 && c.tensorA:
		constants += fmt.Sprintf(", %d", boolWord(c.across))
	case fa.bits == 16:
		constants += fmt.Sprintf(", %d, %[1]d", boolWord(c.across))
	}
	return fmt.Sprintf("wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s %s, %s, %%x2, %%p5%s;",
		c.n, c.depth(), sums, c.left, c.right, d, left, constants)
}

// registers are those of D.
func (c groupCase) registers() int {
	if c.half {
		return c.n / 4
	}
	return c.n / 2
}

// text loads the sums and A, multiplies, and stores the sums.
func (c groupCase) text() string {
	n := c.registers()
	return hopperText(moveRegisters(true, "v", n, 0) + moveRegisters(true, "a", 4, n) + `
	wgmma.fence.sync.aligned;
	` + c.instruction() + `
	wgmma.commit_group.sync.aligned;
	wgmma.wait_group.sync.aligned 0;
` + moveRegisters(false, "v", n, 0))
}

// sumPlace is the thread and the register of an element of D, by the rule of the
// reference: row 16*warp + lane/4 + 8*(i/2%2), column 8*(i/4) + 2*(lane%4) + i%2 for
// element i of a thread.
func sumPlace(row, column int) (thread, element int) {
	lane := row%8*4 + column%8/2
	return row/16*32 + lane, column/8*4 + row%16/8*2 + column%2
}

// run multiplies on the virtual GPU and gives D, and what it should be.
func (c groupCase) run(t *testing.T, seed uint64) (got []uint32, want, size []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	fa, fb := blackwellFormats[c.left], blackwellFormats[c.right]
	a, b := c.matrix(rng, c.left, 64), c.matrix(rng, c.right, c.n)
	image := make([]byte, 4*imageWords)
	descB, descA := c.lay(image, 16384, fb, b, false)&^(1<<46), uint64(0)
	rows := make([][128]uint32, c.registers()+4)
	if c.tensorA {
		c.layRegisters(rows[c.registers():], fa, a)
	} else {
		descA = c.lay(image, 0, fa, a, false) &^ (1 << 46)
	}
	d := make([]float64, 64*c.n)
	for i := range d {
		d[i] = float64(rng.IntN(41) - 20)
		c.setSum(rows, i/c.n, i%c.n, d[i])
	}
	words := []uint32{uint32(descA), uint32(descA >> 32), uint32(descB), uint32(descB >> 32), boolWord(c.keep)}
	words = append(words, make([]uint32, headerWords-len(words))...)
	for i := range imageWords {
		words = append(words, uint32(image[4*i])|uint32(image[4*i+1])<<8|uint32(image[4*i+2])<<16|uint32(image[4*i+3])<<24)
	}
	for _, row := range rows {
		words = append(words, row[:]...)
	}
	all := c.launch(t, words)
	for i := range 64 {
		for j := range c.n {
			sum := d[i*c.n+j] * float64(boolWord(c.keep))
			magnitude := math.Abs(sum)
			for k := range c.depth() {
				p := fa.value(a[i][k]) * fb.value(b[j][k])
				if c.negate {
					p = -p
				}
				sum, magnitude = sum+p, magnitude+math.Abs(p)
			}
			got = append(got, c.sum(all, i, j))
			want, size = append(want, sum), append(size, magnitude)
		}
	}
	return got, want, size
}

// setSum puts a sum where it lies in the registers.
func (c groupCase) setSum(rows [][128]uint32, i, j int, v float64) {
	thread, element := sumPlace(i, j)
	switch {
	case blackwellFormats[c.left].integer:
		rows[element][thread] = uint32(int32(v))
	case c.half:
		rows[element/2][thread] |= roundToHalf(v) << (16 * (element % 2))
	default:
		rows[element][thread] = math.Float32bits(float32(v))
	}
}

func (c groupCase) sum(all []uint32, i, j int) uint32 {
	thread, element := sumPlace(i, j)
	if c.half {
		return all[element/2*128+thread] >> (16 * (element % 2)) & 0xffff
	}
	return all[element*128+thread]
}

// layRegisters lays A into four registers of each thread, e elements in each: element j of
// register r is in row 16*warp + lane/4 + 8*(r%2), column e*(lane%4) + j + 4*e*(r/2).
func (c groupCase) layRegisters(rows [][128]uint32, f floatFormat, a [][]uint32) {
	e := 32 / f.bits
	for i, line := range a {
		for k, v := range line {
			thread := i/16*32 + i%8*4 + k%(4*e)/e
			rows[i%16/8+k/(4*e)*2][thread] |= v << (k%e*f.bits + f.shift)
		}
	}
}

func (c groupCase) launch(t *testing.T, words []uint32) []uint32 {
	t.Helper()
	r := newRig(t, c.text())
	in, out := r.words(words...), r.alloc(int64(512*c.registers()))
	l := r.launch("k", 1, 128, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	l.ComputeCapability = cuda.ComputeCapability{Major: 9}
	res, err := Run(t.Context(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true}})
	require.NoError(t, err, "%v", c)
	var operations uint64
	for path, n := range res.Counters.Operations {
		if strings.HasPrefix(path, "tc.") {
			operations += n
		}
	}
	assert.Equal(t, uint64(2*64*c.n*c.depth()), operations, "%v", c)
	return r.read32(out, 128*c.registers())
}

// groupCases are every type with several shapes and layouts, and A in registers.
func groupCases() []groupCase {
	var all []groupCase
	for i, c := range []multiplyCase{
		{left: "f16", right: "f16"}, {left: "f16", right: "f16", half: true}, {left: "bf16", right: "bf16"},
		{left: "tf32", right: "tf32"}, {left: "e4m3", right: "e5m2"}, {left: "e5m2", right: "e5m2"},
		{left: "e4m3", right: "e4m3", half: true}, {left: "s8", right: "u8"}, {left: "u8", right: "u8"},
	} {
		c.m = 64
		for j, swizzle := range []int{0, 32, 64, 128} {
			c.swizzle, c.n = swizzle, []int{8, 48, 256, 96}[(i+j)%4]
			c.keep, c.negate = j != 1, j == 2 && c.left != "s8" && c.left != "u8"
			all = append(all, groupCase{c})
			if blackwellFormats[c.left].bits == 16 {
				wide := c
				wide.across, wide.n = true, 64
				all = append(all, groupCase{wide})
			}
		}
		c.tensorA, c.n, c.keep, c.negate = true, 24, true, false
		all = append(all, groupCase{c})
	}
	return all
}

// Small integers give D to the bit, in every type, shape and layout.
func TestGroupMultiplyExact(t *testing.T) {
	for i, c := range groupCases() {
		c.small = true
		got, want, _ := c.run(t, uint64(i))
		for at := range got {
			v := uint32(b32(float32(want[at])))
			switch {
			case blackwellFormats[c.left].integer:
				v = uint32(int32(want[at]))
			case c.half:
				v = roundToHalf(want[at])
			}
			if want[at] == 0 {
				v = 0
			}
			require.Equal(t, v, got[at], "%v: element %d, %v", c, at, want[at])
		}
	}
}

// Any numbers give D within what the tensor cores cut: 25 bits below the largest term for
// each, 13 of floats of 8 bits, and the sum to as many bits, or to FP16.
func TestGroupMultiplyBounded(t *testing.T) {
	for i, c := range groupCases() {
		f := blackwellFormats[c.left]
		if f.integer || i%2 == 1 { // where the layouts lie is known by the test above
			continue
		}
		got, want, size := c.run(t, uint64(100+i))
		cut, kept := 0x1p-25, 0x1p-23
		if f.bits == 8 {
			cut, kept = 0x1p-13, 0x1p-13
		}
		for at := range got {
			v, bound := float64(math.Float32frombits(got[at])), size[at]*float64(c.depth()+4)*cut+math.Abs(want[at])*kept
			if c.half {
				v, bound = halfNumber(got[at]).value, bound+math.Abs(want[at])*0x1p-11+0x1p-25
			}
			require.InDelta(t, want[at], v, bound, "%v: element %d", c, at)
		}
	}
}

// Of floats of 8 bits Hopper's sums keep 13 bits behind the first: 2^14 and 1 make 2^14.
func TestGroupMultiplyKeepsFewBits(t *testing.T) {
	c := groupCase{multiplyCase{left: "e4m3", right: "e4m3", m: 64, n: 8, keep: true, small: true, swizzle: 128}}
	for start, want := range map[float64]float64{1 << 13: 1<<13 + 1, 1 << 14: 1 << 14} {
		rows := make([][128]uint32, c.registers()+4)
		for i := range 64 * 8 {
			c.setSum(rows, i/8, i%8, start)
		}
		image := make([]byte, 4*imageWords)
		ones := make([][]uint32, 64)
		for i := range ones {
			ones[i] = make([]uint32, 32)
			ones[i][0] = 0x38
		}
		f := blackwellFormats["e4m3"]
		descA, descB := c.lay(image, 0, f, ones, false)&^(1<<46), c.lay(image, 16384, f, ones[:8], false)&^(1<<46)
		words := []uint32{uint32(descA), uint32(descA >> 32), uint32(descB), uint32(descB >> 32), 1}
		words = append(words, make([]uint32, headerWords-len(words))...)
		for i := range imageWords {
			words = append(words, uint32(image[4*i])|uint32(image[4*i+1])<<8|uint32(image[4*i+2])<<16|uint32(image[4*i+3])<<24)
		}
		for _, row := range rows {
			words = append(words, row[:]...)
		}
		assert.Equal(t, float32(want), math.Float32frombits(c.sum(c.launch(t, words), 5, 3)))
	}
}

// groupRun runs the body with matrices of zeros and a D of %v0 to %v3, on so many threads.
func groupRun(t *testing.T, threads int, body string) ([]uint32, error) {
	t.Helper()
	r := newRig(t, hopperText(body))
	words := make([]uint32, headerWords+imageWords+8*128)
	words[2] = 64 | 64<<16 // in shared memory at 1024, without a swizzle
	words[0] = 64 << 16
	words[1], words[3] = 8, 8
	words[4] = 1
	in, out := r.words(words...), r.alloc(512*8)
	l := r.launch("k", 1, threads, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	l.ComputeCapability = cuda.ComputeCapability{Major: 9}
	_, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	return r.read32(out, 128*4), nil
}

const (
	groupOf8  = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%v0, %v1, %v2, %v3}, %x1, %x2, %p5, 1, 1, 0, 0;\n"
	groupEnd  = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
	groupOpen = "wgmma.fence.sync.aligned;\n"
)

// What the lanes of a multiplication must have in common, and what must come before it.
func TestGroupMultiplyRefuses(t *testing.T) {
	for body, want := range map[string]string{
		groupOf8 + groupEnd: "no wgmma.fence",
		groupOpen + "setp.eq.u32 %p5, %r1, 0;\n" + groupOf8 + groupEnd:                             "do not agree on the scale of D",
		groupOpen + "cvt.u64.u32 %x2, %r1;\n" + groupOf8 + groupEnd:                                "the lanes have different descriptors",
		groupOpen + "or.b64 %x2, %x2, 562949953421312;\n" + groupOf8 + groupEnd:                    "base offset",
		groupOpen + "mov.b64 %x2, 0x3fff;\n" + groupOf8 + groupEnd:                                 "outside of the 49216 bytes",
		"setp.eq.u32 %p6, %r1, 0;\n@%p6 bra skip;\n" + groupOpen + "skip:\n" + groupOf8 + groupEnd: "waits for lanes 0x00000001",
	} {
		_, err := groupRun(t, 128, body)
		require.ErrorContains(t, err, want, body)
	}
	_, err := groupRun(t, 96, groupOpen+groupOf8+groupEnd)
	require.ErrorContains(t, err, "needs four warps")
}

// The sums stay as they were until the wait for their group, and no register is used for
// anything else meanwhile.
func TestGroupMultiplyArrivesAtTheWait(t *testing.T) {
	body := `
	mov.b32 %v0, 0f3f800000; mov.b32 %v1, 0f40000000; mov.b32 %v2, 0f40400000; mov.b32 %v3, 0f40800000;
	mov.u32 %r30, 0;
	setp.ne.u32 %p5, %r30, 0;
	wgmma.fence.sync.aligned;
` + groupOf8 + `
	wgmma.commit_group.sync.aligned;
	wgmma.wait_group.sync.aligned 1;
	st.global.u32 [%rd6], %v0;
	add.u32 %r31, %r30, 5;
	wgmma.wait_group.sync.aligned 0;
	st.global.u32 [%rd6+512], %v0;
	st.global.u32 [%rd6+1024], %r31;
`
	got, err := groupRun(t, 128, body)
	require.NoError(t, err)
	assert.Equal(t, slices.Repeat([]uint32{0x3f800000}, 128), got[:128], "a group that has not been waited for")
	assert.Equal(t, make([]uint32, 128), got[128:256], "scale of D zero, and a product of zeros")
	assert.Equal(t, slices.Repeat([]uint32{5}, 128), got[256:384])
}

// A D that nobody reads still has its registers to itself until the wait.
func TestGroupMultiplyKeepsItsRegisters(t *testing.T) {
	body := `
	mov.b32 %v0, 0f3f800000; mov.b32 %v1, %v0; mov.b32 %v2, %v0; mov.b32 %v3, %v0;
	wgmma.fence.sync.aligned;
` + groupOf8 + `
	wgmma.commit_group.sync.aligned;
	mov.u32 %r31, 7; add.u32 %r32, %r31, %r1; add.u32 %r33, %r31, 1; add.u32 %r34, %r32, 2; add.u32 %r35, %r34, %r1;
	wgmma.wait_group.sync.aligned 0;
	st.global.u32 [%rd6], %r32;
	st.global.u32 [%rd6+512], %r33;
	st.global.u32 [%rd6+1024], %r34;
	st.global.u32 [%rd6+1536], %r35;
`
	got, err := groupRun(t, 128, body)
	require.NoError(t, err)
	for i := range uint32(128) {
		assert.Equal(t, [4]uint32{7 + i, 8, 9 + i, 9 + 2*i}, [4]uint32{got[i], got[128+i], got[256+i], got[384+i]})
	}
}

// What is no wgmma at all is refused when the module is loaded.
func TestGroupFormsRefused(t *testing.T) {
	for body, want := range map[string]string{
		"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%f1,%f2,%f3,%f4}, %rd1, %rd1, %p1, 1, 1, 0, 0;": "no such shape or type",
		"wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd1, %rd1, %p1, 1, 1, 0, 0;": "no such shape or type",
		"wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%f1,%f2,%f3,%f4}, %rd1, %rd1, %p1;":               "no such shape or type",
		"wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16 {%f1,%f2}, %rd1, %rd1, %p1, 1, 1, 0, 0;":        "no such shape or type",
		"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1,%f2,%f3}, %rd1, %rd1, %p1, 1, 1;":           "3 registers, not 4",
		"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1,%f2,%f3,%f4}, %rd1, %rd1, %p1, 1, 1, 0, 0;": "takes 6 operands",
		"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1,%f2,%f3,%f4}, %rd1, %rd1, %p1, 1, 2;":       "constant 1 or -1",
		"wgmma.wait_group.sync.aligned 8;": "from 0 to 7",
		"wgmma.commit_group;":              "sync.aligned",
		"wgmma.frobnicate.sync.aligned;":   "no wgmma.frobnicate",
	} {
		_, err := compileText(kernelText(body))
		require.ErrorContains(t, err, want, body)
	}
}
