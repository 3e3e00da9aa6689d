package bench

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// bigFMA is the reference: exact in big.Float, then rounded once.
func bigFMA(a, b, c float32) float32 {
	exact := func(v float32) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(float64(v)) }
	sum := exact(a)
	sum.Mul(sum, exact(b)).Add(sum, exact(c))
	f, _ := sum.Float32()
	return f
}

func TestFMA32Ties(t *testing.T) {
	const ulp = 1.0 / (1 << 23)
	for _, c := range []struct {
		name          string
		a, b, c, want float32
	}{
		{"plain", 2, 3, 4, 10},
		{"exact cancellation", 3, 5, -15, 0},
		{"just above half", 1 + ulp, 0x1p-24, 1, 1 + ulp},
		{"just below half", 1 - ulp/2, 0x1p-24, 1, 1},
		{"tie to even", 1, 0x1p-24, 1, 1},
		{"tie to even, upwards", 1, 0x1p-24, 1 + ulp, 1 + 2*ulp},
		// Rounding to float64 first lands on a tie, which then goes the wrong way.
		{"double rounding, up", 0x1.65f0bep-12, 0x1.6e2f12p-13, 1, 1 + ulp},
		{"double rounding, down", 0x1.00abeap-12, 0x1.bed3fp-10, 1, 1 + 3*ulp},
		{"largest", math.MaxFloat32, 1, 0, math.MaxFloat32},
		{"smallest subnormal", math.SmallestNonzeroFloat32, 1, 0, math.SmallestNonzeroFloat32},
		{"subnormal tie", math.SmallestNonzeroFloat32, 0.5, 0, 0},
		{"above a subnormal tie", math.SmallestNonzeroFloat32, 0.75, 0, math.SmallestNonzeroFloat32},
	} {
		assert.Equal(t, c.want, fma32(c.a, c.b, c.c), c.name)
	}
	assert.True(t, math.IsInf(float64(fma32(math.MaxFloat32, 2, 1)), 1))
	assert.True(t, math.IsNaN(float64(fma32(float32(math.Inf(1)), 0, 1))))
}

// Products that come to lie next to a tie, until twenty of them tell one rounding
// from two.
func TestFMA32RoundsOnce(t *testing.T) {
	found := 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2_000_000 {
		// The product lies near an odd multiple of half an ulp of c.
		a := float32(0x1p-12) * (1 + float32(rng.Uint32()>>9)*0x1p-23)
		b := float32(0x1p-24 / float64(a) * float64(2*rng.IntN(8)+1))
		c := 1 + float32(rng.Uint32()>>9)*0x1p-23
		want := bigFMA(a, b, c)
		if twice := float32(math.FMA(float64(a), float64(b), float64(c))); twice != want {
			found++
		}
		if got := fma32(a, b, c); got != want {
			t.Fatalf("fma32(%x, %x, %x) = %x, want %x", a, b, c, got, want)
		}
		if found >= 20 {
			return
		}
	}
	t.Fatalf("only %d of the inputs tell one rounding from two", found)
}

func TestFMA32Random(t *testing.T) {
	bits := rapid.Uint32()
	rapid.Check(t, func(t *rapid.T) {
		a := math.Float32frombits(bits.Draw(t, "a"))
		b := math.Float32frombits(bits.Draw(t, "b"))
		c := math.Float32frombits(bits.Draw(t, "c"))
		if finite(a) && finite(b) && finite(c) {
			assert.Equal(t, bigFMA(a, b, c), fma32(a, b, c))
		}
	})
}

func TestFMA32Orbit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		x, y, c := rng.Float32()*4-2, rng.Float32()*4-2, rng.Float32()*4-2
		if want := bigFMA(x, y, c); fma32(x, y, c) != want {
			t.Fatalf("fma32(%x, %x, %x) = %x, want %x", x, y, c, fma32(x, y, c), want)
		}
	}
}

func finite(v float32) bool { return !math.IsInf(float64(v), 0) && v == v }

func TestSquares(t *testing.T) {
	values := []float32{0.5, -1, 0, 1, 0.25, 0.75, -0.5, 0.125, 2, -0.75, 1.25}
	want := make([]float32, len(values))
	for i, x := range values {
		for range 7 {
			x = fma32(x, x, -1.5)
		}
		want[i] = x
	}
	squares(values, -1.5, 7)
	assert.Equal(t, want, values)
}

func BenchmarkSquares(b *testing.B) {
	values := make([]float32, 1024)
	for i := range values {
		values[i] = float32(i) / 1024
	}
	for b.Loop() {
		squares(values, -1.5, 100)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/102400, "ns/fma")
}
