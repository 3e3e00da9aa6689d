package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The functions of halves are correctly rounded: no neighbour is nearer to a
// double evaluation, for a sample of all arguments; and packed ones are two.
func TestHalfFunctions(t *testing.T) {
	var rows [][]uint64
	for b := uint64(0); b < 1<<16; b += 5 {
		rows = append(rows, []uint64{b | (b*31+7)&0xffff<<16})
	}
	for _, c := range []struct {
		form, format string
		f            func(float64) float64
		flush        float64 // results below become zeros
	}{
		{"ex2.approx.f16", "f16", math.Exp2, 0}, {"tanh.approx.f16", "f16", math.Tanh, 0},
		{"ex2.approx.ftz.bf16", "bf16", math.Exp2, 0x1p-126}, {"tanh.approx.bf16", "bf16", math.Tanh, 0},
	} {
		single := evaluate(t, c.form+" $d, $a", 16, []int{16}, rows)
		packed := evaluate(t, c.form+"x2 $d, $a", 32, []int{32}, rows)
		for i, row := range rows {
			require.Equal(t, single[i], packed[i]&0xffff, c.form)
			x := refHalf(c.format, uint16(row[0]))
			want, got := c.f(x), refHalf(c.format, uint16(single[i]))
			switch {
			case want != want:
				require.Equal(t, uint64(0x7fff), single[i], "%s of %g", c.form, x)
			case want < c.flush && want > -c.flush:
				require.Zero(t, got, "%s of %g", c.form, x)
			case math.IsInf(got, 0):
				largest := refHalf(c.format, uint16(single[i]-1))
				require.GreaterOrEqual(t, math.Abs(want), largest, "%s of %g", c.form, x)
			default:
				for _, next := range []uint16{uint16(single[i]) + 1, uint16(single[i]) - 1} {
					n := refHalf(c.format, next)
					require.False(t, math.Abs(n-want) < math.Abs(got-want)*(1-1e-9), "%s of %g: %g, but %g is nearer to %g", c.form, x, got, n, want)
				}
			}
		}
	}
}
