package bench

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda"
)

// No result within the bound of the PTX ISA leads to another state: the bounds are 2
// units in the last place of ex2, 2^-22.9 of rsqrt, and 2^-20.5 absolute of sin. All
// states lead to one circle, of so many.
func TestSpecialStatesBearEveryError(t *testing.T) {
	for _, c := range []struct {
		f      specialFunction
		error  func(y float64) float64
		circle int
	}{
		{specialFunctions()[0], func(y float64) float64 { return 2 * lastPlace(y) }, 127},
		{specialFunctions()[1], func(y float64) float64 { return y * math.Exp2(-22.9) }, 31},
		{specialFunctions()[2], func(float64) float64 { return math.Exp2(-20.5) }, 113},
	} {
		next := c.f.table()
		for state := range next {
			x := math.Float32frombits(uint32(state)<<specialShift ^ c.f.flip)
			y := c.f.of(float64(x))
			for _, off := range []float64{-1, 1} {
				bits := math.Float32bits(float32(y + off*(c.error(y)+lastPlace(y))))
				assert.Equal(t, next[state], specialState(bits+c.f.shift), "%s of %v", c.f.name, x)
			}
		}
		assert.Equal(t, c.circle, circle(next), c.f.name)
	}
}

// lastPlace is the unit in the last place of a float.
func lastPlace(y float64) float64 {
	_, exponent := math.Frexp(y)
	return math.Ldexp(1, exponent-24)
}

// circle is the length of the one circle that all states lead to; 0 where there are more.
func circle(next [256]uint8) int {
	on := map[uint8]bool{}
	for state := range next {
		at := uint8(state)
		for range 256 {
			at = next[at]
		}
		on[at] = true
	}
	start := uint8(0)
	for range 256 {
		start = next[start]
	}
	n := 1
	for at := next[start]; at != start; at = next[at] {
		n++
	}
	for at := range on {
		for range n {
			if at == start {
				break
			}
			at = next[at]
		}
		if at != start {
			return 0
		}
	}
	return n
}

func TestBrainNumbers(t *testing.T) {
	for code, value := range map[uint16]float64{
		0: 0, 0x3f80: 1, 0xbf80: -1, 0x3f81: 1 + 0x1p-7, brainConstants & 0xffff: -1.84375, brainConstants >> 16: -1.984375,
	} {
		assert.Equal(t, value, brainValue(code), "%#x", code)
		assert.Equal(t, code, roundToBrain(value), "%v", value)
	}
	assert.Equal(t, uint16(0x3f80), roundToBrain(1+0x1p-8), "a tie to even")
	assert.Equal(t, uint16(0x3f82), roundToBrain(1+3*0x1p-8), "a tie to even, upwards")
	assert.Equal(t, uint16(0x4000), roundToBrain(2-0x1p-9), "a carry")
}

// Every seed of the chains of BF16 ends on a circle of 31 or of 21 values, and stays
// within 2.
func TestBrainChains(t *testing.T) {
	for constant, length := range map[uint16]int{brainConstants & 0xffff: 31, brainConstants >> 16: 21} {
		table := squareTable(brain16(), constant)
		for seed := -1.0; seed <= 1; seed += 1.0 / 64 {
			x := roundToBrain(seed)
			for range 1000 {
				x = table[x]
				assert.LessOrEqual(t, math.Abs(brainValue(x)), 2.0)
			}
			at, steps := table[x], 1
			for ; at != x; steps++ {
				at = table[at]
			}
			assert.Equal(t, length, steps, "from %v", seed)
		}
	}
}

func TestAddDot(t *testing.T) {
	for _, c := range []struct{ x, a, want uint32 }{
		{0, 0x01020304, 0},
		{0x01010101, 0x01020304, 0x01010101 + 10},
		{0xff000002, 0x02000003, 0xff000002 + 510 + 6},
		{0xffffffff, 0xffffffff, 4*65025 - 1},
	} {
		assert.Equal(t, c.want, addDot(c.x, c.a), "%#x", c.x)
	}
}

// Where the machine code has other instructions in place of the one that a case is about,
// its record says so.
func TestEmulationIsLabelled(t *testing.T) {
	for sku, want := range map[string]string{
		"b200": "", "rtx-5090": "emulated: the machine code for sm_120 has no FFMA2, but other instructions in its place",
	} {
		e := newEngine(openVirtual(t, sku), library(t), Options{})
		for _, symbol := range selected(t, "fma/fp32x2")[0].Symbols {
			assert.Equal(t, want, e.programs.emulates(symbol, "FFMA2"), sku)
		}
		assert.NoError(t, e.close(nil))
	}
	e := newEngine(openVirtual(t, "t4"), library(t), Options{})
	assert.Empty(t, e.programs.emulates("fma_fp32_chains1", ""), "it is not asked")
	assert.Empty(t, e.programs.emulates("fma_fp32x2_chains1", "FFMA2"), "it is not there")
	_, _, err := e.programs.function("fma_fp32x2_chains1")
	assert.True(t, isUnsupported(err) && !cuda.IsKind(err, cuda.DeviceLost))
	assert.NoError(t, e.close(nil))
}
