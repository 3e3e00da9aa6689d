package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// sweepOf is a sweep under a roof: 400 GFLOP/s and 80 GB/s, times factors.
func sweepOf(peak, bandwidth float64) []results.Record {
	var records []results.Record
	for intensity := 0.25; intensity <= 128; intensity *= 2 {
		records = append(records, sweep(intensity, min(400e9*peak, 80e9*bandwidth*intensity)))
	}
	return records
}

func checkOf(t *testing.T, checks []Check, name string) Check {
	t.Helper()
	for _, c := range checks {
		if c.Name == name {
			return c
		}
	}
	require.Fail(t, "no check", name)
	return Check{}
}

// Two ways to the same resource must agree.
func TestAgreement(t *testing.T) {
	for name, c := range map[string]struct {
		peak, bandwidth float64
		path, level     Status
		ridge           Status
	}{
		"agree":                     {1, 1, OK, OK, OK},
		"a faster sweep":            {1, 1.1, OK, Suspect, Suspect},
		"a slower sweep":            {1, 0.8, OK, Suspect, Suspect},
		"a little slower":           {1, 0.92, OK, OK, OK},
		"a higher plateau":          {1.08, 1, Suspect, OK, Suspect},
		"both, and the ridge holds": {1.2, 1.2, Suspect, Suspect, Suspect},
	} {
		d := Derive(document(append(sweepOf(c.peak, c.bandwidth), fma(400e9), stream(80e9))...))
		require.Len(t, d.Ceilings, 2, name)
		assert.Equal(t, c.path, d.Ceilings[0].Status, name)
		assert.Equal(t, c.level, d.Ceilings[1].Status, name)
		check := checkOf(t, d.Ceilings[1].Checks, "agreement")
		assert.InDelta(t, c.bandwidth-1, check.Numbers["difference"], 1e-9, name)
		assert.Equal(t, c.level != OK, len(d.Ceilings[1].Reasons) > 0 && d.Ceilings[1].Status != OK, name)
		assert.Equal(t, c.ridge, d.Ridges[0].Status, name)
		assert.InDelta(t, c.peak/c.bandwidth-1, checkOf(t, d.Ridges[0].Checks, "agreement").Numbers["difference"], 1e-9, name)
	}
}

// A peak that rises with the intensity is no peak of the path.
func TestSaturation(t *testing.T) {
	peak := fma(400e9)
	peak.Work.Bytes = map[string]float64{"dram": peak.Work.Operations / 10}
	denser := fma(430e9)
	denser.Work.Bytes = map[string]float64{"dram": peak.Work.Operations / 100}
	denser.Work.Measures = ""
	c := Derive(document(peak, denser)).Ceilings[0]
	assert.Equal(t, Suspect, c.Status)
	assert.Contains(t, c.Reasons[0], "saturation: ")
	assert.InDelta(t, 1.075, checkOf(t, c.Checks, "saturation").Numbers["fastest_over_ceiling"], 1e-9)
	denser.Estimate = peak.Estimate
	assert.Equal(t, OK, Derive(document(peak, denser)).Ceilings[0].Status)
}

// Under load the rate is another, and both are there.
func TestSustainedCeiling(t *testing.T) {
	r := stream(80e9)
	slower := *r.Estimate
	slower.SecondsMedian, slower.SecondsLow, slower.SecondsHigh = 1.25*slower.SecondsMedian, 1.25*slower.SecondsLow, 1.25*slower.SecondsHigh
	r.Sustained = &results.Sustained{Estimate: slower, LoadSeconds: 20, DutyCycle: 0.99, Steady: true}
	c := Derive(document(r)).Ceilings[0]
	require.NotNil(t, c.Sustained)
	assert.InEpsilon(t, 64e9, c.Sustained.PerSecond.Median, 1e-12)
	assert.InEpsilon(t, 0.8, c.Sustained.OfBurst, 1e-12)
	assert.Nil(t, Derive(document(stream(80e9))).Ceilings[0].Sustained)
}

// N11: what is above the physical limit, or in the cache, is told and no ceiling.
func TestPhysicalGuard(t *testing.T) {
	const mib = 1 << 20
	guarded := func(rate, footprint, l2, limit float64) Ceiling {
		r := stream(rate)
		r.Work.FootprintBytes = footprint
		r.Limit.PerSecond = &limit
		doc := document(r)
		doc.Device.L2Bytes = int64(l2)
		return Derive(doc).Ceilings[0]
	}
	inCache := guarded(5019e9, 64*mib, 96e6, 1792e9)
	assert.Equal(t, Refused, inCache.Status)
	assert.Equal(t, Refused, checkOf(t, inCache.Checks, "footprint").Status)
	assert.Equal(t, Refused, checkOf(t, inCache.Checks, "limit").Status)
	above := guarded(1451e9, 256*mib, 96e6, 1792e9)
	assert.Equal(t, OK, above.Status)
	assert.Contains(t, above.Reasons[0], "only 2.8 times the L2 cache")
	assert.Equal(t, Refused, guarded(1442e9, 8*mib, 64*mib, 960e9).Status)
	compressed := guarded(506e9, 1024*mib, 16*mib, 136.5e9)
	assert.Equal(t, OK, checkOf(t, compressed.Checks, "footprint").Status)
	assert.Equal(t, Refused, checkOf(t, compressed.Checks, "limit").Status)
}
