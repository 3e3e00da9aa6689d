package exec

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The big functions agree with those of doubles to their last bits.
func TestBigFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 1))
	for range 300 {
		x := float64(float32(math.Exp((r.Float64() - 0.5) * 6)))
		for name, pair := range map[string][2]*big.Float{
			"exp2":  {bigExp2(x), big.NewFloat(math.Exp2(x))},
			"log2":  {bigLog2(x), big.NewFloat(log2(x))},
			"sin":   {bigSine(x, 0), big.NewFloat(math.Sin(x))},
			"cos":   {bigSine(-x, 1), big.NewFloat(math.Cos(-x))},
			"tanh":  {bigTanh(-x), big.NewFloat(math.Tanh(-x))},
			"rsqrt": {bigRsqrt(x), big.NewFloat(1 / math.Sqrt(x))},
		} {
			got, _ := pair[0].Float64()
			want, _ := pair[1].Float64()
			assert.InDelta(t, want, got, 1e-14*math.Abs(want)+1e-16, "%s(%g)", name, x)
		}
	}
	pi, _ := bigPi().Float64()
	assert.Equal(t, math.Pi, pi)
	ln2, _ := bigLn2().Float64()
	assert.Equal(t, math.Ln2, ln2)
}

// Large arguments are reduced exactly.
func TestBigSineOfLargeArguments(t *testing.T) {
	for _, x := range []float64{1 << 20, 0x1.fffffep127, -0x1.fffffep127, 1e30} {
		got, _ := bigSine(x, 0).Float64()
		assert.InDelta(t, math.Sin(x), got, 1e-12)
	}
}

// Where a double cannot decide on the rounding, the exact function does.
func TestRoundedAsksTheExactFunction(t *testing.T) {
	asked := 0
	middle := 1 + 0x1p-24
	f := rounded(func(float64) float64 { return middle }, func(float64) *big.Float {
		asked++
		return big.NewFloat(middle + 0x1p-50)
	})
	assert.Equal(t, uint64(0x3f800001), f(1))
	assert.Equal(t, 1, asked)
}

// Double reciprocal roots, and what they make of special values.
func TestRsqrt64(t *testing.T) {
	for _, c := range [][2]uint64{
		{b64(4), b64(0.5)}, {0, 0x7ff << 52}, {1 << 63, 0xfff << 52}, {0x7ff << 52, 0}, {b64(-1), nan64}, {0x7ff0000000000001, 0x7ff8000000000001},
	} {
		got := evaluate(t, "rsqrt.approx.f64 $d, $a", 64, []int{64}, [][]uint64{{c[0]}})
		assert.Equal(t, c[1], got[0], "%#x", c[0])
	}
	got := evaluate(t, "rsqrt.approx.ftz.f64 $d, $a", 64, []int{64}, [][]uint64{{b64(4)}, {1}})
	assert.Equal(t, []uint64{b64(0.5), 0x7ff << 52}, got)
}

// The approximate functions are correctly rounded.
func TestApproximateIsCorrectlyRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 1))
	exact := map[string]func(float64) *big.Float{
		"ex2": bigExp2, "lg2": bigLog2, "rsqrt": bigRsqrt, "tanh": bigTanh,
		"sin": func(x float64) *big.Float { return bigSine(x, 0) },
		"cos": func(x float64) *big.Float { return bigSine(x, 1) },
	}
	for range 200 {
		x := float32(math.Exp((r.Float64() - 0.5) * 8))
		for name, f := range exact {
			want, _ := f(float64(x)).Float32()
			assert.Equal(t, b32(want), function32(name)(x), "%s(%g)", name, x)
		}
	}
}
