package arch

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLevels(t *testing.T) {
	sm, err := Lookup(8, 9)
	require.NoError(t, err)
	assert.Equal(t, 128.0, sm.Level("l1").Number)
	assert.Equal(t, 64.0, sm.Level("l1").Low, "as measured with narrow loads")
	assert.Equal(t, 128.0, sm.Level("shared").Number)
	assert.Contains(t, sm.Level("l2").Missing, "depends on the product")
	b200, err := Lookup(10, 0)
	require.NoError(t, err)
	assert.False(t, b200.Level("l1").Known(), "no source was found")
}

func TestRates(t *testing.T) {
	for _, c := range []struct {
		major, minor               int
		fp32, fp64, fp16x2, int32s float64 // 0 is missing
	}{
		{7, 0, 128, 64, 256, 192}, // 2 x 64 multiply-adds + 64 additions
		{7, 5, 128, 4, 256, 192},
		{8, 0, 128, 64, 512, 192},
		{8, 6, 256, 4, 256, 0},
		{8, 9, 256, 4, 256, 0},
		{9, 0, 256, 128, 512, 192},
		{10, 0, 256, 128, 256, 0},
		{10, 3, 256, 4, 256, 0},
		{12, 0, 256, 4, 256, 256},
		{12, 1, 0, 4, 0, 0},
	} {
		for path, want := range map[string]float64{"fp32": c.fp32, "fp64": c.fp64, "fp16x2": c.fp16x2, "int32": c.int32s} {
			got := PathRate(c.major, c.minor, path)
			assert.Equal(t, want, got.Number, "%d.%d %s", c.major, c.minor, path)
			assert.Equal(t, want != 0, got.Known(), "%d.%d %s", c.major, c.minor, path)
		}
	}
}

// Of the paths that came late few sources tell.
func TestLateRates(t *testing.T) {
	for _, c := range []struct {
		major, minor                     int
		fp32x2, bf16x2, dp4a, sfu, least float64 // 0 is missing
	}{
		{7, 0, 0, 0, 0, 16, 0}, {7, 5, 0, 0, 0, 16, 0}, {8, 6, 0, 0, 0, 16, 0}, {8, 9, 0, 0, 0, 0, 0}, {9, 0, 0, 0, 0, 0, 0},
		{10, 0, 0, 0, 0, 0, 0}, {10, 3, 256, 256, 0, 32, 16}, {12, 0, 256, 256, 0, 0, 0}, {12, 1, 0, 0, 0, 0, 0},
	} {
		for path, want := range map[string]float64{"fp32x2": c.fp32x2, "bf16x2": c.bf16x2, "dp4a": c.dp4a, "sfu": c.sfu} {
			got := PathRate(c.major, c.minor, path)
			assert.Equal(t, want, got.Number, "%d.%d %s", c.major, c.minor, path)
			assert.Equal(t, want != 0, got.Known(), "%d.%d %s", c.major, c.minor, path)
		}
		assert.Equal(t, c.least, PathRate(c.major, c.minor, "sfu").Low, "%d.%d", c.major, c.minor)
	}
	assert.Contains(t, PathRate(7, 5, "bf16x2").Missing, "8.0")
	assert.Contains(t, PathRate(9, 0, "fp32x2").Missing, "10.0")
}

func TestEveryValueHasASourceOrAReason(t *testing.T) {
	require.Len(t, Known(), 10)
	for _, sm := range Known() {
		for _, group := range []any{sm.Rates, sm.Rates.Late, sm.Limits} {
			v := reflect.ValueOf(group)
			for i := range v.NumField() {
				value, ok := reflect.TypeAssert[Value](v.Field(i))
				if !ok {
					continue
				}
				assert.NotEqual(t, value.Known(), value.Source == "", "%d.%d %s", sm.Major, sm.Minor, v.Type().Field(i).Name)
			}
		}
		for path, value := range sm.Rates.Tensor {
			assert.NotEqual(t, value.Known(), value.Source == "", "%d.%d %s", sm.Major, sm.Minor, path)
			assert.Less(t, value.Low, max(value.Number, 1), "%d.%d %s", sm.Major, sm.Minor, path)
		}
	}
}

// GeForce halves what pro parts reach with FP32 accumulators: the table gives
// both, and the higher one as the limit.
func TestTensorRates(t *testing.T) {
	for _, c := range []struct {
		major, minor int
		path         string
		low, high    float64 // 0 is: all the same; missing
	}{
		{7, 0, "tc.fp16.fp32", 0, 1024}, {7, 0, "tc.bf16.fp32", 0, 0},
		{7, 5, "tc.fp16.fp32", 0, 1024}, {7, 5, "tc.int8.int32", 0, 2048},
		{8, 0, "tc.fp16.fp32", 0, 2048}, {8, 0, "tc.fp64", 0, 128},
		{8, 6, "tc.fp16.fp32", 512, 1024}, {8, 9, "tc.fp16.fp32", 512, 1024}, {8, 9, "tc.fp16.fp16", 0, 1024},
		{9, 0, "tc.fp16.fp32", 0, 4096}, {9, 0, "tc.fp16.fp16", 0, 0}, {9, 0, "tc.e4m3.fp32", 0, 8192},
		{10, 0, "tc.fp16.fp32", 0, 8192}, {10, 0, "tc.fp64", 0, 128},
		{10, 3, "tc.fp64", 0, 0}, {10, 3, "tc.int8.int32", 0, 480},
		{12, 0, "tc.fp16.fp32", 512, 1024}, {12, 1, "tc.fp16.fp32", 0, 0},
	} {
		got := PathRate(c.major, c.minor, c.path)
		assert.Equal(t, c.high, got.Number, "%d.%d %s", c.major, c.minor, c.path)
		assert.Equal(t, c.low, got.Low, "%d.%d %s", c.major, c.minor, c.path)
		assert.Equal(t, c.high != 0, got.Known(), "%d.%d %s", c.major, c.minor, c.path)
		assert.Equal(t, c.low != 0, got.Depends(), "%d.%d %s", c.major, c.minor, c.path)
	}
}

func TestUnknownIsAbsentWithAReason(t *testing.T) {
	_, err := Lookup(13, 7)
	require.EqualError(t, err, "compute capability 13.7 is not in the architecture tables")
	v := PathRate(13, 7, "fp32")
	assert.False(t, v.Known())
	assert.Contains(t, v.Missing, "13.7")
	assert.Zero(t, v.Int())
	assert.Contains(t, PathRate(9, 0, "fp7").Missing, `"fp7"`)
}

func TestLimits(t *testing.T) {
	hopper, err := Lookup(9, 0)
	require.NoError(t, err)
	l := hopper.Limits
	assert.Equal(t, 2048, l.MaxThreadsPerSM.Int())
	assert.Equal(t, 32, l.MaxBlocksPerSM.Int())
	assert.Equal(t, 233472, l.SharedPerSM.Int())
	assert.Equal(t, 232448, l.SharedPerBlockOptIn.Int())
	assert.Equal(t, 1024, l.SharedReservedPerBlock.Int())
	turing, err := Lookup(7, 5)
	require.NoError(t, err)
	assert.Equal(t, 1024, turing.Limits.MaxThreadsPerSM.Int())
	assert.True(t, turing.Limits.SharedReservedPerBlock.Known())
	blackwell, err := Lookup(10, 0)
	require.NoError(t, err)
	assert.False(t, blackwell.Limits.RegisterUnit.Known())
}
