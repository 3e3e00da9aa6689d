package arch

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRates(t *testing.T) {
	for _, c := range []struct {
		major, minor               int
		fp32, fp64, fp16x2, int32s float64 // 0 is missing
	}{
		{7, 0, 128, 64, 256, 64},
		{7, 5, 128, 4, 256, 64},
		{8, 0, 128, 64, 512, 64},
		{8, 6, 256, 4, 256, 64},
		{8, 9, 256, 4, 256, 64},
		{9, 0, 256, 128, 512, 64},
		{10, 0, 256, 128, 256, 0},
		{10, 3, 256, 4, 256, 0},
		{12, 0, 256, 4, 256, 128},
		{12, 1, 0, 4, 0, 0},
	} {
		for path, want := range map[string]float64{"fp32": c.fp32, "fp64": c.fp64, "fp16x2": c.fp16x2, "int32": c.int32s} {
			got := PathRate(c.major, c.minor, path)
			assert.Equal(t, want, got.Number, "%d.%d %s", c.major, c.minor, path)
			assert.Equal(t, want != 0, got.Known(), "%d.%d %s", c.major, c.minor, path)
		}
	}
}

func TestEveryValueHasASourceOrAReason(t *testing.T) {
	require.Len(t, Known(), 10)
	for _, sm := range Known() {
		for _, group := range []any{sm.Rates, sm.Limits} {
			v := reflect.ValueOf(group)
			for i := range v.NumField() {
				value := v.Field(i).Interface().(Value)
				assert.NotEqual(t, value.Known(), value.Source == "", "%d.%d %s", sm.Major, sm.Minor, v.Type().Field(i).Name)
			}
		}
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
