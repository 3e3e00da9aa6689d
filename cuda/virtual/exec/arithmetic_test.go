package exec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var modes = []struct {
	name string
	mode rounding
}{{"rn", nearestEven}, {"rz", towardZero}, {"rm", towardNegative}, {"rp", towardPositive}}

const trials = 4000

// rowsOf makes operands; those of one row are drawn near each other half of the
// time, so that sums cancel.
func rowsOf(seed uint64, arity int, draw func(*rand.Rand) uint64) [][]uint64 {
	r := rand.New(rand.NewPCG(seed, 7))
	rows := make([][]uint64, trials)
	for i := range rows {
		for range arity {
			rows[i] = append(rows[i], draw(r))
		}
		if arity == 2 && r.IntN(3) == 0 {
			rows[i][1] = rows[i][0] ^ r.Uint64N(4)
		}
	}
	return rows
}

// fmaRows adds rows whose c cancels the product but for its last bits, and rows
// whose sum lies near the middle of two singles.
func fmaRows() [][]uint64 {
	rows := rowsOf(3, 3, hard32)
	r := rand.New(rand.NewPCG(5, 5))
	for range trials {
		a, b := f32(hard32(r)), f32(hard32(r))
		p := float64(a) * float64(b)
		c := b32(float32(-p)) + r.Uint64N(3) - 1
		rows = append(rows, []uint64{b32(a), b32(b), c & 0xffffffff})
		m := 0x3f800000 | r.Uint64N(1<<23)
		tiny := uint64(r.IntN(2))<<31 | (1+r.Uint64N(60))<<23 | r.Uint64N(1<<23)
		half := uint64(127-24)<<23 | r.Uint64N(2)
		rows = append(rows, []uint64{m, one32 + r.Uint64N(2), half}, []uint64{half, one32, m}, []uint64{tiny, tiny, m})
	}
	return rows
}

// Single precision agrees with exact rational arithmetic in every mode.
func TestArithmetic32(t *testing.T) {
	two, three := rowsOf(1, 2, hard32), fmaRows()
	for _, m := range modes {
		check := func(form string, rows [][]uint64, want func(v []float64) float64) {
			t.Helper()
			got := evaluate(t, form, 32, []int{32, 32, 32}[:len(rows[0])], rows)
			for i, row := range rows {
				v := make([]float64, len(row))
				for k, b := range row {
					v[k] = float64(f32(b))
				}
				require.Equal(t, refBits32(want(v)), got[i], "%s of %#x", form, row)
			}
		}
		check("add."+m.name+".f32 $d, $a, $b", two, func(v []float64) float64 { return ref32.refFMA(v[0], 1, v[1], m.mode) })
		check("sub."+m.name+".f32 $d, $a, $b", two, func(v []float64) float64 { return ref32.refFMA(v[0], 1, -v[1], m.mode) })
		check("mul."+m.name+".f32 $d, $a, $b", two, func(v []float64) float64 { return ref32.refMul(v[0], v[1], m.mode) })
		check("div."+m.name+".f32 $d, $a, $b", two, func(v []float64) float64 { return ref32.refDiv(v[0], v[1], m.mode) })
		check("fma."+m.name+".f32 $d, $a, $b, $c", three, func(v []float64) float64 { return ref32.refFMA(v[0], v[1], v[2], m.mode) })
		one := rowsOf(2, 1, hard32)
		check("sqrt."+m.name+".f32 $d, $a", one, func(v []float64) float64 { return ref32.refSqrt(v[0], m.mode) })
		check("rcp."+m.name+".f32 $d, $a", one, func(v []float64) float64 { return ref32.refDiv(1, v[0], m.mode) })
	}
}

// Double precision agrees with exact rational arithmetic in every mode; which
// NaN comes out is tested elsewhere.
func TestArithmetic64(t *testing.T) {
	two, three, one := rowsOf(11, 2, hard64), rowsOf(12, 3, hard64), rowsOf(13, 1, hard64)
	for _, m := range modes {
		check := func(form string, rows [][]uint64, want func(v []float64) float64) {
			t.Helper()
			got := evaluate(t, form, 64, []int{64, 64, 64}[:len(rows[0])], rows)
			for i, row := range rows {
				v := make([]float64, len(row))
				for k, b := range row {
					v[k] = f64(b)
				}
				w := want(v)
				if w != w {
					require.True(t, isNaN64(got[i]), "%s of %#x", form, row)
					continue
				}
				require.Equal(t, math.Float64bits(w), got[i], "%s of %#x", form, row)
			}
		}
		check("add."+m.name+".f64 $d, $a, $b", two, func(v []float64) float64 { return ref64.refFMA(v[0], 1, v[1], m.mode) })
		check("sub."+m.name+".f64 $d, $a, $b", two, func(v []float64) float64 { return ref64.refFMA(v[0], 1, -v[1], m.mode) })
		check("mul."+m.name+".f64 $d, $a, $b", two, func(v []float64) float64 { return ref64.refMul(v[0], v[1], m.mode) })
		check("div."+m.name+".f64 $d, $a, $b", two, func(v []float64) float64 { return ref64.refDiv(v[0], v[1], m.mode) })
		check("fma."+m.name+".f64 $d, $a, $b, $c", three, func(v []float64) float64 { return ref64.refFMA(v[0], v[1], v[2], m.mode) })
		check("sqrt."+m.name+".f64 $d, $a", one, func(v []float64) float64 { return ref64.refSqrt(v[0], m.mode) })
		check("rcp."+m.name+".f64 $d, $a", one, func(v []float64) float64 { return ref64.refDiv(1, v[0], m.mode) })
	}
}

// Halves agree with exact rational arithmetic: all pairs of a sample.
func TestArithmeticHalf(t *testing.T) {
	draw := func(r *rand.Rand) uint64 { return r.Uint64N(1 << 16) }
	two, three := rowsOf(21, 2, draw), rowsOf(22, 3, draw)
	for _, f := range []struct {
		name string
		ref  refFormat
		typ  typ
	}{{"f16", ref16, typ{kindFloat, 16, 1}}, {"bf16", refB16, typ{kindBFloat, 16, 1}}} {
		decode := formatOf(f.typ).decode
		check := func(form string, rows [][]uint64, want func(v []float64) float64) {
			t.Helper()
			got := evaluate(t, form, 16, []int{16, 16, 16}[:len(rows[0])], rows)
			for i, row := range rows {
				v := []float64{decode(row[0]), decode(row[1]), 0}
				if len(row) == 3 {
					v[2] = decode(row[2])
				}
				w := want(v)
				g := decode(got[i])
				if w != w {
					require.Equal(t, uint64(0x7fff), got[i], "%s of %#x", form, row)
					continue
				}
				require.Equal(t, math.Float64bits(w), math.Float64bits(g), "%s of %#x", form, row)
			}
		}
		check("add."+f.name+" $d, $a, $b", two, func(v []float64) float64 { return f.ref.refFMA(v[0], 1, v[1], nearestEven) })
		check("mul."+f.name+" $d, $a, $b", two, func(v []float64) float64 { return f.ref.refMul(v[0], v[1], nearestEven) })
		check("fma.rn."+f.name+" $d, $a, $b, $c", three, func(v []float64) float64 { return f.ref.refFMA(v[0], v[1], v[2], nearestEven) })
	}
}

// Approximate functions are within one unit in the last place of a double
// evaluation, which is inside of the bounds of the ISA.
func TestApproximateFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	rows := make([][]uint64, trials)
	for i := range rows {
		rows[i] = []uint64{b32(float32(math.Exp((r.Float64() - 0.5) * 8)))}
	}
	for name, f := range map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "ex2": math.Exp2, "lg2": math.Log2, "tanh": math.Tanh,
		"rcp": func(x float64) float64 { return 1 / x }, "sqrt": math.Sqrt, "rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
	} {
		form := name + ".approx.f32 $d, $a"
		got := evaluate(t, form, 32, []int{32}, rows)
		for i, row := range rows {
			want := f(float64(f32(row[0])))
			ulp := math.Abs(float64(math.Nextafter32(float32(want), inf(1)) - float32(want)))
			require.InDelta(t, want, float64(f32(got[i])), ulp, "%s of %g", name, f32(row[0]))
		}
	}
}

func inf(s int) float32 { return float32(math.Inf(s)) }
