package classify

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline/profile"
)

// Each gate stops a kernel that would pass without the one thing wrong with it,
// and the first gate wins.
func TestGates(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*profile.Kernel)
		want   Code
		reason string
	}{
		"no time":         {func(k *profile.Kernel) { k.TimeSeconds = profile.Missing("not collected") }, Unusable, "not collected"},
		"time 0":          {func(k *profile.Kernel) { k.TimeSeconds = profile.Known(0) }, Unusable, "0 s"},
		"negative time":   {func(k *profile.Kernel) { k.TimeSeconds = profile.Known(-1) }, Unusable, "-1 s"},
		"endless time":    {func(k *profile.Kernel) { k.TimeSeconds = profile.Known(math.Inf(1)) }, Unusable, "not finite"},
		"other CC":        {func(k *profile.Kernel) { k.Device.ComputeCapability = "8.0" }, Uncalibrated, "compute capability"},
		"other SMs":       {func(k *profile.Kernel) { k.Device.SMs = profile.Known(11) }, Uncalibrated, "SMs"},
		"other name":      {func(k *profile.Kernel) { k.Device.Name = "NVIDIA Other" }, Uncalibrated, "Other"},
		"short":           {func(k *profile.Kernel) { k.TimeSeconds = profile.Known(4.99e-6) }, LaunchFloor, "empty launches"},
		"nothing counted": {func(k *profile.Kernel) { k.Work, k.Traffic, k.SpeedOfLight = nil, nil, profile.SpeedOfLight{} }, TriageOnly, "ncu --set full"},
		"too fast":        {func(k *profile.Kernel) { k.TimeSeconds = profile.Known(0.8) }, Inconsistent, "112.5 %"},
		"first wins":      {func(k *profile.Kernel) { k.TimeSeconds, k.Device.Name = profile.Known(0), "Other" }, Unusable, "0 s"},
	} {
		r := Classify(with(testKernel(0.1, 0.9), test.change), testCeilings())
		assert.Equal(t, test.want, r.Verdict.Code, name)
		assert.Contains(t, r.Verdict.Reason, test.reason, name)
		assert.Nil(t, r.Confidence, name)
		_, err := json.Marshal(r)
		require.NoError(t, err, name)
	}
	assert.Equal(t, "BOUND(dram)", Classify(testKernel(0.1, 0.9), testCeilings()).Verdict.Label())
}

func TestSimulatedCeilingsJudgeNoRealKernel(t *testing.T) {
	c := testCeilings()
	c.Provenance, c.Device.Name = results.Simulated, "virtual test"
	r := Classify(testKernel(0.1, 0.9), c)
	assert.Equal(t, Uncalibrated, r.Verdict.Code)
	assert.Contains(t, r.Verdict.Reason, "simulated")

	declared := with(testKernel(0.1, 0.9), func(k *profile.Kernel) {
		k.Source.Format, k.Tier, k.Device = profile.FormatDeclared, profile.TierDeclared, profile.Device{Name: "virtual test"}
	})
	assert.Equal(t, Bound, Classify(declared, c).Verdict.Code)
	declared.Device.Name = "NVIDIA H100"
	assert.Equal(t, Uncalibrated, Classify(declared, c).Verdict.Code)
}

func TestUnknownLaunchCostClosesNoGate(t *testing.T) {
	c := testCeilings()
	c.LaunchSeconds = profile.Missing("")
	k := testKernel(0.1, 0)
	k.TimeSeconds = profile.Known(1e-7)
	k.Work[0].Operations = 0.9 * fp32Peak * 1e-7
	assert.Equal(t, "BOUND(fp32)", Classify(k, c).Verdict.Label())
}
