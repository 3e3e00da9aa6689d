package arch

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWayRate(t *testing.T) {
	for _, c := range []struct {
		major, minor int
		path, way    string
		want         float64
		fastest      string
	}{
		{7, 5, "tc.fp16.fp32", MMASync, 1024, MMASync},
		{8, 0, "tc.fp64", MMASync, 128, MMASync},
		{9, 0, "tc.fp16.fp32", WGMMA, 4096, WGMMA},
		{9, 0, "tc.fp16.fp32", MMASync, 4096 * 494.0 / 757, WGMMA},
		{9, 0, "tc.fp64", MMASync, 256, MMASync},
		{10, 0, "tc.bf16.fp32", MMASync, 2048, TCGen05},
		{10, 0, "tc.bf16.fp32", TCGen05, 8192, TCGen05},
		{10, 3, "tc.int8.int32", MMASync, 480, MMASync},
		{12, 0, "tc.fp16.fp16", MMASync, 1024, MMASync},
	} {
		rate, fastest := WayRate(c.major, c.minor, c.path, c.way)
		assert.InDelta(t, c.want, rate.Number, 1e-9, "%+v", c)
		assert.True(t, rate.Known(), "%+v", c)
		assert.NotEmpty(t, rate.Source, "%+v", c)
		assert.Equal(t, c.fastest, fastest, "%+v", c)
	}
}

func TestWayRateThatIsMissing(t *testing.T) {
	for _, c := range []struct {
		major, minor int
		path, way    string
		want         string
	}{
		{8, 0, "tc.fp16.fp32", WGMMA, "8.0 does not reach tc.fp16.fp32 by wgmma"},
		{7, 5, "tc.fp64", MMASync, "7.5 has no such tensor path"},
		{9, 0, "tc.fp16.fp16", MMASync, "no rate of 9.0"},
		{42, 7, "tc.fp16.fp32", MMASync, "42.7"},
	} {
		rate, _ := WayRate(c.major, c.minor, c.path, c.way)
		assert.False(t, rate.Known(), "%+v", c)
		assert.Contains(t, rate.Missing, c.want, "%+v", c)
	}
}
