package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// delicate32 draws any word, and often one where rounding is delicate.
func delicate32() *rapid.Generator[uint32] {
	special := rapid.SampledFrom([]uint32{
		0, 1 << 31, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
		math.Float32bits(1), math.Float32bits(-1), math.Float32bits(1 + 1.0/(1<<23)), math.Float32bits(1.0 / (1 << 24)), 0x00ffffff,
	})
	near := rapid.Map(rapid.Uint32(), func(u uint32) uint32 { return u&0x83ffffff | 0x3c000000 })
	return rapid.OneOf(special, near, rapid.Uint32())
}

// The lanes of the host's instruction, those in Go and the exact sum are one.
func TestFMALanesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b, c, host, portable lanes32
		for i := range a {
			a[i], b[i], c[i] = delicate32().Draw(t, "a"), delicate32().Draw(t, "b"), delicate32().Draw(t, "c")
		}
		fmaLanes(&host, &a, &b, &c)
		fmaLanesGo(&portable, &a, &b, &c)
		for i := range a {
			x, y, z := math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i])
			exact := uint32(fma32(x, y, z, nearestEven))
			require.Equalf(t, exact, host[i], "host: %#x * %#x + %#x", a[i], b[i], c[i])
			require.Equalf(t, exact, portable[i], "in Go: %#x * %#x + %#x", a[i], b[i], c[i])
		}
	})
}

// A kernel may add to a register in place.
func TestFMALanesInPlace(t *testing.T) {
	var want lanes32
	a, b, c := counted(1), counted(100), counted(10000)
	fmaLanesGo(&want, &a, &b, &c)
	for _, in := range []string{"a", "b", "c"} {
		a, b, c := counted(1), counted(100), counted(10000)
		d := map[string]*lanes32{"a": &a, "b": &b, "c": &c}[in]
		fmaLanes(d, &a, &b, &c)
		require.Equal(t, want, *d, "the result in %s", in)
	}
}

// counted is a float for each lane, from the first on.
func counted(first int) (l lanes32) {
	for i := range l {
		l[i] = math.Float32bits(float32(first + i))
	}
	return l
}
