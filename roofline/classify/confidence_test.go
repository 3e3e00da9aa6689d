package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline/profile"
)

func TestConfidenceIsTheProductOfItsFactors(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*profile.Kernel, *Ceilings)
		value  float64
		level  string
	}{
		"all known": {func(*profile.Kernel, *Ceilings) {}, 1, "high"},
		"no stalls": {func(k *profile.Kernel, _ *Ceilings) { k.Tier = profile.TierCounters }, 0.8, "high"},
		"likely, no stalls": {func(k *profile.Kernel, _ *Ceilings) {
			k.Tier, k.Traffic[0].Bytes = profile.TierCounters, profile.Known(0.7*dramPeak)
		}, 0.7, "medium"},
		"likely, with stalls": {func(k *profile.Kernel, _ *Ceilings) { k.Traffic[0].Bytes = profile.Known(0.7 * dramPeak) }, 1, "high"},
		"declared":            {func(k *profile.Kernel, _ *Ceilings) { k.Tier = profile.TierDeclared }, 0.5, "medium"},
		"no DRAM clock":       {func(k *profile.Kernel, _ *Ceilings) { k.Clocks.DRAMHertz = profile.Missing("") }, 0.6, "medium"},
		"varying ceiling":     {func(_ *profile.Kernel, c *Ceilings) { c.Roofs[2].Variation = profile.Known(0.03) }, 0.8, "high"},
		"wild ceiling":        {func(_ *profile.Kernel, c *Ceilings) { c.Roofs[2].Variation = profile.Known(0.06) }, 0.5, "medium"},
		"near a threshold":    {func(k *profile.Kernel, _ *Ceilings) { k.Traffic[0].Bytes = profile.Known(0.82 * dramPeak) }, 0.7, "medium"},
		"device not named":    {func(k *profile.Kernel, _ *Ceilings) { k.Device = profile.Device{} }, 0.8, "high"},
		"intensity says otherwise": {func(k *profile.Kernel, _ *Ceilings) {
			moreL2(k, 5)
			k.Traffic[0].Bytes = profile.Known(0.01 * dramPeak)
			k.Work[0].Operations = 0.78 * fp32Peak
		}, 0.7 * 0.7, "low"}, // and the margin is near the one that decides
		"intensity far below its roofs": {func(k *profile.Kernel, _ *Ceilings) {
			moreL2(k, 5)
			k.Traffic[0].Bytes = profile.Known(0.01 * dramPeak)
		}, 1, "high"},
	} {
		k, c := testKernel(0.1, 0.9), testCeilings()
		test.change(k, c)
		r := Classify(k, c)
		require.NotNil(t, r.Confidence, name)
		assert.InDelta(t, test.value, r.Confidence.Value, 1e-12, "%s: %+v", name, r.Confidence.Factors)
		assert.Equal(t, test.level, r.Confidence.Level, name)
		for _, f := range r.Confidence.Factors {
			assert.NotEmpty(t, f.Why, f.Name)
		}
	}
}

func TestLowConfidenceNamesTheOtherReading(t *testing.T) {
	doubt := func(fp32, dram float64) string {
		k := testKernel(fp32, dram)
		k.Tier, k.Clocks = profile.TierDeclared, profile.Clocks{}
		return Classify(k, testCeilings()).Doubt()
	}
	assert.Equal(t, "low confidence: undecided between BOUND(dram) and bound by fp32", doubt(0.5, 0.9))
	assert.Equal(t, "low confidence: undecided between BOUND(dram) and latency", doubt(0.1, 0.9), "fp32 is far")
	assert.Equal(t, "low confidence: undecided between LATENCY.unknown and bound by dram", doubt(0.1, 0.4))
	assert.Empty(t, Classify(testKernel(0.1, 0.9), testCeilings()).Doubt())
}
