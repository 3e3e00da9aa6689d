package exec

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every integer converts to every float as exact arithmetic has it.
func TestConvertFromInteger(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	for _, m := range modes {
		for _, from := range []string{"s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"} {
			src, _ := parseType(from)
			rows := make([][]uint64, 500)
			for i := range rows {
				v := r.Uint64() >> r.IntN(64)
				rows[i] = []uint64{(v - uint64(r.IntN(2))*2*v) & src.mask()}
			}
			rows[0][0], rows[1][0], rows[2][0] = 0, src.mask(), src.mask()>>1+1
			for _, to := range []struct {
				name string
				ref  refFormat
				bits int
			}{{"f32", ref32, 32}, {"f64", ref64, 64}, {"f16", ref16, 16}} {
				form := fmt.Sprintf("cvt.%s.%s.%s $d, $a", m.name, to.name, from)
				got := evaluate(t, form, to.bits, []int{max(src.bits, 16)}, rows)
				for i, row := range rows {
					exact := new(big.Int).SetUint64(row[0])
					if src.kind == kindSigned {
						exact.SetInt64(int64(src.extend(row[0])))
					}
					want := to.ref.round(new(big.Rat).SetInt(exact), m.mode, false)
					require.Equal(t, math.Float64bits(want), math.Float64bits(floatOf(to.name, got[i])), "%s of %#x", form, row)
				}
			}
		}
	}
}

func floatOf(name string, b uint64) float64 {
	switch name {
	case "f32":
		return float64(f32(b))
	case "f64":
		return f64(b)
	}
	t, _ := parseType(name)
	return formatOf(t).decode(b)
}

// Every float converts to every integer, rounded, clamped, and with the rule
// for NaN.
func TestConvertToInteger(t *testing.T) {
	rounders := map[string]func(float64) float64{"rni": math.RoundToEven, "rzi": math.Trunc, "rmi": math.Floor, "rpi": math.Ceil}
	for mode, round := range rounders {
		for _, from := range []string{"f32", "f64"} {
			src, _ := parseType(from)
			draw := hard32
			if src.bits == 64 {
				draw = hard64
			}
			rows := rowsOf(41, 1, draw)[:1500]
			for _, to := range []string{"s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"} {
				dst, _ := parseType(to)
				form := fmt.Sprintf("cvt.%s.%s.%s $d, $a", mode, to, from)
				got := evaluate(t, form, max(dst.bits, 16), []int{src.bits}, rows)
				for i, row := range rows {
					want := clampTo(dst, round(floatOf(from, row[0])), src.bits)
					require.Equal(t, want&dst.mask(), got[i]&dst.mask(), "%s of %#x", form, row)
				}
			}
		}
	}
}

func clampTo(t typ, x float64, sourceBits int) uint64 {
	if x != x {
		if sourceBits == 64 || t.bits == 64 {
			return 1 << (t.bits - 1)
		}
		return 0
	}
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(t.bits))
	if t.kind == kindSigned {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	high.Sub(high, big.NewInt(1))
	v := new(big.Int)
	switch {
	case math.IsInf(x, 1):
		v = high
	case math.IsInf(x, -1):
		v = low
	default:
		new(big.Float).SetFloat64(x).Int(v)
		if v.Cmp(high) > 0 {
			v = high
		}
		if v.Cmp(low) < 0 {
			v = low
		}
	}
	if v.Sign() < 0 {
		return uint64(v.Int64())
	}
	return v.Uint64()
}

// Floats narrow as exact arithmetic has it, in every mode.
func TestConvertNarrow(t *testing.T) {
	for _, m := range modes {
		for _, c := range []struct {
			to, from string
			ref      refFormat
			draw     func(*rand.Rand) uint64
		}{{"f32", "f64", ref32, near32}, {"f16", "f32", ref16, near16}, {"bf16", "f32", refB16, hard32}, {"f16", "f64", ref16, near16In64}} {
			src, _ := parseType(c.from)
			dst, _ := parseType(c.to)
			rows := rowsOf(51, 1, c.draw)
			form := fmt.Sprintf("cvt.%s.%s.%s $d, $a", m.name, c.to, c.from)
			got := evaluate(t, form, dst.bits, []int{src.bits}, rows)
			for i, row := range rows {
				x := floatOf(c.from, row[0])
				want := x
				if finiteAll(x) {
					want = c.ref.round(rat(x), m.mode, math.Signbit(x))
				}
				g := floatOf(c.to, got[i])
				if want != want {
					require.True(t, g != g, "%s of %#x", form, row)
					continue
				}
				require.Equal(t, math.Float64bits(want), math.Float64bits(g), "%s of %#x", form, row)
			}
		}
	}
}

// near32 draws doubles near the middle of two singles, and subnormal ones.
func near32(r *rand.Rand) uint64 {
	x := float64(f32(hard32(r)))
	return math.Float64bits(x) + r.Uint64N(3)<<28 + r.Uint64N(3) - 1
}

func near16(r *rand.Rand) uint64 {
	x := formatOf(typ{kindFloat, 16, 1}).decode(r.Uint64N(1 << 16))
	return (b32(float32(x)) + r.Uint64N(3)<<12 + r.Uint64N(3) - 1) & 0xffffffff
}

func near16In64(r *rand.Rand) uint64 { return math.Float64bits(float64(f32(near16(r)))) }

// All halves widen exactly, and come back.
func TestConvertHalfRoundTrip(t *testing.T) {
	for _, name := range []string{"f16", "bf16"} {
		rows := make([][]uint64, 1<<16)
		for i := range rows {
			rows[i] = []uint64{uint64(i)}
		}
		wide := evaluate(t, "cvt.f32."+name+" $d, $a", 32, []int{16}, rows)
		back := evaluate(t, "{.reg .f32 %t; cvt.f32."+name+" %t, $a; cvt.rn."+name+".f32 $d, %t;}", 16, []int{16}, rows)
		for i := range rows {
			x := refHalf(name, uint16(i))
			if x != x {
				require.Equal(t, uint64(nan32), wide[i])
				require.Equal(t, uint64(0x7fff), back[i])
				continue
			}
			require.Equal(t, math.Float32bits(float32(x)), uint32(wide[i]), "%s %#x", name, i)
			require.Equal(t, uint64(i), back[i])
		}
	}
}

func refHalf(name string, b uint16) float64 {
	if name == "bf16" {
		return float64(math.Float32frombits(uint32(b) << 16))
	}
	e, m := int(b>>10&31), float64(b&1023)
	v := math.Ldexp(1024+m, e-25)
	switch {
	case e == 0:
		v = math.Ldexp(m, -24)
	case e == 31 && m == 0:
		v = math.Inf(1)
	case e == 31:
		return math.NaN()
	}
	if b>>15 != 0 {
		return -v
	}
	return v
}

// Widths, saturation and packing follow the ISA.
func TestConvertTraps(t *testing.T) {
	for _, c := range []struct {
		form   string
		d      int
		widths []int
		in     []uint64
		want   uint64
	}{
		{"cvt.s64.s32 $d, $a", 64, []int{32}, []uint64{0xffffffff}, ^uint64(0)},
		{"cvt.u64.u32 $d, $a", 64, []int{32}, []uint64{0xffffffff}, 0xffffffff},
		{"cvt.u16.u32 $d, $a", 16, []int{32}, []uint64{0x12345678}, 0x5678},
		{"cvt.s32.s8 $d, $a", 32, []int{32}, []uint64{0x12345680}, 0xffffff80},
		{"cvt.u32.u8 $d, $a", 32, []int{16}, []uint64{0x1280}, 0x80},
		{"cvt.s8.s32 $d, $a", 32, []int{32}, []uint64{0x180}, 0xffffff80},
		{"cvt.sat.u8.s32 $d, $a", 32, []int{32}, []uint64{300}, 255},
		{"cvt.sat.u8.s32 $d, $a", 32, []int{32}, []uint64{0xffffffff}, 0},
		{"cvt.sat.s8.s32 $d, $a", 32, []int{32}, []uint64{0xfffffe00}, 0xffffff80},
		{"cvt.sat.s32.u32 $d, $a", 32, []int{32}, []uint64{0x80000000}, 0x7fffffff},
		{"cvt.sat.u64.s64 $d, $a", 64, []int{64}, []uint64{1 << 63}, 0},
		{"cvt.rn.f16x2.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, 0x40000000}, 0x3c004000},
		{"cvt.rn.bf16x2.f32 $d, $a, $b", 32, []int{32, 32}, []uint64{one32, 0x40000000}, 0x3f804000},
		{"cvt.rn.relu.f16.f32 $d, $a", 16, []int{32}, []uint64{0xbf800000}, 0},
		{"cvt.sat.f32.f32 $d, $a", 32, []int{32}, []uint64{0x40000000}, one32},
		{"cvt.sat.f32.f32 $d, $a", 32, []int{32}, []uint64{nan32}, 0},
		{"cvt.rni.f32.f32 $d, $a", 32, []int{32}, []uint64{0x40200000}, 0x40000000},
		{"cvt.ftz.f32.f32 $d, $a", 32, []int{32}, []uint64{0x80000001}, 0x80000000},
		{"cvt.rzi.ftz.s32.f32 $d, $a", 32, []int{32}, []uint64{0x80000001}, 0},
		{"cvt.rpi.ftz.s32.f32 $d, $a", 32, []int{32}, []uint64{min32}, 0},
		{"cvt.rpi.s32.f32 $d, $a", 32, []int{32}, []uint64{min32}, 1},
		{"cvt.f64.f32 $d, $a", 64, []int{32}, []uint64{nan32}, 0x7fffffffe0000000},
	} {
		got := evaluate(t, c.form, c.d, c.widths, [][]uint64{c.in})
		assert.Equal(t, c.want, got[0], "%s of %#x: got %#x, want %#x", c.form, c.in, got[0], c.want)
	}
}
