package exec

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// The compiler's own single-precision functions give what the mathematics says,
// to their documented few units in the last place.
func TestMixedSingle(t *testing.T) {
	const n = 512
	r := newFileRig(t, "testdata/mixed.ptx")
	rnd := rand.New(rand.NewPCG(71, 1))
	in := make([]uint32, n)
	for i := range in {
		in[i] = math.Float32bits(float32(rnd.Float64()*4 - 2))
	}
	src, dst := r.words(in...), r.alloc(64*n)
	r.run("mathf", 2, 256, cuda.ArgPtr(src), cuda.ArgPtr(dst), cuda.ArgU32(n))
	got := r.read32(dst, 16*n)
	for i := range in {
		for k, want := range wantSingle(math.Float32frombits(in[i]), i) {
			assert.InDelta(t, want, float64(math.Float32frombits(got[16*i+k])), 4e-7*math.Abs(want), "function %d of %g", k, math.Float32frombits(in[i]))
		}
	}
}

func wantSingle(f float32, i int) [16]float64 {
	x, abs := float64(f), math.Abs(float64(f))
	wide := func(v float32) float64 { return float64(v) }
	return [16]float64{
		math.Sin(wide(f * 1000)), math.Exp(x), math.Log(wide(float32(abs) + 1e-3)), math.Pow(abs, wide(1.7)),
		wide(f / 3.7), math.Sqrt(abs), 1 / math.Sqrt(wide(float32(abs)+1)), math.Tanh(x), math.Erf(x), math.Cbrt(x),
		math.Mod(wide(f*100), 7), math.Round(wide(f * 10)), math.Floor(x) + math.Ceil(x) + math.Trunc(x) + math.RoundToEven(x),
		math.Atan2(x, wide(0.3)), math.Ldexp(x, i%40-20), math.Cos(wide(f * 1e6)),
	}
}

// The same for double precision, where the compiler calls functions of its own.
func TestMixedDouble(t *testing.T) {
	const n = 512
	r := newFileRig(t, "testdata/mixed.ptx")
	rnd := rand.New(rand.NewPCG(72, 1))
	values := make([]float64, n)
	var in []uint32
	for i := range values {
		values[i] = rnd.Float64()*40 - 20
		b := math.Float64bits(values[i])
		in = append(in, uint32(b), uint32(b>>32))
	}
	src, dst := r.words(in...), r.alloc(64*n)
	r.run("mathd", 2, 256, cuda.ArgPtr(src), cuda.ArgPtr(dst), cuda.ArgU32(n))
	got := r.read64(dst, 8*n)
	for i, x := range values {
		abs := math.Abs(x)
		for k, want := range [8]float64{
			math.Sin(x), math.Exp(x), math.Log(abs + 1e-3), math.Pow(abs, 1.7),
			x / 3.7, math.Sqrt(abs), 1 / (float64(x*x) + 1), math.Floor(x*10) + 1/math.Sqrt(abs+1),
		} {
			assert.InEpsilon(t, want, f64(got[8*i+k]), 2e-15, "function %d of %g", k, x)
		}
	}
}

// Integer code of the compiler, bit for bit.
func TestMixedIntegers(t *testing.T) {
	const n = 1024
	r := newFileRig(t, "testdata/mixed.ptx")
	rnd := rand.New(rand.NewPCG(73, 1))
	in := make([]uint32, n)
	for i := range in {
		in[i] = rnd.Uint32() >> (i % 20)
	}
	src, dst := r.words(in...), r.alloc(8*n)
	r.run("ints", 4, 256, cuda.ArgPtr(src), cuda.ArgPtr(dst), cuda.ArgU32(n))
	for i, got := range r.read64(dst, n) {
		require.Equal(t, wantIntegers(in[i], in[(i+1)%n]), got, "element %d", i)
	}
}

// wantIntegers is the kernel "ints" in Go.
func wantIntegers(a, b uint32) uint64 {
	s, t := int32(a), int32(b)|1
	w := uint64(a)<<32 | uint64(b)
	v, u := int64(w), int64(w*2654435761)|1
	var r uint64
	mix := func(x uint64) { r = r*31 + x }
	signed := func(x int32) uint64 { return uint64(int64(x)) }
	mix(uint64(uint32(s / t)))
	mix(uint64(uint32(s % t)))
	mix(uint64(a / (b | 1)))
	mix(uint64(a % (b | 1)))
	mix(uint64(v / u))
	mix(uint64(v % u))
	mix(w / uint64(u))
	mix(w % uint64(u))
	mix(uint64(bits.OnesCount32(a)))
	mix(uint64(bits.LeadingZeros32(a)))
	mix(uint64(bits.TrailingZeros32(a)+1) * boolBit(a != 0))
	mix(uint64(bits.Reverse32(a)))
	mix(uint64(bits.OnesCount64(w)))
	mix(uint64(bits.LeadingZeros64(w)))
	mix(bits.Reverse64(w))
	mix(uint64(a>>8&0xff | b&0xff<<8 | b>>8&0xff<<16 | a>>16&0xff<<24)) // bytes 1, 4, 5, 2
	mix(uint64(uint32((uint64(b)<<32 | uint64(a)) << (a & 31) >> 32)))
	mix(signed(int32(int64(s) * int64(t) >> 32)))
	mix(uint64(a) * uint64(b) >> 32)
	hi, _ := bits.Mul64(uint64(v), uint64(u))
	mix(hi - uint64(v>>63)&uint64(u) - uint64(u>>63)&uint64(v))
	mix(signed(max(s, -s)))
	mix(uint64(uint32(min(s, t)) + max(a, b)))
	r = r*31 + uint64(uint8(a)) + uint64(int64(int8(b)))
	r = r*31 + uint64(uint16(a*b)) + uint64(int64(int16(b>>3)))
	r = branchIntegers(r, a)
	var arr [16]uint32
	for k := range arr {
		arr[k] = a*uint32(k) + b
	}
	for k := range 16 {
		arr[a>>k&15] ^= arr[b>>k&15]
	}
	for _, x := range arr {
		mix(uint64(x))
	}
	return r
}

func branchIntegers(r uint64, a uint32) uint64 {
	switch a % 9 {
	case 0:
		return r + 5
	case 1:
		return r ^ 99
	case 2:
		return r * 3
	case 3:
		return r - uint64(a)
	case 4:
		return ^r
	case 5:
		return r << 3
	case 6:
		return r >> 5
	case 7:
		return r | 1024
	}
	return r + 77
}
