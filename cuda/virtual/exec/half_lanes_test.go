package exec

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The quick way for pairs of halves gives what the exact way gives, on bits
// drawn at random, on all kinds of special ones, and near cancellation.
func TestFMAHalfPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	special := []uint32{0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7fff}
	draw := func() uint32 {
		if r.IntN(3) == 0 {
			return special[r.IntN(len(special))]
		}
		return uint32(r.Uint64N(1 << 16))
	}
	m := floatMods{typ: typ{kindFloat, 16, 1}, mode: nearestEven}
	exact := m.halves3()
	for range 300_000 {
		x, y, z := draw(), draw(), draw()
		if r.IntN(4) == 0 {
			z = uint32(exact(uint64(x), uint64(y), 0)) ^ 0x8000
		}
		require.Equal(t, uint32(exact(uint64(x), uint64(y), uint64(z))), fmaHalf(x, y, z), "%#x * %#x + %#x", x, y, z)
	}
}

// Both halves of a pair are computed, each from its own operands.
func TestFMAHalfPairForm(t *testing.T) {
	rows := rowsOf(23, 3, func(r *rand.Rand) uint64 { return r.Uint64N(1 << 32) })
	m := floatMods{typ: typ{kindFloat, 32, 2}, mode: nearestEven}
	exact := m.halves3()
	for i, got := range evaluate(t, "fma.rn.f16x2 $d, $a, $b, $c", 32, []int{32, 32, 32}, rows) {
		require.Equal(t, exact(rows[i][0], rows[i][1], rows[i][2]), got, "%#x", rows[i])
	}
}

func BenchmarkFMAHalf(b *testing.B) {
	x, y := uint32(0x3555), uint32(0xb123)
	for b.Loop() {
		for range 1000 {
			x, y = fmaHalf(x, x, 0xbe3a), fmaHalf(y, y, 0xbed5)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000, "ns/fma")
}
