package exec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// wmmaCase is one product through fragments.
type wmmaCase struct {
	shape            string
	m, n             int
	rowA, rowB, rowC bool
	space            string // of A and B
	halfC, halfD     bool
	pad              int // elements between the lines, beside their length
}

func layoutName(row bool) string { return map[bool]string{true: "row", false: "col"}[row] }

func typeName(half bool) string { return map[bool]string{true: "f16", false: "f32"}[half] }

// vector lists n registers.
func vector(prefix string, from, n int) string {
	var regs []string
	for i := range n {
		regs = append(regs, fmt.Sprintf("%%%s%d", prefix, from+i))
	}
	return "{" + strings.Join(regs, ", ") + "}"
}

// strides gives the distance of the lines of A, B and C/D, in elements.
func (c *wmmaCase) strides() (a, b, d int) {
	return pick(c.rowA, 16, c.m) + c.pad, pick(c.rowB, c.n, 16) + c.pad, pick(c.rowC, c.n, c.m) + c.pad
}

// text loads A at in, B at in+4096, C at in+8192 and stores D at out.
func (c *wmmaCase) text() string {
	a, b, d := c.strides()
	stage := `
	add.s64 %rd3, %rd2, 4096;
	add.s64 %rd4, %rd2, 8192;`
	if c.space != ".global" {
		stage = `
	.shared .align 32 .b8 s[8192];
	mul.wide.u32 %rd5, %r1, 4;
	add.s64 %rd6, %rd2, %rd5;
	mov.u64 %rd7, s;
	add.s64 %rd8, %rd7, %rd5;
	mov.u32 %r3, 0;
copy:
	ld.global.u32 %r4, [%rd6];
	st.shared.u32 [%rd8], %r4;
	add.s64 %rd6, %rd6, 128;
	add.s64 %rd8, %rd8, 128;
	add.s32 %r3, %r3, 1;
	setp.lt.u32 %p1, %r3, 64;
	@%p1 bra copy;
	add.s64 %rd4, %rd2, 8192;
	mov.u64 %rd2, s;
	add.s64 %rd3, %rd2, 4096;`
		if c.space == "" {
			stage += "\ncvta.shared.u64 %rd2, %rd2;\ncvta.shared.u64 %rd3, %rd3;"
		}
	}
	load := func(matrix string, row bool, space, t, regs, address string, stride int) string {
		return fmt.Sprintf("wmma.load.%s.sync.aligned.%s.%s%s.%s %s, [%s], %d;\n", matrix, layoutName(row), c.shape, space, t, regs, address, stride)
	}
	countC, countD := pick(c.halfC, 4, 8), pick(c.halfD, 4, 8)
	return kernelText(".reg .b32 %v<40>;\n" + stage + "\n" +
		load("a", c.rowA, c.space, "f16", vector("v", 0, 8), "%rd2", a) +
		load("b", c.rowB, c.space, "f16", vector("v", 8, 8), "%rd3", b) +
		load("c", c.rowC, ".global", typeName(c.halfC), vector("v", 16, countC), "%rd4", d) +
		fmt.Sprintf("wmma.mma.sync.aligned.%s.%s.%s.%s.%s %s, %s, %s, %s;\n", layoutName(c.rowA), layoutName(c.rowB), c.shape,
			typeName(c.halfD), typeName(c.halfC), vector("v", 24, countD), vector("v", 0, 8), vector("v", 8, 8), vector("v", 16, countC)) +
		fmt.Sprintf("wmma.store.d.sync.aligned.%s.%s.global.%s [%%rd1], %s, %d;\nret;", layoutName(c.rowC), c.shape, typeName(c.halfD), vector("v", 24, countD), d))
}

// at is where an element lies.
func at(row, column int, rows bool, stride int) int {
	if rows {
		return row*stride + column
	}
	return column*stride + row
}

// putHalf writes an fp16 element into words.
func putHalf(words []uint32, i int, v float64) {
	words[i/2] |= roundToHalf(v) << (i % 2 * 16)
}

func halfAt(words []uint32, i int) uint32 { return words[i/2] >> (i % 2 * 16) & 0xffff }

// run executes the case on small integers and compares with the plain product.
func (c *wmmaCase) run(t *testing.T, random *rand.Rand) Result {
	t.Helper()
	sa, sb, sd := c.strides()
	words := make([]uint32, 4096)
	var a, b [32][32]int
	want := map[int]float64{}
	for k := range 16 {
		for i := range c.m {
			a[i][k] = random.IntN(9) - 4
			putHalf(words, at(i, k, c.rowA, sa), float64(a[i][k]))
		}
		for j := range c.n {
			b[k][j] = random.IntN(9) - 4
			putHalf(words[1024:], at(k, j, c.rowB, sb), float64(b[k][j]))
		}
	}
	for i := range c.m {
		for j := range c.n {
			sum := random.IntN(101) - 50
			if c.halfC {
				putHalf(words[2048:], at(i, j, c.rowC, sd), float64(sum))
			} else {
				words[2048+at(i, j, c.rowC, sd)] = math.Float32bits(float32(sum))
			}
			for k := range 16 {
				sum += a[i][k] * b[k][j]
			}
			want[at(i, j, c.rowC, sd)] = float64(sum)
		}
	}
	r := newRig(t, c.text())
	in, out := r.words(words...), r.alloc(4096)
	res := r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	got := r.read32(out, 1024)
	for i, v := range want {
		if c.halfD {
			require.Equal(t, roundToHalf(v), halfAt(got, i), "%+v element %d", *c, i)
		} else {
			require.Equal(t, math.Float32bits(float32(v)), got[i], "%+v element %d", *c, i)
		}
	}
	return res
}

// All shapes, layouts, spaces, strides and accumulators multiply right.
func TestWMMA(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, s := range []wmmaCase{{shape: "m16n16k16", m: 16, n: 16}, {shape: "m32n8k16", m: 32, n: 8}, {shape: "m8n32k16", m: 8, n: 32}} {
		for layouts := range 8 {
			for _, space := range []string{".global", ".shared", ""} {
				c := s
				c.rowA, c.rowB, c.rowC, c.space = layouts&1 != 0, layouts&2 != 0, layouts&4 != 0, space
				c.halfC, c.halfD, c.pad = random.IntN(2) == 0, random.IntN(2) == 0, 8*random.IntN(3)
				res := c.run(t, random)
				path := "tc.fp16." + pick(c.halfD, "fp16", "fp32")
				assert.Equal(t, uint64(2*c.m*c.n*16), res.Counters.Operations[path])
			}
		}
	}
}

// A tile counts once: its bytes, its sectors, and its trips through the banks.
func TestWMMATraffic(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	c := wmmaCase{shape: "m16n16k16", m: 16, n: 16, rowA: true, rowB: true, rowC: true, space: ".shared"}
	res := c.run(t, random)
	assert.Equal(t, cuda.Traffic{Requests: 1, UsefulBytes: 1024, Sectors: 32}, res.Counters.GlobalStore)
	load := res.Counters.SharedLoad
	assert.Equal(t, uint64(2), load.Requests)
	assert.Equal(t, uint64(1024), load.UsefulBytes)
	assert.Equal(t, uint64(8), load.IdealPasses)
	assert.Equal(t, uint64(16), load.Passes, "rows of 32 bytes: rows 0 and 4 of eight meet in a bank")
	c.pad = 8
	assert.Equal(t, uint64(8), c.run(t, random).Counters.SharedLoad.Passes, "rows of 48 bytes do not meet")
}

// Without a stride the lines follow each other.
func TestWMMADefaultStride(t *testing.T) {
	r := newRig(t, kernelText(".reg .b32 %v<8>;\nwmma.load.c.sync.aligned.row.m8n32k16.global.f32 "+vector("v", 0, 8)+", [%rd2];\n"+
		"wmma.store.d.sync.aligned.col.m8n32k16.global.f32 [%rd1], "+vector("v", 0, 8)+";\nret;"))
	words := make([]uint32, 256)
	for i := range words {
		words[i] = uint32(i)
	}
	in, out := r.words(words...), r.alloc(1024)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	for i, v := range r.read32(out, 256) {
		require.Equal(t, uint32(i%8*32+i/8), v)
	}
}

func TestWMMAFaults(t *testing.T) {
	load := "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + vector("r", 10, 8)
	for _, c := range []struct{ body, fails string }{
		{"add.s64 %rd2, %rd2, 8;\n" + load + ", [%rd2], 16;", "not a multiple of 16"},
		{load + ", [%rd2], 20;", "not a multiple of 16"},
		{load + ", [%rd2+4096], 16;", "reading 16 bytes"},
		{load + ", [%rd2], %r1;", "stride 1 differ from those of lane 0"},
		{"mul.wide.u32 %rd3, %r1, 16;\nadd.s64 %rd2, %rd2, %rd3;\n" + load + ", [%rd2], 16;", "differ from those of lane 0"},
		{strings.ReplaceAll(load, ".global", "") + ", [%rd3], 16;", "nearest allocation"},
		{".local .align 16 .b8 l[512];\nmov.u64 %rd3, l;\ncvta.local.u64 %rd3, %rd3;\n" + strings.ReplaceAll(load, ".global", "") + ", [%rd3], 16;", "global or shared"},
		{".shared .align 16 .b8 s[496];\nmov.u32 %r3, s;\n" + strings.ReplaceAll(load, "global", "shared") + ", [%r3], 16;", "outside of the 496 bytes"},
	} {
		r := newRig(t, kernelText(c.body+"\nret;"))
		in := r.alloc(4096)
		_, err := Run(t.Context(), r.mem, r.launch("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(in), cuda.ArgU32(0)), Options{Workers: 1})
		assert.ErrorContains(t, err, c.fails, c.body)
	}
}
