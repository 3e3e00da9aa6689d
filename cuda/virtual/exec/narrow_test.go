package exec

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// narrowShape is an mma on elements of 4 and 8 bits, sparse ones and those with
// scales, with the layouts as the ISA's tables give them.
type narrowShape struct {
	form      string // of the types; $d … are operands
	m, k      int    // k of a dense A
	bits      int    // of an element
	container int    // bits in a register that an element takes
	shift     int    // where it begins there
	exponent  int    // bits; 0 is an integer
	fraction  int
	unsigned  bool
	sparse    bool
	scales    int // along k
	fourths   bool
	half      bool // sums
}

// The register counts: a warp holds m*k elements of A, 8*k of B, 8*m sums.
func (s *narrowShape) counts() [4]int {
	stored := s.k
	if s.sparse {
		stored /= 2
	}
	sums := s.m * 8 / 32
	if s.half {
		sums /= 2
	}
	return [4]int{s.m * stored * s.container / 1024, 8 * s.k * s.container / 1024, sums, sums}
}

// at gives the place of element i of a lane in A, or of B if right ("Matrix
// Fragments for mma.m16n8k32" and the like): e elements a register, groups of 4*e
// along k, rows g and g+8 by turns in A.
func (s *narrowShape) at(lane, i int, right bool) (line, k int) {
	g, t, e := lane/4, lane%4, 32/s.container
	r := i / e
	if right || s.m == 8 {
		return g, e*t + i%e + 4*e*r
	}
	return g + 8*(r%2), e*t + i%e + 4*e*(r/2)
}

func (s *narrowShape) decode(code uint32) *big.Rat {
	switch {
	case s.exponent > 0:
		v, _ := slowFloat(code, s.exponent, s.fraction)
		return v.value
	case !s.unsigned && code >= 1<<(s.bits-1):
		return new(big.Rat).SetInt64(int64(code) - 1<<s.bits)
	}
	return new(big.Rat).SetInt64(int64(code))
}

// draw makes an element that is no NaN and no infinity, and of a wide format not
// far from one, which would make the slow rule very slow; or an integer of at most
// two.
func (s *narrowShape) draw(r *rand.Rand, small bool) uint32 {
	bias := uint32(1)<<max(s.exponent-1, 0) - 1
	for {
		code := r.Uint32N(1 << s.bits)
		exponent := code >> s.fraction & (1<<s.exponent - 1)
		switch magnitude := code & (1<<(s.bits-1) - 1); {
		case small && s.exponent == 0:
			return code & 1
		case small:
			size := [...]uint32{0, bias, bias + 1}[r.IntN(3)] << s.fraction
			return size | code&^(1<<(s.bits-1)-1)
		case s.container >= 16 && (exponent+8 < bias || exponent > bias+7):
		case s.exponent == 4 && magnitude == 0x7f, s.exponent == 5 && s.bits == 8 && magnitude >= 0x7c:
		default:
			return code
		}
	}
}

var narrowShapes = []narrowShape{
	{form: "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", m: 16, k: 32, bits: 8, exponent: 4, fraction: 3},
	{form: "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32", m: 16, k: 16, bits: 8, exponent: 4, fraction: 3},
	{form: "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", m: 16, k: 32, bits: 8, exponent: 5, fraction: 2},
	{form: "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16", m: 16, k: 32, bits: 8, exponent: 4, fraction: 3, half: true},
	{form: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e2m3.f32", m: 16, k: 32, bits: 6, exponent: 2, fraction: 3},
	{form: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e3m2.f32", m: 16, k: 32, bits: 6, exponent: 3, fraction: 2},
	{form: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32", m: 16, k: 32, bits: 4, shift: 2, exponent: 2, fraction: 1},
	{form: "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", m: 8, k: 16, bits: 8},
	{form: "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", m: 16, k: 16, bits: 8},
	{form: "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", m: 16, k: 32, bits: 8},
	{form: "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32", m: 16, k: 32, bits: 8, unsigned: true},
	{form: "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32", m: 8, k: 32, bits: 4, container: 4},
	{form: "mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32", m: 16, k: 32, bits: 4, container: 4, unsigned: true},
	{form: "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", m: 16, k: 64, bits: 4, container: 4},
	{form: "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0", m: 16, k: 32, bits: 8, exponent: 4, fraction: 3, scales: 1},
	{form: "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e2m3.e2m3.f32.ue8m0", m: 16, k: 32, bits: 6, exponent: 2, fraction: 3, scales: 1},
	{form: "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0", m: 16, k: 64, bits: 4, container: 4, exponent: 2, fraction: 1, scales: 2},
	{form: "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", m: 16, k: 64, bits: 4, container: 4, exponent: 2, fraction: 1, scales: 4, fourths: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", m: 16, k: 16, bits: 16, container: 16, exponent: 5, fraction: 10, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", m: 16, k: 32, bits: 16, container: 16, exponent: 5, fraction: 10, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16", m: 16, k: 32, bits: 16, container: 16, exponent: 5, fraction: 10, sparse: true, half: true},
	{form: "mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", m: 16, k: 32, bits: 16, container: 16, exponent: 8, fraction: 7, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", m: 16, k: 8, bits: 19, container: 32, shift: 13, exponent: 8, fraction: 10, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", m: 16, k: 16, bits: 19, container: 32, shift: 13, exponent: 8, fraction: 10, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", m: 16, k: 32, bits: 8, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32", m: 16, k: 64, bits: 8, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", m: 16, k: 64, bits: 4, container: 4, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32", m: 16, k: 128, bits: 4, container: 4, sparse: true},
	{form: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32", m: 16, k: 64, bits: 8, exponent: 4, fraction: 3, sparse: true},
}

// problem are the matrices of an instruction, as codes.
type problem struct {
	a, b, c [][]uint32 // A by rows, B by columns, C by rows
	places  [][]int    // where the stored elements of a row of A stand; nil is dense
	scaleA  [][]uint32
	scaleB  [][]uint32
}

func drawn(rows, columns int, draw func() uint32) [][]uint32 {
	all := make([][]uint32, rows)
	for i := range all {
		for range columns {
			all[i] = append(all[i], draw())
		}
	}
	return all
}

func (s *narrowShape) problem(r *rand.Rand, small bool) problem {
	stored := s.k
	var p problem
	if s.sparse {
		stored /= 2
		for range s.m {
			p.places = append(p.places, s.drawPlaces(r))
		}
	}
	element := func() uint32 { return s.draw(r, small) }
	p.a, p.b = drawn(s.m, stored, element), drawn(8, s.k, element)
	p.c = drawn(s.m, 8, func() uint32 {
		switch {
		case s.half:
			return roundToHalf(float64(r.IntN(64) - 32))
		case s.exponent > 0:
			return truncateToSingle(float64(r.IntN(1000) - 500))
		}
		return r.Uint32()
	})
	scale := func() uint32 {
		if s.fourths {
			return 0x30 + r.Uint32N(24) // 0.5 to 7.5 in e4m3
		}
		return 125 + r.Uint32N(5)
	}
	p.scaleA, p.scaleB = drawn(s.m, s.scales, scale), drawn(8, s.scales, scale)
	return p
}

// drawPlaces chooses which elements of a row are stored.
func (s *narrowShape) drawPlaces(r *rand.Rand) (places []int) {
	for chunk := 0; chunk < s.k; {
		switch s.container {
		case 32:
			places = append(places, chunk+r.IntN(2))
			chunk += 2
		case 4:
			x, y := twoOfFour(r)
			places = append(places, chunk+2*x, chunk+2*x+1, chunk+2*y, chunk+2*y+1)
			chunk += 8
		default:
			x, y := twoOfFour(r)
			places = append(places, chunk+x, chunk+y)
			chunk += 4
		}
	}
	return places
}

func twoOfFour(r *rand.Rand) (x, y int) {
	x = r.IntN(3)
	return x, x + 1 + r.IntN(3-x)
}

// registers lays a problem over the lanes: A, B and C, the word of places, the
// scales of A and of B.
func (s *narrowShape) registers(p problem) []uint32 {
	n := s.counts()
	stride := n[0] + n[1] + n[2] + 3
	words := make([]uint32, 32*stride)
	e := 32 / s.container
	for lane := range 32 {
		mine := words[lane*stride:][:stride]
		for i := range n[0] * e {
			line, k := s.at(lane, i, false)
			mine[i/e] |= p.a[line][k] << (s.shift + i%e*s.container)
		}
		for i := range n[1] * e {
			line, k := s.at(lane, i, true)
			mine[n[0]+i/e] |= p.b[line][k] << (s.shift + i%e*s.container)
		}
		perC := 1
		if s.half {
			perC = 2
		}
		for i := range n[2] * perC {
			row, column := accumulatorAt(lane/4, lane%4, i)
			mine[n[0]+n[1]+i/perC] |= p.c[row][column] << (i % perC * 16)
		}
		if s.sparse {
			mine[stride-3] = s.placesWord(p, lane)
		}
		if s.scales > 0 {
			mine[stride-2] = scaleWord(p.scaleA, lane/4+8*(lane%2), lane%4 < 2)
			mine[stride-1] = scaleWord(p.scaleB, lane/4, lane%4 == 0)
		}
	}
	return words
}

// scaleWord has the scales of a line; a lane that no selector names has rubbish.
func scaleWord(scales [][]uint32, line int, named bool) (word uint32) {
	if !named {
		return 0x12345678
	}
	for i, scale := range scales[line] {
		word |= scale << (8 * i)
	}
	return word
}

// placesWord is what a lane tells of the places: the bits of a row are spread over
// the lanes, 16 of row g and 16 of row g+8 in each where the elements have 16 bits
// or more, else 32 of one of the two rows.
func (s *narrowShape) placesWord(p problem, lane int) (word uint32) {
	g, t := lane/4, lane%4
	rows := [2]string{s.placeBits(p.places[g]), s.placeBits(p.places[g+8])}
	if s.container >= 16 {
		if at := 16 * t; at < len(rows[0]) {
			return parseBits(rows[0][at:at+16]) | parseBits(rows[1][at:at+16])<<16
		}
		return 0xdeadbeef
	}
	if at := 32 * (t / 2); at < len(rows[0]) {
		return parseBits(rows[t%2][at : at+32])
	}
	return 0xdeadbeef
}

// placeBits writes the places of a row, the lowest bit first.
func (s *narrowShape) placeBits(places []int) string {
	var b strings.Builder
	for i, at := range places {
		switch {
		case s.container == 32:
			b.WriteString([...]string{"0010", "0111"}[at%2]) // 0b0100 and 0b1110
		case s.container == 4 && i%2 == 1:
		case s.container == 4:
			b.WriteString([...]string{"00", "10", "01", "11"}[at%8/2])
		default:
			b.WriteString([...]string{"00", "10", "01", "11"}[at%4])
		}
	}
	return b.String()
}

func parseBits(s string) (v uint32) {
	for i, c := range s {
		v |= uint32(c-'0') << i
	}
	return v
}

// products are those of an element of D, in the order of k; those of structural
// zeros are left out.
func (s *narrowShape) products(p problem, i, j int) (x, y []slowTerm) {
	for at, code := range p.a[i] {
		k := at
		if s.sparse {
			k = p.places[i][at]
		}
		x, y = append(x, s.term(code)), append(y, s.term(p.b[j][k]))
	}
	return x, y
}

func (s *narrowShape) term(code uint32) slowTerm {
	if s.exponent == 0 {
		return slowTerm{value: s.decode(code)}
	}
	v, _ := slowFloat(code, s.exponent, s.fraction)
	return v
}

// want is an element of D by the rule of a generation.
func (s *narrowShape) want(p problem, i, j, fraction, step, kept int) uint32 {
	x, y := s.products(p, i, j)
	switch {
	case s.exponent == 0:
		sum := new(big.Rat).SetInt64(int64(int32(p.c[i][j])))
		for k := range x {
			sum.Add(sum, new(big.Rat).Mul(x[k].value, y[k].value))
		}
		return uint32(sum.Num().Int64())
	case s.scales > 1:
		return s.wantBlocks(p, i, j, x, y)
	case s.scales == 1:
		x, y = scaledTerms(x, int(p.scaleA[i][0])-127), scaledTerms(y, int(p.scaleB[j][0])-127)
	}
	exponentBits, fractionBits := 8, 23
	if s.half {
		exponentBits, fractionBits = 5, 10
	}
	c := p.c[i][j]
	for k := 0; k < len(x); k += step {
		z, finite := slowFloat(c, exponentBits, fractionBits)
		if !finite {
			return c // the step before has overflowed
		}
		end := min(k+step, len(x))
		c = slowRound(slowDot(x[k:end], y[k:end], z, fraction), exponentBits, fractionBits, s.half)
		if !s.half {
			c &^= 1<<(23-kept) - 1
		}
	}
	return c
}

func scaledTerms(terms []slowTerm, exponent int) (scaled []slowTerm) {
	for _, t := range terms {
		scaled = append(scaled, slowTerm{new(big.Rat).Mul(t.value, ratPower(exponent)), t.exponent + exponent})
	}
	return scaled
}

// wantBlocks: exact sums of sixteen, times their scales, aligned by the exponents
// of these with 35 bits.
func (s *narrowShape) wantBlocks(p problem, i, j int, x, y []slowTerm) uint32 {
	scale := func(code uint32) slowTerm {
		if s.fourths {
			v, _ := slowFloat(code, 4, 3)
			return v
		}
		return slowTerm{ratPower(int(code) - 127), int(code) - 127}
	}
	c, _ := slowFloat(p.c[i][j], 8, 23)
	terms := []slowTerm{c}
	for k := 0; k < s.k; k += 16 {
		sum := new(big.Rat)
		for l := k; l < k+16; l++ {
			sum.Add(sum, new(big.Rat).Mul(x[l].value, y[l].value))
		}
		u, v := scale(p.scaleA[i][k*s.scales/s.k]), scale(p.scaleB[j][k*s.scales/s.k])
		terms = append(terms, slowTerm{sum.Mul(sum, u.value).Mul(sum, v.value), u.exponent + v.exponent})
	}
	top := terms[1].exponent
	for _, t := range terms {
		if t.value.Sign() != 0 || t.exponent > top {
			top = max(top, t.exponent)
		}
	}
	grain, total := ratPower(top-35), new(big.Rat)
	for _, t := range terms {
		q := new(big.Rat).Quo(t.value, grain)
		total.Add(total, new(big.Rat).Mul(new(big.Rat).SetInt(new(big.Int).Quo(q.Num(), q.Denom())), grain))
	}
	return slowRound(total, 8, 23, false)
}

// text is the kernel: the operands of the form, then the word of places and the
// scales.
func (s *narrowShape) text() string {
	n := s.counts()
	extra := ""
	next := n[0] + n[1] + n[2]
	if s.sparse {
		extra = fmt.Sprintf(", %%v%d, 0x0", next)
	}
	if s.scales > 0 {
		extra = fmt.Sprintf(", %%v%d, {0, 0}, %%v%d, {0, 0}", next+1, next+2)
	}
	n[2] += 3 // loaded with C
	text := fragmentsText(s.form+" $d, $a, $b, $c"+extra+";", n, false)
	return strings.ReplaceAll(text, fmt.Sprintf(", %%v%d, %%v%d, %%v%d}", next, next+1, next+2), "}")
}

// Every element of every shape is what the slow rule gives, on each generation
// that has it or that it is made for.
func TestNarrowTensorAgainstRule(t *testing.T) {
	generations := []struct{ major, minor int }{{8, 0}, {8, 9}, {9, 0}, {12, 0}}
	random := rand.New(rand.NewPCG(3, 4))
	for i := range narrowShapes {
		s := &narrowShapes[i]
		if s.container == 0 {
			s.container = 8
		}
		r := newRig(t, s.text())
		for round := range 8 {
			gen := generations[round/2]
			p := s.problem(random, round%2 == 1)
			words, n := s.registers(p), s.counts()
			in, out := r.words(words...), r.alloc(int64(4*32*n[3]))
			l := r.launch("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
			l.ComputeCapability = cuda.ComputeCapability{Major: gen.major, Minor: gen.minor}
			_, err := Run(t.Context(), r.mem, l, Options{Workers: 1})
			require.NoError(t, err, s.form)
			got := r.read32(out, 32*n[3])
			fraction, step, kept := s.rule(gen.major, gen.minor)
			for lane := range 32 {
				for e := range s.m * 8 / 32 {
					row, column := accumulatorAt(lane/4, lane%4, e)
					value := got[lane*n[3]+e%n[3]]
					if s.half {
						value = got[lane*n[3]+e/2] >> (e % 2 * 16) & 0xffff
					}
					require.Equal(t, s.want(p, row, column, fraction, step, kept), value,
						"%s on %d.%d, round %d: row %d column %d", s.form, gen.major, gen.minor, round, row, column)
				}
			}
		}
	}
}

// rule is the table of the paper, in elements.
func (s *narrowShape) rule(major, minor int) (fraction, step, kept int) {
	narrow := s.bits <= 8
	switch n := 10*major + minor; {
	case n == 89 && narrow:
		return 13, 16, 13
	case n < 90:
		return 24, 128 / s.container, 23
	case n == 90 && narrow:
		return 25, 16, 23
	}
	return 25, 256 / s.container, 23
}
