package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each small format in full: the values of its magnitudes by hand where the
// tables of the standards give them, and its ends.
func TestSmallFormats(t *testing.T) {
	e2m1 := []float64{0, 0.5, 1, 1.5, 2, 3, 4, 6}
	for b, want := range e2m1 {
		f, _ := smallFormatOf(kindE2M1)
		assert.Equal(t, want, f.decode(uint64(b)))
		assert.Equal(t, -want, f.decode(uint64(b)|8))
	}
	for _, c := range []struct {
		k         kind
		bits      uint64
		want      float64
		subnormal float64
	}{
		{kindE4M3, 0x7e, 448, 0x1p-9},
		{kindE5M2, 0x7b, 57344, 0x1p-16},
		{kindE2M3, 0x1f, 7.5, 0.125},
		{kindE3M2, 0x1f, 28, 0.0625},
	} {
		f, ok := smallFormatOf(c.k)
		require.True(t, ok)
		assert.Equal(t, c.want, f.decode(c.bits))
		assert.Equal(t, c.subnormal, f.decode(1))
		assert.Equal(t, -c.want, f.decode(c.bits|f.signBit()))
	}
	e4m3, _ := smallFormatOf(kindE4M3)
	e5m2, _ := smallFormatOf(kindE5M2)
	assert.True(t, math.IsNaN(e4m3.decode(0x7f)) && math.IsNaN(e4m3.decode(0xff)) && math.IsNaN(e5m2.decode(0xfe)))
	assert.True(t, math.IsInf(e5m2.decode(0xfc), -1))
}

// nearestCode finds the code of a magnitude by looking at all of them: the
// nearest, an even one in a tie, and the last beyond it.
func nearestCode(f smallFormat, x float64) uint64 {
	best := uint64(0)
	for code := uint64(1); code <= f.top; code++ {
		a, b := x-f.decode(best), f.decode(code)-x
		if b < math.Abs(a) || b == math.Abs(a) && code%2 == 0 {
			best = code
		}
	}
	return best
}

// All halves to each small format: the nearest of all its values.
func TestSmallFromEveryHalf(t *testing.T) {
	half := formatOf(typ{kindFloat, 16, 1})
	for _, name := range []string{"e4m3x2", "e5m2x2"} {
		to, _ := parseType(name)
		f, _ := smallFormatOf(to.kind)
		rows := make([][]uint64, 1<<16)
		for i := range rows {
			rows[i] = []uint64{uint64(i)<<16 | uint64(i^0x8000)}
		}
		got := evaluate(t, "cvt.rn.satfinite."+name+".f16x2 $d, $a", 16, []int{32}, rows)
		relu := evaluate(t, "cvt.rn.satfinite.relu."+name+".f16x2 $d, $a", 16, []int{32}, rows)
		for i := range rows {
			x := half.decode(uint64(i))
			want := uint64(0x7f7f)
			if x == x {
				code := nearestCode(f, math.Abs(x))
				want = code<<8 | code | uint64(i>>15)<<15 | uint64(i>>15^1)<<7
			}
			require.Equal(t, want, got[i], "%s of %#x", name, i)
			if x == x {
				want = pick(i>>15 == 0, want&0xff00, want&0xff)
			}
			require.Equal(t, want, relu[i], "%s.relu of %#x", name, i)
		}
	}
}

// All small values to halves, which hold them exactly, and back from singles at
// and beside each midpoint.
func TestSmallRoundTrip(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
	}{{"e4m3x2", 16}, {"e5m2x2", 16}, {"e2m3x2", 16}, {"e3m2x2", 16}, {"e2m1x2", 8}} {
		to, _ := parseType(c.name)
		f, _ := smallFormatOf(to.kind)
		var rows, singles [][]uint64
		for code := range uint64(1) << to.single().bits {
			code &= 2*f.signBit() - 1
			rows = append(rows, []uint64{code<<to.single().bits | code})
			for _, x := range beside(f, code) {
				singles = append(singles, []uint64{b32(x), b32(-x)})
			}
		}
		for i, got := range evaluate(t, "cvt.rn.f16x2."+c.name+" $d, $a", 32, []int{c.width}, rows) {
			x := f.decode(rows[i][0] & to.single().mask())
			want := formatOf(typ{kindFloat, 16, 1}).encode(x, nearestEven)
			require.Equal(t, want<<16|want, got, "%s %#x", c.name, rows[i][0])
		}
		for i, got := range evaluate(t, "cvt.rn.satfinite."+c.name+".f32 $d, $a, $b", c.width, []int{32, 32}, singles) {
			x := float64(f32(singles[i][0]))
			code := nearestCode(f, math.Abs(x))
			low, high := code|f.signBit(), code
			if math.Signbit(x) {
				low, high = high, low
			}
			require.Equal(t, high<<to.single().bits|low, got, "%s of %g", c.name, x)
		}
	}
}

// beside gives the singles at the middle above a value, and next to it.
func beside(f smallFormat, code uint64) []float32 {
	magnitude := code & (f.signBit() - 1)
	if magnitude >= f.top {
		return []float32{float32(f.magnitude(f.top)) * 1.5}
	}
	middle := float32(f.magnitude(magnitude)+f.magnitude(magnitude+1)) / 2
	return []float32{middle, math.Nextafter32(middle, 0), math.Nextafter32(middle, 1e9), float32(f.magnitude(magnitude))}
}

// NaN and what lies beyond the largest value.
func TestSmallEnds(t *testing.T) {
	for _, c := range []struct {
		form   string
		bits   int
		a, b   uint64
		want   uint64
		reason string
	}{
		{"cvt.rn.satfinite.e4m3x2.f32", 16, nan32, pInf32, 0x7f7e, "the NaN of e4m3; infinity becomes 448"},
		{"cvt.rn.satfinite.e5m2x2.f32", 16, nan32, nInf32, 0x7ffb, "the NaN of e5m2; infinity becomes 57344"},
		{"cvt.rn.satfinite.e2m3x2.f32", 16, nan32, nInf32, 0x1f3f, "no NaN: the largest value"},
		{"cvt.rn.satfinite.e2m1x2.f32", 8, nan32, nInf32, 0x7f, "no NaN: the largest value"},
		{"cvt.rn.satfinite.relu.e2m1x2.f32", 8, 0xbf800000, 0x40000000, 0x04, "a negative is 0"},
		{"cvt.rz.ue8m0x2.f32", 16, 0x3fc00000, 0xc0000000, 0x7f80, "1.5 down to 2^0; the sign is lost"},
		{"cvt.rp.ue8m0x2.f32", 16, 0x3fc00000, 0x3f800000, 0x807f, "1.5 up to 2^1; 1 stays"},
		{"cvt.rp.ue8m0x2.f32", 16, pInf32, max32, 0xffff, "beyond the largest there is NaN"},
		{"cvt.rp.satfinite.ue8m0x2.f32", 16, pInf32, nan32, 0xfeff, "or the largest, but of NaN"},
		{"cvt.rp.ue8m0x2.f32", 16, 0x00400001, 0x00400000, 0x0100, "2^-127 is the smallest"},
	} {
		got := evaluate(t, c.form+" $d, $a, $b", c.bits, []int{32, 32}, [][]uint64{{c.a, c.b}})
		assert.Equal(t, c.want, got[0], "%s: %s", c.form, c.reason)
	}
}

// Every scale is a power of two, which bf16 holds.
func TestScales(t *testing.T) {
	rows := make([][]uint64, 256)
	for i := range rows {
		rows[i] = []uint64{uint64(i)<<8 | uint64(i)}
	}
	for i, got := range evaluate(t, "cvt.rn.bf16x2.ue8m0x2 $d, $a", 32, []int{16}, rows) {
		want := uint64(i) << 7
		switch i {
		case 0:
			want = 0x40 // 2^-127 is a subnormal
		case 255:
			want = 0x7fff
		}
		assert.Equal(t, want<<16|want, got, "scale %d", i)
	}
}

// tf32 keeps 10 bits of the fraction.
func TestTF32(t *testing.T) {
	for _, c := range []struct {
		form string
		in   uint64
		want uint64
	}{
		{"cvt.rna.tf32.f32", 0x3f801000, 0x3f802000}, // a tie goes away from zero
		{"cvt.rn.tf32.f32", 0x3f801000, 0x3f800000},  // to the even one
		{"cvt.rn.tf32.f32", 0x3f803000, 0x3f804000},
		{"cvt.rz.tf32.f32", 0xbf803fff, 0xbf802000},
		{"cvt.rn.relu.tf32.f32", 0xbf803fff, 0},
		{"cvt.rn.tf32.f32", max32, pInf32},
		{"cvt.rn.satfinite.tf32.f32", max32, 0x7f7fe000},
		{"cvt.rna.satfinite.tf32.f32", nInf32, 0xff7fe000},
		{"cvt.rna.tf32.f32", 0x7f812345, nan32},
		{"cvt.rn.tf32.f32", 0x00003001, 0x00004000}, // subnormals are kept
	} {
		assert.Equal(t, c.want, evaluate(t, c.form+" $d, $a", 32, []int{32}, [][]uint64{{c.in}})[0], "%s of %#x", c.form, c.in)
	}
}

// .satfinite keeps halves finite.
func TestFiniteHalves(t *testing.T) {
	for _, c := range []struct {
		form     string
		in, want uint64
	}{
		{"cvt.rn.satfinite.f16.f32", 0x477ff000, 0x7bff}, // 65520 would be infinity
		{"cvt.rn.f16.f32", 0x477ff000, 0x7c00},
		{"cvt.rn.satfinite.bf16.f32", nInf32, 0xff7f},
		{"cvt.rz.relu.satfinite.bf16.f32", nInf32, 0},
		{"cvt.rn.satfinite.f16.f32", nan32, 0x7fff},
	} {
		assert.Equal(t, c.want, evaluate(t, c.form+" $d, $a", 16, []int{32}, [][]uint64{{c.in}})[0], "%s of %#x", c.form, c.in)
	}
}
