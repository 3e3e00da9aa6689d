package userkernel

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func typeOf(t require.TestingT, name string) Type {
	typ, err := ParseType(name)
	require.NoError(t, err)
	return typ
}

// Values by hand: from the definitions of the formats.
func TestParseValue(t *testing.T) {
	for _, c := range []struct {
		typ, text string
		bits      uint64
	}{
		{"i8", "-1", 0xff}, {"i8", "127", 0x7f}, {"u8", "0xff", 0xff}, {"b16", "0b101", 5}, {"i64", "-2", math.MaxUint64 - 1},
		{"f16", "1", 0x3c00}, {"f16", "65504", 0x7bff}, {"f16", "65519.9", 0x7bff}, {"f16", "65520", 0x7c00}, {"f16", "5.9604644775390625e-08", 1},
		{"f16", "-0", 0x8000}, {"f16", "nan", 0x7fff}, {"f16", "-inf", 0xfc00}, {"f16", "2049", 0x6800}, {"f16", "2051", 0x6802},
		{"bf16", "1", 0x3f80}, {"bf16", "1e39", 0x7f80}, {"bf16", "-3.140625", 0xc049},
		{"f32", "1.5", 0x3fc00000}, {"f32", "0x1p-149", 1}, {"f64", "-2", 0xc000000000000000},
		{"tf32", "1", 0x3f800000}, {"tf32", "1.00048828125", 0x3f800000}, {"tf32", "1.0009765625", 0x3f802000},
		{"e4m3", "448", 0x7e}, {"e4m3", "1000", 0x7e}, {"e4m3", "-1", 0xb8}, {"e4m3", "0.001953125", 1},
		{"e5m2", "57344", 0x7b}, {"e5m2", "1e6", 0x7c}, {"e5m2", "1", 0x3c},
		{"e3m2", "28", 0x1f}, {"e3m2", "99", 0x1f}, {"e2m3", "7.5", 0x1f}, {"e2m3", "-0.125", 0x21},
		{"e2m1", "6", 7}, {"e2m1", "-0.5", 9}, {"e2m1", "2.5", 4},
	} {
		got, err := typeOf(t, c.typ).parse(c.text)
		require.NoError(t, err, "%s=%s", c.typ, c.text)
		assert.Equal(t, c.bits, got, "%s=%s is %#x", c.typ, c.text, got)
	}
}

func TestParseValueRefuses(t *testing.T) {
	for _, c := range [][2]string{{"i8", "128"}, {"i8", "-129"}, {"u8", "-1"}, {"u16", "65536"}, {"b32", "1.5"}, {"i32", "seven"}, {"f32", "1,5"}, {"f16", ""}} {
		_, err := typeOf(t, c[0]).parse(c[1])
		assert.ErrorContains(t, err, "not a value of type "+c[0], "%s=%s", c[0], c[1])
	}
	_, err := ParseType("s32")
	assert.ErrorContains(t, err, "The types are b8, i8, u8, b16")
}

// Every code of the small formats is the nearest one of its own value.
func TestSmallFloatsRoundTrip(t *testing.T) {
	for _, name := range []string{"e5m2", "e4m3", "e3m2", "e2m3", "e2m1", "f16", "bf16"} {
		typ := typeOf(t, name)
		for code := range typ.format.sign * 2 {
			if v := typ.value(code); v == v {
				require.Equal(t, code, typ.fromFloat(v), "%s %#x is %v", name, code, v)
			}
		}
	}
}

// The conversion to single precision is that of the machine.
func TestSingleIsTheMachines(t *testing.T) {
	typ := typeOf(t, "f32")
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if got := typ.fromFloat(x); x == x && got != uint64(math.Float32bits(float32(x))) {
			t.Fatalf("%v is %#x, not %#x", x, got, math.Float32bits(float32(x)))
		}
	})
}
