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

// blackwellText wraps the body of a kernel on tensor memory: k(out, in, n), with the
// usual registers, of blocks of four warps. Tensor memory is allocated in full at %r20,
// and an mbarrier for one arrival lies at 49152 of shared memory.
func blackwellText(body string) string {
	text := kernelText(`
	.shared .align 1024 .b8 s[49216];
	.reg .b64 %x<8>;
	.reg .b32 %v<200>;
	mov.u32 %r10, s;
	shr.u32 %r11, %r1, 5;
	shl.b32 %r12, %r11, 21;
	setp.ne.u32 %p1, %r11, 0;
	setp.ne.u32 %p2, %r1, 0;
	@%p1 bra allocated;
	tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10+49160], 512;
allocated:
	@%p2 bra ready;
	mbarrier.init.shared.b64 [%r10+49152], 1;
ready:
	bar.sync 0;
	ld.shared.u32 %r20, [%r10+49160];
` + body + `
	bar.sync 0;
	@%p1 bra end;
	tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, 512;
end:
	ret;`)
	return strings.Replace(strings.Replace(text, "sm_80", "sm_100a", 1), ".version 8.0", ".version 8.7", 1)
}

// waitText waits for a phase of the mbarrier.
func waitText(label string, phase int) string {
	return fmt.Sprintf("%s:\nmbarrier.try_wait.parity.shared.b64 %%p3, [%%r10+49152], %d;\n@!%%p3 bra %s;\n", label, phase, label)
}

// The input of multiplyText: a header of 16 words, the image of shared memory, and
// columns of tensor memory.
const (
	imageWords  = 49152 / 4
	headerWords = 16
)

// multiplyText fills shared memory and n columns of tensor memory, multiplies, and
// stores the columns.
func multiplyText(instruction string) string {
	return blackwellText(`
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
	mov.u32 %r13, 0;
	mul.wide.u32 %rd4, %r1, 4;
	add.s64 %rd5, %rd4, %rd2;
	add.s64 %rd6, %rd4, %rd1;
fill:
	ld.global.u32 %r14, [%rd5+49216];
	add.u32 %r16, %r20, %r12;
	add.u32 %r16, %r16, %r13;
	tcgen05.st.sync.aligned.32x32b.x1.b32 [%r16], {%r14};
	add.s64 %rd5, %rd5, 512;
	add.u32 %r13, %r13, 1;
	setp.lt.u32 %p4, %r13, %r2;
	@%p4 bra fill;
	tcgen05.wait::st.sync.aligned;
	bar.sync 0;
	@%p2 bra issued;
	ld.global.u64 %x1, [%rd2];
	ld.global.u64 %x2, [%rd2+8];
	ld.global.u32 %r21, [%rd2+16];
	ld.global.u32 %r22, [%rd2+20];
	setp.ne.u32 %p5, %r22, 0;
	ld.global.u32 %r23, [%rd2+24];
	add.u32 %r23, %r23, %r20;
	ld.global.u32 %r24, [%rd2+28];
	add.u32 %r24, %r24, %r20;
	ld.global.u32 %r25, [%rd2+32];
	add.u32 %r25, %r25, %r20;
	ld.global.u32 %r26, [%rd2+36];
	add.u32 %r26, %r26, %r20;
	` + instruction + `
	tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r10+49152];
issued:
` + waitText("wait", 0) + `
	mov.u32 %r13, 0;
drain:
	add.u32 %r16, %r20, %r12;
	add.u32 %r16, %r16, %r13;
	tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r14}, [%r16];
	tcgen05.wait::ld.sync.aligned;
	st.global.u32 [%rd6], %r14;
	add.s64 %rd6, %rd6, 512;
	add.u32 %r13, %r13, 1;
	setp.lt.u32 %p4, %r13, %r2;
	@%p4 bra drain;
`)
}

// floatFormat is a float of at most 16 bits, or TF32 in 32, as the ISA's tables give
// it: bits of the exponent and the fraction, and the bias.
type floatFormat struct {
	code                      uint32 // in the instruction descriptor
	bits, exponent, fraction  int
	bias                      int
	shift                     int // where it lies in its container
	integer, signed, infinite bool
}

func (f floatFormat) value(code uint32) float64 {
	if f.integer {
		if f.signed {
			return float64(int8(code))
		}
		return float64(uint8(code))
	}
	e := int(code >> f.fraction & (1<<f.exponent - 1))
	m := float64(code & (1<<f.fraction - 1))
	v := math.Ldexp(m, 1-f.bias-f.fraction)
	if e > 0 {
		v = math.Ldexp(m+math.Ldexp(1, f.fraction), e-f.bias-f.fraction)
	}
	if code>>(f.exponent+f.fraction)&1 != 0 {
		return -v
	}
	return v
}

// finite tells a code that is a number. E4M3 has numbers with the largest exponent.
func (f floatFormat) finite(code uint32) bool {
	top := uint32(1)<<f.exponent - 1
	switch {
	case f.integer || f.bits < 8 || f.fraction < 0:
		return true
	case f.infinite:
		return code>>f.fraction&top != top
	}
	return code&0x7f != 0x7f
}

var blackwellFormats = map[string]floatFormat{
	"f16":  {code: 0, bits: 16, exponent: 5, fraction: 10, bias: 15, infinite: true},
	"bf16": {code: 1, bits: 16, exponent: 8, fraction: 7, bias: 127, infinite: true},
	"tf32": {code: 2, bits: 32, exponent: 8, fraction: 10, bias: 127, shift: 13, infinite: true},
	"e4m3": {code: 0, bits: 8, exponent: 4, fraction: 3, bias: 7},
	"e5m2": {code: 1, bits: 8, exponent: 5, fraction: 2, bias: 15, infinite: true},
	"e2m3": {code: 3, bits: 6, exponent: 2, fraction: 3, bias: 1},
	"e3m2": {code: 4, bits: 6, exponent: 3, fraction: 2, bias: 3},
	"e2m1": {code: 5, bits: 4, exponent: 2, fraction: 1, bias: 1},
	"f4":   {code: 1, bits: 4, exponent: 2, fraction: 1, bias: 1},
	"u8":   {code: 0, bits: 8, integer: true},
	"s8":   {code: 1, bits: 8, integer: true, signed: true},
}

// multiplyCase is a tcgen05.mma under test.
type multiplyCase struct {
	kind        string // with what follows it
	left, right string
	m, n        int
	swizzle     int
	across      bool
	half        bool
	tensorA     bool
	small       bool // small integers, whose sums are exact
	keep        bool // accumulates
	blocks      int  // scales of a line
	fourths     bool
	negate      bool
}

func (c multiplyCase) String() string {
	return fmt.Sprintf("%s %s %s %dx%d swizzle %d across %t half %t tensor %t small %t negate %t",
		c.kind, c.left, c.right, c.m, c.n, c.swizzle, c.across, c.half, c.tensorA, c.small, c.negate)
}

// depth is k: 32 bytes of containers.
func (c multiplyCase) depth() int {
	switch f := blackwellFormats[c.left]; {
	case c.left == "f4":
		return 64
	case f.bits <= 8:
		return 32
	default:
		return 256 / f.bits
	}
}

// draw chooses the code of an element: any finite one of a moderate size, or a small
// integer.
func (c multiplyCase) draw(rng *rand.Rand, f floatFormat) uint32 {
	width := f.exponent + f.fraction + 1
	switch {
	case f.integer && c.small:
		return (uint32(rng.IntN(8)) - 4*boolWord(f.signed)) & 0xff
	case f.integer:
		return uint32(rng.IntN(256))
	case c.small:
		return f.small(rng.IntN(9) - 4)
	}
	for {
		code := uint32(rng.Uint64N(1 << width))
		if v := math.Abs(f.value(code)); f.finite(code) && v <= 64 && (v == 0 || v >= 1.0/64) {
			return code
		}
	}
}

// small is the code of an integer up to 4: its leading bit, and what follows it.
func (f floatFormat) small(v int) uint32 {
	sign := boolWord(v < 0) << (f.exponent + f.fraction)
	magnitude := []int{0, 1, 2, 3, 4}[max(v, -v)]
	if magnitude == 0 {
		return sign
	}
	e := map[int]int{1: 0, 2: 1, 3: 1, 4: 2}[magnitude]
	fraction := uint32(0)
	if magnitude == 3 {
		fraction = 1 << (f.fraction - 1)
	}
	return sign | uint32(e+f.bias)<<f.fraction | fraction
}

func boolWord(b bool) uint32 { return uint32(boolBit(b)) }

// matrix draws codes by lines.
func (c multiplyCase) matrix(rng *rand.Rand, name string, lines int) [][]uint32 {
	all := make([][]uint32, lines)
	for i := range all {
		for range c.depth() {
			all[i] = append(all[i], c.draw(rng, blackwellFormats[name]))
		}
	}
	return all
}

// putBits writes so many bits at a bit of the image.
func putBits(image []byte, at, bits int, v uint32) {
	for i := range bits {
		if v>>i&1 != 0 {
			image[(at+i)/8] |= 1 << ((at + i) % 8)
		}
	}
}

// unitPlace is where in a swizzle atom, of eight lines of S bytes, a unit of 16 bytes
// of a line lies: the pictures of the ISA.
func unitPlace(swizzle, line, unit int) int {
	switch swizzle {
	case 128:
		return line*128 + (unit^line)*16
	case 64:
		return line*64 + (unit^line/2)*16
	case 32:
		return line*32 + (unit^line/4)*16
	}
	return line * 16
}

// lay writes the lines of a matrix into the image at a multiple of 1024, and gives the
// descriptor. The lines are S bytes long, and the matrix is the second 32 bytes of
// them where there is room.
func (c multiplyCase) lay(image []byte, base int, f floatFormat, lines [][]uint32, padded bool) uint64 {
	if c.across {
		return c.layAcross(image, base, f, lines)
	}
	s := c.swizzle
	field := func(v, at int) uint64 { return uint64(v>>4&0x3fff) << at }
	code := map[int]uint64{0: 0, 128: 2, 64: 4, 32: 6}[s]
	start := base
	if s > 32 {
		start += 32
	}
	lead, stride := 16, 8*s
	if s == 0 {
		lead, stride = 128, 256
	}
	for i, line := range lines {
		for k, v := range line {
			bits := f.bits
			unit, within := k*bits/128, k*bits%128
			switch {
			case padded: // 16 in 16 bytes, whatever their size
				unit, within = k/16, k%16*bits
			case f.bits < 8 && c.left != "f4":
				panic("no such layout")
			}
			at := base + i/8*stride
			if s == 0 {
				at += unit*lead + unitPlace(0, i%8, 0)
			} else {
				if s > 32 {
					unit += 2
				}
				at += unitPlace(s, i%8, unit)
			}
			putBits(image, 8*at+within+f.shift, bits-f.shift, v)
		}
	}
	return field(start, 0) | field(lead, 16) | field(stride, 32) | 1<<46 | code<<61
}

// layAcross writes a matrix whose lines lie across k.
func (c multiplyCase) layAcross(image []byte, base int, f floatFormat, lines [][]uint32) uint64 {
	s, per := c.swizzle, 128/f.bits
	field := func(v, at int) uint64 { return uint64(v>>4&0x3fff) << at }
	code := map[int]uint64{0: 0, 128: 2, 64: 4, 32: 6}[s]
	groups := c.depth() / 8 // of eight k
	var lead, stride int
	if s == 0 {
		lead, stride = 128, 128*groups
	} else {
		stride = 8 * s
		lead = stride * groups
	}
	for i, line := range lines {
		for k, v := range line {
			unit, within := i/per, i%per*f.bits
			at := base
			if s == 0 {
				at += unit*stride + k/8*lead + unitPlace(0, k%8, 0)
			} else {
				at += unit/(s/16)*lead + k/8*stride + unitPlace(s, k%8, unit%(s/16))
			}
			putBits(image, 8*at+within, f.bits, v)
		}
	}
	return field(base, 0) | field(lead, 16) | field(stride, 32) | 1<<46 | code<<61
}

// laneOfRow is the ISA's: one after the other of 128 rows, 16 in each quarter of 64.
func laneOfRow(m, row int) int {
	if m == 64 {
		return row/16*32 + row%16
	}
	return row
}

// run multiplies on the virtual GPU and gives D, and what it should be: exactly, and
// the sum of the magnitudes of the terms.
func (c multiplyCase) run(t *testing.T, seed uint64) (got []uint32, want, size []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	fa, fb := blackwellFormats[c.left], blackwellFormats[c.right]
	a, b := c.matrix(rng, c.left, c.m), c.matrix(rng, c.right, c.n)
	image := make([]byte, 4*imageWords)
	padded := c.left != "f4" && strings.Contains(c.kind, "f8f6f4")
	descA, descB := uint64(0), c.lay(image, 16384, fb, b, padded)
	if !c.tensorA {
		descA = c.lay(image, 0, fa, a, padded)
	}
	columns := make([][128]uint32, c.n+48)
	d := make([]float64, c.m*c.n)
	for i := range c.m {
		for j := range c.n {
			v := float64(rng.IntN(41) - 20)
			d[i*c.n+j] = v
			switch {
			case fa.integer:
				columns[j][laneOfRow(c.m, i)] = uint32(int32(v))
			case c.half:
				columns[j][laneOfRow(c.m, i)] = roundToHalf(v)
			default:
				columns[j][laneOfRow(c.m, i)] = math.Float32bits(float32(v))
			}
		}
	}
	if c.tensorA {
		c.layTensor(columns[c.n+32:], fa, a)
	}
	scaleA, scaleB := c.scales(rng, columns[c.n:], c.m), c.scales(rng, columns[c.n+8:], c.n)
	words := c.header(descA, descB)
	for i := range imageWords {
		words = append(words, uint32(image[4*i])|uint32(image[4*i+1])<<8|uint32(image[4*i+2])<<16|uint32(image[4*i+3])<<24)
	}
	for _, column := range columns {
		words = append(words, column[:]...)
	}
	all := c.launch(t, words, len(columns))
	for i := range c.m {
		for j := range c.n {
			sum, magnitude := d[i*c.n+j], math.Abs(d[i*c.n+j])
			if !c.keep {
				sum, magnitude = 0, 0
			}
			for k := range c.depth() {
				p := fa.value(a[i][k]) * fb.value(b[j][k])
				if c.blocks > 0 {
					block := k * c.blocks / c.depth()
					p *= scaleA[i][block] * scaleB[j][block]
				}
				if c.negate {
					p = -p
				}
				sum, magnitude = sum+p, magnitude+math.Abs(p)
			}
			got = append(got, all[j*128+laneOfRow(c.m, i)])
			want, size = append(want, sum), append(size, magnitude)
		}
	}
	return got, want, size
}

// layTensor lays A into columns of tensor memory: its lines along them.
func (c multiplyCase) layTensor(columns [][128]uint32, f floatFormat, a [][]uint32) {
	bits := 256 / c.depth()
	shift := f.shift
	if c.left == "e2m1" {
		shift = 2
	}
	for i, line := range a {
		for k, v := range line {
			columns[k*bits/32][laneOfRow(c.m, i)] |= v << (k*bits%32 + shift)
		}
	}
}

// scales lays those of lines into columns, four times, and gives their values.
func (c multiplyCase) scales(rng *rand.Rand, columns [][128]uint32, lines int) [][]float64 {
	all := make([][]float64, lines)
	for i := range all {
		for block := range c.blocks {
			code := uint32(126 + rng.IntN(3))
			value := math.Ldexp(1, int(code)-127)
			if c.fourths {
				code = uint32(0x38 + rng.IntN(12))
				value = blackwellFormats["e4m3"].value(code)
			}
			all[i] = append(all[i], value)
			for q := range 4 {
				columns[i/32][32*q+i%32] |= code << (8 * block)
			}
		}
	}
	return all
}

// header is the first words of the input.
func (c multiplyCase) header(descA, descB uint64) []uint32 {
	fa, fb := blackwellFormats[c.left], blackwellFormats[c.right]
	idesc := fa.code<<7 | fb.code<<10 | uint32(c.n/8)<<17 | uint32(c.m/16)<<24
	switch {
	case c.blocks > 0 && !c.fourths:
		idesc |= 1 << 23
	case c.blocks > 0:
	case fa.integer:
		idesc |= 2 << 4
	case !c.half:
		idesc |= 1 << 4
	}
	if c.across {
		idesc |= 3 << 15
	}
	if c.negate {
		idesc |= 1 << 13
	}
	words := []uint32{
		uint32(descA), uint32(descA >> 32), uint32(descB), uint32(descB >> 32), idesc, boolWord(c.keep), 0,
		uint32(c.n + 32), uint32(c.n), uint32(c.n + 8),
	}
	return append(words, make([]uint32, headerWords-len(words))...)
}

func (c multiplyCase) launch(t *testing.T, words []uint32, columns int) []uint32 {
	t.Helper()
	left := "%x1"
	if c.tensorA {
		left = "[%r24]"
	}
	scales := ""
	if c.blocks > 0 {
		scales = ", [%r25], [%r26]"
	}
	text := multiplyText(fmt.Sprintf("tcgen05.mma.cta_group::1.%s [%%r23], %s, %%x2, %%r21%s, %%p5;", c.kind, left, scales))
	r := newRig(t, text)
	in, out := r.words(words...), r.alloc(int64(512*columns))
	l := r.launch("k", 1, 128, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(uint32(columns)))
	l.ComputeCapability = cuda.ComputeCapability{Major: 10}
	res, err := Run(t.Context(), r.mem, l, Options{Workers: 1, Checks: cuda.Checks{Memory: true}})
	require.NoError(t, err, "%v", c)
	var operations uint64
	for path, n := range res.Counters.Operations {
		if strings.HasPrefix(path, "tc.") {
			operations += n
		}
	}
	assert.Equal(t, uint64(2*c.m*c.n*c.depth()), operations, "%v", c)
	return r.read32(out, 128*columns)
}

// multiplyCases are every kind with several shapes and layouts.
func multiplyCases() []multiplyCase {
	var all []multiplyCase
	kinds := []multiplyCase{
		{kind: "kind::f16", left: "f16", right: "f16"},
		{kind: "kind::f16", left: "f16", right: "f16", half: true},
		{kind: "kind::f16", left: "bf16", right: "bf16"},
		{kind: "kind::tf32", left: "tf32", right: "tf32"},
		{kind: "kind::f8f6f4", left: "e4m3", right: "e5m2"},
		{kind: "kind::f8f6f4", left: "e2m3", right: "e2m1"},
		{kind: "kind::f8f6f4", left: "e5m2", right: "e3m2", half: true},
		{kind: "kind::i8", left: "s8", right: "u8"},
		{kind: "kind::mxf8f6f4.block_scale", left: "e4m3", right: "e4m3", blocks: 1},
		{kind: "kind::mxf8f6f4.block_scale.scale_vec::1X", left: "e2m1", right: "e3m2", blocks: 1},
		{kind: "kind::mxf4.block_scale.scale_vec::2X", left: "f4", right: "f4", blocks: 2},
		{kind: "kind::mxf4nvf4.block_scale.scale_vec::4X", left: "f4", right: "f4", blocks: 4, fourths: true},
	}
	for i, k := range kinds {
		for j, swizzle := range []int{0, 32, 64, 128} {
			c := k
			c.swizzle, c.m, c.n = swizzle, 128, []int{16, 48, 32, 128 << (i % 2)}[(i+j)%4]
			c.keep, c.negate = j != 1, j == 2 && !strings.Contains(c.kind, "i8")
			if c.blocks == 0 && j == 3 {
				c.m, c.n = 64, 24
			}
			all = append(all, c)
			if (c.left == "f16" || c.left == "bf16" || c.left == "s8" || c.left == "e4m3") && c.blocks == 0 {
				c.across, c.m, c.n = true, 128, 64
				all = append(all, c)
			}
		}
		c := k
		c.m, c.n, c.tensorA, c.swizzle, c.keep = 128, 16, true, 128, true
		all = append(all, c)
	}
	return all
}

// Small integers give D to the bit, in every kind, shape and layout.
func TestTensorMemoryMultiplyExact(t *testing.T) {
	for i, c := range multiplyCases() {
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

// Any numbers give D within what the tensor cores cut: 25 bits below the largest term
// for each, and the sum to FP32 or FP16.
func TestTensorMemoryMultiplyBounded(t *testing.T) {
	for i, c := range multiplyCases() {
		if blackwellFormats[c.left].integer || i%2 == 1 { // where the layouts lie is known by the test above
			continue
		}
		got, want, size := c.run(t, uint64(100+i))
		for at := range got {
			v, bound := float64(math.Float32frombits(got[at])), size[at]*float64(c.depth()+4)*0x1p-25+math.Abs(want[at])*0x1p-23
			if c.half {
				v, bound = halfNumber(got[at]).value, bound+math.Abs(want[at])*0x1p-11+0x1p-25
			}
			require.InDelta(t, want[at], v, bound, "%v: element %d", c, at)
		}
	}
}
