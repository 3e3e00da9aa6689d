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

// fragmentsText is a kernel in which each lane loads counts[0]+counts[1]+counts[2]
// registers, runs the form with them as $a, $b and $c, and stores counts[3].
func fragmentsText(form string, counts [4]int, wide bool) string {
	bits, size := "b32", 4
	if wide {
		bits, size = "b64", 8
	}
	total := counts[0] + counts[1] + counts[2]
	var b strings.Builder
	fmt.Fprintf(&b, ".reg .%s %%v<%d>;\nmad.wide.u32 %%rd3, %%r1, %d, %%rd2;\nmad.wide.u32 %%rd4, %%r1, %d, %%rd1;\n",
		bits, total+counts[3], total*size, counts[3]*size)
	next := 0
	for i, name := range []string{"$a", "$b", "$c", "$d"} {
		var regs []string
		for range counts[i] {
			if name != "$d" {
				fmt.Fprintf(&b, "ld.global.%s %%v%d, [%%rd3+%d];\n", bits, next, next*size)
			}
			regs = append(regs, fmt.Sprintf("%%v%d", next))
			next++
		}
		form = strings.ReplaceAll(form, name, "{"+strings.Join(regs, ", ")+"}")
	}
	b.WriteString(form + "\n")
	for i := range counts[3] {
		fmt.Fprintf(&b, "st.global.%s [%%rd4+%d], %%v%d;\n", bits, i*size, total+i)
	}
	return kernelText(b.String() + "ret;")
}

// shapeUnderTest is an mma with the layouts as the ISA's tables give them, for
// element i of a lane with group g and thread t in the group.
type shapeUnderTest struct {
	form            string
	counts          [4]int
	m, n, k         int
	perA, perC      int // elements a register
	exponent, fract int // of A and B
	halfC           bool
	stepAmpere      int
	a, b            func(g, t, i int) (row, column int)
}

// accumulatorAt is the table of C and D, which all m16n8 shapes share.
func accumulatorAt(g, t, i int) (row, column int) {
	row = g
	if i >= 2 {
		row = g + 8
	}
	return row, 2*t + i&1
}

var (
	aK16 = func(g, t, i int) (int, int) {
		row, column := g, 2*t+i&1
		if i == 2 || i == 3 || i == 6 || i == 7 {
			row += 8
		}
		if i >= 4 {
			column += 8
		}
		return row, column
	}
	bK16 = func(g, t, i int) (int, int) {
		if i < 2 {
			return 2*t + i&1, g
		}
		return 2*t + i&1 + 8, g
	}
	aK8 = func(g, t, i int) (int, int) {
		if i < 2 {
			return g, 2*t + i&1
		}
		return g + 8, 2*t + i&1
	}
	bK8   = func(g, t, i int) (int, int) { return 2*t + i, g }
	aTF32 = func(g, t, i int) (int, int) {
		row, column := g, t
		if i == 1 || i == 3 {
			row += 8
		}
		if i >= 2 {
			column += 4
		}
		return row, column
	}
	bTF32 = func(g, t, i int) (int, int) { return t + 4*i, g }
)

var shapes = []shapeUnderTest{
	{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 $d, $a, $b, $c;", [4]int{4, 2, 4, 4}, 16, 8, 16, 2, 1, 5, 10, false, 8, aK16, bK16},
	{"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 $d, $a, $b, $c;", [4]int{4, 2, 2, 2}, 16, 8, 16, 2, 2, 5, 10, true, 8, aK16, bK16},
	{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 $d, $a, $b, $c;", [4]int{2, 1, 4, 4}, 16, 8, 8, 2, 1, 5, 10, false, 8, aK8, bK8},
	{"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 $d, $a, $b, $c;", [4]int{2, 1, 2, 2}, 16, 8, 8, 2, 2, 5, 10, true, 8, aK8, bK8},
	{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 $d, $a, $b, $c;", [4]int{4, 2, 4, 4}, 16, 8, 16, 2, 1, 8, 7, false, 8, aK16, bK16},
	{"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 $d, $a, $b, $c;", [4]int{2, 1, 4, 4}, 16, 8, 8, 2, 1, 8, 7, false, 8, aK8, bK8},
	{"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 $d, $a, $b, $c;", [4]int{4, 2, 4, 4}, 16, 8, 8, 1, 1, 8, 10, false, 4, aTF32, bTF32},
	{"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 $d, $a, $b, $c;", [4]int{2, 1, 4, 4}, 16, 8, 4, 1, 1, 8, 10, false, 4, aTF32, bTF32},
}

// elementOf gives element i of a lane's registers from register `from` on.
func elementOf(words []uint32, lane, stride, from, i, per int) uint32 {
	w := words[lane*stride+from+i/per]
	if per == 2 {
		return w >> (i % 2 * 16) & 0xffff
	}
	return w
}

// read gives an operand of A or B.
func (s *shapeUnderTest) read(bits uint32) (slowTerm, bool) {
	if s.perA == 1 {
		bits >>= 13 // tf32 is the upper part of an fp32 register
	}
	return slowFloat(bits, s.exponent, s.fract)
}

// matrices reads A, B and C from the registers of all lanes.
func (s *shapeUnderTest) matrices(words []uint32) (a, b, c [][]uint32) {
	matrix := func(rows, columns int) [][]uint32 {
		out := make([][]uint32, rows)
		for i := range out {
			out[i] = make([]uint32, columns)
		}
		return out
	}
	a, b, c = matrix(s.m, s.k), matrix(s.n, s.k), matrix(s.m, s.n)
	stride := s.counts[0] + s.counts[1] + s.counts[2]
	for lane := range 32 {
		g, t := lane/4, lane%4
		for i := range s.counts[0] * s.perA {
			row, column := s.a(g, t, i)
			a[row][column] = elementOf(words, lane, stride, 0, i, s.perA)
		}
		for i := range s.counts[1] * s.perA {
			row, column := s.b(g, t, i)
			b[column][row] = elementOf(words, lane, stride, s.counts[0], i, s.perA)
		}
		for i := range s.counts[2] * s.perC {
			row, column := accumulatorAt(g, t, i)
			c[row][column] = elementOf(words, lane, stride, s.counts[0]+s.counts[1], i, s.perC)
		}
	}
	return a, b, c
}

// element computes one element of D by the slow rule.
func (s *shapeUnderTest) element(a, b []uint32, c uint32, fraction, step int) uint32 {
	exponentBits, fractionBits := 8, 23
	if s.halfC {
		exponentBits, fractionBits = 5, 10
	}
	for k := 0; k < s.k; k += step {
		var x, y []slowTerm
		for i := k; i < min(k+step, s.k); i++ {
			p, _ := s.read(a[i])
			q, _ := s.read(b[i])
			x, y = append(x, p), append(y, q)
		}
		z, finite := slowFloat(c, exponentBits, fractionBits)
		if !finite {
			return c // a step before has overflowed
		}
		c = slowRound(slowDot(x, y, z, fraction), exponentBits, fractionBits, s.halfC)
	}
	return c
}

// operandKinds are ways to choose the bits of a register.
var operandKinds = map[string]func(r *rand.Rand, s *shapeUnderTest) uint32{
	"finite": func(r *rand.Rand, s *shapeUnderTest) uint32 {
		for {
			if v := r.Uint32(); s.finite(v) {
				return v
			}
		}
	},
	"near one": func(r *rand.Rand, s *shapeUnderTest) uint32 { return s.pack(r.Float64()*4-2, r.Float64()*4-2) },
	"sparse": func(r *rand.Rand, s *shapeUnderTest) uint32 {
		if r.IntN(2) == 0 {
			return 0
		}
		return s.pack(r.NormFloat64(), 0)
	},
	"integers": func(r *rand.Rand, s *shapeUnderTest) uint32 {
		return s.pack(float64(r.IntN(7)-3), float64(r.IntN(7)-3))
	},
}

// finite tells whether no element of the register is an infinity or NaN.
func (s *shapeUnderTest) finite(v uint32) bool {
	if s.perA == 1 {
		return v>>23&0xff != 0xff
	}
	_, low := s.read(v & 0xffff)
	_, high := s.read(v >> 16)
	return low && high
}

// pack makes a register of A or B.
func (s *shapeUnderTest) pack(x, y float64) uint32 {
	single := func(v float64) uint32 { return math.Float32bits(float32(v)) }
	switch {
	case s.perA == 1:
		return single(x)
	case s.exponent == 8:
		return single(x)>>16 | single(y)&0xffff0000
	}
	f := formatOf(typ{kindFloat, 16, 1})
	return uint32(f.encode(x, nearestEven) | f.encode(y, nearestEven)<<16)
}

// accumulator makes a register of C.
func (s *shapeUnderTest) accumulator(r *rand.Rand, kind string) uint32 {
	half := *s
	half.perA, half.exponent, half.fract = 2, 5, 10
	switch {
	case s.halfC:
		return operandKinds[kind](r, &half)
	case kind == "integers":
		return math.Float32bits(float32(r.IntN(2000) - 1000))
	case kind == "finite":
		return r.Uint32() &^ (1 << 30) // below 2
	}
	return math.Float32bits(float32(r.NormFloat64()))
}

// Every element of every shape, in the layout of the ISA, is what the slow rule
// gives, for each kind of operands and each generation.
func TestTensorAgainstRule(t *testing.T) {
	generations := []struct {
		c              cuda.ComputeCapability
		fraction, step int // step in bytes of A
	}{
		{cuda.ComputeCapability{}, 25, 32},
		{cuda.ComputeCapability{Major: 7, Minor: 5}, 24, 16},
		{cuda.ComputeCapability{Major: 8, Minor: 0}, 24, 16},
		{cuda.ComputeCapability{Major: 8, Minor: 9}, 24, 16},
		{cuda.ComputeCapability{Major: 9, Minor: 0}, 25, 32},
		{cuda.ComputeCapability{Major: 12, Minor: 0}, 25, 32},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range shapes {
		s := &shapes[i]
		r := newRig(t, fragmentsText(s.form, s.counts, false))
		for round := range 12 {
			kind := [...]string{"finite", "near one", "sparse", "integers"}[round%4]
			operand, gen := operandKinds[kind], generations[round/2]
			words := make([]uint32, 32*(s.counts[0]+s.counts[1]+s.counts[2]))
			for j := range words {
				if j%(s.counts[0]+s.counts[1]+s.counts[2]) < s.counts[0]+s.counts[1] {
					words[j] = operand(random, s)
				} else {
					words[j] = s.accumulator(random, kind)
				}
			}
			in, out := r.words(words...), r.alloc(int64(4*32*s.counts[3]))
			l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
			l.ComputeCapability = gen.c
			_, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
			require.NoError(t, err)
			got := r.read32(out, 32*s.counts[3])
			a, b, c := s.matrices(words)
			step := gen.step * s.perA / 4
			for lane := range 32 {
				for e := range s.counts[3] * s.perC {
					row, column := accumulatorAt(lane/4, lane%4, e)
					want := s.element(a[row], b[column], c[row][column], gen.fraction, step)
					require.Equal(t, want, elementOf(got, lane, s.counts[3], 0, e, s.perC),
						"%s %s on %v: row %d column %d", s.form, kind, gen.c, row, column)
				}
			}
		}
	}
}

// The step lengths of 8.x are those of the table.
func TestTensorSteps(t *testing.T) {
	for _, s := range shapes {
		assert.Equal(t, s.stepAmpere, min(16*s.perA/4, s.k*2), s.form)
	}
}

// Values that show the rule by hand: one row of A times one column of B.
func TestTensorByHand(t *testing.T) {
	const one, half24 = 0x3c00, 0x0001 // 1 and 2^-24
	cases := []struct {
		name  string
		a, b  [16]uint32
		c     uint32
		major int
		want  uint32
	}{
		{"a term below the last kept bit is cut, 24 bits", [16]uint32{one, half24}, [16]uint32{one, 0x3800}, 0, 8, one32},
		{"with 25 bits it is added, and then cut to fp32", [16]uint32{one, half24}, [16]uint32{one, 0x3800}, 0, 9, one32},
		{"two of them make a bit with 25", [16]uint32{one, half24, half24}, [16]uint32{one, one, one}, 0, 9, 0x3f800001},
		{"and a negative one is cut toward zero", [16]uint32{one, half24 | 0x8000}, [16]uint32{one, 0x3400}, 0, 8, one32},
		{"the sum is cut, not rounded", [16]uint32{half24, half24}, [16]uint32{one, 0x3800}, one32, 9, one32},
		{"the sum is cut, below", [16]uint32{half24 | 0x8000}, [16]uint32{one}, one32, 9, 0x3f7fffff},
		{"a sum of zeros is +0", [16]uint32{0x8000}, [16]uint32{one}, 0x80000000, 9, 0},
		{"infinity", [16]uint32{0x7c00}, [16]uint32{one}, one32, 9, pInf32},
		{"infinity times zero", [16]uint32{0x7c00}, [16]uint32{0}, one32, 9, nan32},
		{"infinity less infinity", [16]uint32{0x7c00}, [16]uint32{one}, nInf32, 9, nan32},
		{"a NaN", [16]uint32{0x7e00}, [16]uint32{0}, one32, 8, nan32},
		{"a NaN in C", [16]uint32{one}, [16]uint32{one}, 0xffc00000, 8, nan32},
		{"a product far below C is cut", [16]uint32{0x7bff}, [16]uint32{0x7bff}, max32, 9, max32},
		{"a subnormal of fp32 stays", [16]uint32{}, [16]uint32{}, 0x80000001, 9, 0x80000001},
	}
	s := &shapes[0]
	r := newRig(t, fragmentsText(s.form, s.counts, false))
	for _, c := range cases {
		words := make([]uint32, 32*10)
		for i := range 16 {
			lane, register := i%8/2, i/8
			words[lane*10+2*register] |= c.a[i] << (i % 2 * 16)
			words[lane*10+4+register] |= c.b[i] << (i % 2 * 16)
		}
		words[6] = c.c
		in, out := r.words(words...), r.alloc(4*32*4)
		l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
		l.ComputeCapability = cuda.ComputeCapability{Major: c.major}
		_, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
		require.NoError(t, err)
		assert.Equal(t, c.want, r.read32(out, 1)[0], c.name)
	}
}

// The fp64 shape is a chain of fused multiply-adds along k.
func TestTensorFP64(t *testing.T) {
	r := newRig(t, fragmentsText("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 $d, $a, $b, $c;", [4]int{1, 1, 2, 2}, true))
	random := rand.New(rand.NewPCG(3, 4))
	values := make([]uint64, 32*4)
	words := make([]uint32, 2*len(values))
	for i := range values {
		values[i] = math.Float64bits(random.NormFloat64())
		words[2*i], words[2*i+1] = uint32(values[i]), uint32(values[i]>>32)
	}
	in, out := r.words(words...), r.alloc(8*64)
	res := r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
	got := r.read64(out, 64)
	at := func(lane, i int) float64 { return math.Float64frombits(values[4*lane+i]) }
	for lane := range 32 {
		for i := range 2 {
			row, column := lane/4, 2*(lane%4)+i
			want := at(lane, 2+i)
			for k := range 4 {
				want = math.FMA(at(4*row+k, 0), at(4*column+k, 1), want)
			}
			require.Equal(t, math.Float64bits(want), got[2*lane+i])
		}
	}
	assert.Equal(t, uint64(512), res.Counters.Operations["tc.fp64"])
}

// A tensor instruction counts 2*M*N*K operations, on its path and its pipe, and
// says so before it runs.
func TestTensorCounters(t *testing.T) {
	for i, path := range []string{"tc.fp16.fp32", "tc.fp16.fp16", "tc.fp16.fp32", "tc.fp16.fp16", "tc.bf16.fp32", "tc.bf16.fp32", "tc.tf32.fp32", "tc.tf32.fp32"} {
		s := &shapes[i]
		r := newRig(t, fragmentsText(s.form, s.counts, false))
		in, out := r.alloc(4*64*10), r.alloc(4*64*4)
		res := r.run("k", 2, 64, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
		flops := 2 * s.m * s.n * s.k
		assert.Equal(t, uint64(4*flops), res.Counters.Operations[path], s.form)
		assert.Equal(t, uint64(4), res.Counters.Pipes["tensor"], s.form)
		meta := tensorMeta(r.kernel("k"))
		assert.Equal(t, PipeTensor, meta.Pipe)
		assert.Equal(t, flops, meta.TensorFLOPs)
		assert.Equal(t, path, meta.TensorPath)
		assert.Len(t, meta.Dst, s.counts[3])
		assert.Len(t, meta.Src, s.counts[0]+s.counts[1]+s.counts[2])
	}
}

func tensorMeta(k *Kernel) *Meta {
	for i := range k.prog.code {
		if k.prog.code[i].meta.Pipe == PipeTensor {
			return k.prog.code[i].meta
		}
	}
	return &Meta{}
}

// An instruction of the whole warp waits for lanes that come, and is an error
// where some do not.
func TestTensorNeedsTheWarp(t *testing.T) {
	const mma = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r4,%r5}, {%r6}, {%f1,%f2,%f3,%f4};"
	cases := []struct {
		name, body string
		block      int
		fails      string
	}{
		{"lanes that diverged before", "setp.lt.u32 %p1, %r1, 7;\n@%p1 bra low;\nmov.u32 %r4, 1;\nbra both;\nlow:\nmov.u32 %r4, 2;\nboth:\n" + mma, 32, ""},
		{"a guard that is false in some lanes", "setp.lt.u32 %p1, %r1, 7;\n@%p1 " + mma, 32, "lanes 0xffffff80 do not take part"},
		{"a guard that is false in all", "setp.lt.u32 %p1, %r1, 0;\n@%p1 " + mma, 32, ""},
		{"lanes that have exited", "setp.lt.u32 %p1, %r1, 7;\n@%p1 exit;\n" + mma, 32, "lanes 0x0000007f do not take part"},
		{"a block of half a warp", mma, 16, "lanes 0xffff0000 do not take part"},
		{"lanes that never come", "setp.lt.u32 %p1, %r1, 7;\n@%p1 bra wait;\n" + mma + "\nbra end;\nwait:\nbar.sync 0;\nend:", 32, "barrier 0"},
	}
	for _, c := range cases {
		r := newRig(t, kernelText(c.body+"\nret;"))
		_, err := Run(t.Context(), r.mem, r.launch("k", 1, c.block, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(0)), Options{Workers: 1})
		if c.fails == "" {
			assert.NoError(t, err, c.name)
		} else {
			assert.ErrorContains(t, err, c.fails, c.name)
		}
	}
}
