package userkernel

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func content(t *testing.T, text string, place int) []byte {
	t.Helper()
	b, err := ParseBuffer(text)
	require.NoError(t, err, text)
	source, err := b.reader(place)
	require.NoError(t, err, text)
	all, err := io.ReadAll(source)
	require.NoError(t, err, text)
	require.NoError(t, source.Close())
	require.Len(t, all, int(b.Bytes), text)
	return all
}

func TestFills(t *testing.T) {
	path := filepath.Join(t.TempDir(), "three")
	require.NoError(t, os.WriteFile(path, []byte{1, 2, 3}, 0o600))
	for text, want := range map[string][]byte{
		"x:u16[3]=iota":           {0, 0, 1, 0, 2, 0},
		"x:f32[2]=iota":           {0, 0, 0, 0, 0, 0, 0x80, 0x3f},
		"x:i16[2]=const:-2":       {0xfe, 0xff, 0xfe, 0xff},
		"x:e2m1[4]=iota":          {0x20, 0x54}, // 0, 1, 2, 3 are the codes 0, 2, 4, 5
		"x:f64[1]=zeros":          make([]byte, 8),
		"x:b8[0x3]=file:" + path:  {1, 2, 3},
		"x:bf16[1]=const:1":       {0x80, 0x3f},
		"x:u8[258]=const:0xff":    bytesOf(258, 0xff),
		"name_9:b64[1]=const:258": {2, 1, 0, 0, 0, 0, 0, 0},
	} {
		assert.Equal(t, want, content(t, text, 1), text)
	}
}

func bytesOf(n int, v byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = v
	}
	return b
}

// The same seed gives the same content, and two buffers without one differ.
func TestRandomFills(t *testing.T) {
	seeded := content(t, "x:f32[1000]=random:3", 1)
	assert.Equal(t, seeded, content(t, "y:f32[1000]=random:3", 2))
	assert.Equal(t, seeded, content(t, "z:f32[1000]=random", 3), "the place is the seed")
	assert.NotEqual(t, seeded, content(t, "x:f32[1000]=random", 1))
	typ := typeOf(t, "f32")
	low, high := 1.0, -1.0
	for i := range int64(1000) {
		v := typ.value(typ.element(seeded, i))
		low, high = min(low, v), max(high, v)
	}
	assert.True(t, low >= -1 && low < -0.9 && high > 0.9 && high < 1, "%v to %v", low, high)
}

func TestArgumentsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"7":                                    "not an argument",
		"f33=1":                                "no such type",
		"e2m1=1":                               "no argument has 4 bits",
		"x:f32=zeros":                          "not a buffer",
		"x:f32[0]=zeros":                       "no number of elements",
		"x:f32[-1]=zeros":                      "not a buffer",
		"x:f32[99999999999999999999]=zeros":    "no number of elements",
		"x:e2m1[3]=zeros":                      "end within a byte",
		"x:f32[1]=ones":                        "no such content",
		"x:f32[1]=random:0":                    "a seed is",
		"x:f32[1]=const:x":                     "not a value",
		"9x:f32[1]=zeros":                      "not a buffer",
		"struct[4]=hex:0011":                   "the structure has 4 bytes, and 2 were given",
		"struct[4]=hex:001":                    "odd length",
		"struct[0]=hex:":                       "1 to 32764 bytes",
		"struct[8]=file:nosuch":                "nosuch",
		"struct[8]=hex:0011223344556677,@1=&x": "no address of 8 bytes fits",
		"struct[8]=hex:0011223344556677,@0=x":  "not a structure",
	} {
		_, err := ParseArgument(text)
		assert.ErrorContains(t, err, want, text)
	}
	_, err := ParseExpectation("x=f,atol=-1")
	assert.ErrorContains(t, err, "no tolerance")
	_, err = ParseDump("x")
	assert.ErrorContains(t, err, "NAME=PATH")
}

func TestStructAddresses(t *testing.T) {
	a, err := ParseArgument("struct[20]=hex:0102030405060708_1112131415161718_21222324,@8=&x")
	require.NoError(t, err)
	got, err := a.Struct.with(func(name string) (uint64, bool) { return 0xabcd, name == "x" })
	require.NoError(t, err)
	assert.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8, 0xcd, 0xab, 0, 0, 0, 0, 0, 0, 0x21, 0x22, 0x23, 0x24}, got)
	assert.Equal(t, byte(0x11), a.Struct.Bytes[8], "the words of the user stay as they are")
	_, err = a.Struct.with(func(string) (uint64, bool) { return 0, false })
	assert.ErrorContains(t, err, "no such buffer")
}

// A NaN is another's equal and infinities are near only to themselves.
func TestExpectationTolerance(t *testing.T) {
	f32 := typeOf(t, "f32")
	for _, c := range []struct {
		got, want, atol, rtol float64
		close                 bool
	}{
		{1, 1, 0, 0, true}, {1, 1.001, 0, 0, false}, {1, 1.001, 0.01, 0, true}, {100, 101, 0, 0.01, true}, {100, 102, 0, 0.01, false},
		{math.NaN(), math.NaN(), 1e-9, 0, true}, {math.NaN(), 1, 9, 9, false}, {math.Inf(1), math.Inf(1), 0, 0, true}, {math.Inf(1), 1, 9, 9, false}, {0, 1e-9, 0, 0.5, false},
	} {
		e := Expectation{Absolute: c.atol, Relative: c.rtol}
		assert.Equal(t, c.close, e.close(f32, f32.fromFloat(c.got), f32.fromFloat(c.want)), "%+v", c)
	}
}

func FuzzParseArgument(f *testing.F) {
	for _, seed := range []string{"f32=1.5", "x:f32[4]=random:7", "struct[8]=hex:0011223344556677,@0=&x", "u64=0", "x:e2m1[2]=const:6"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseArgument(text)
		if err == nil && a.Scalar == nil && a.Buffer == nil && a.Struct == nil {
			t.Fatalf("%q is no argument and no error", text)
		}
	})
}
