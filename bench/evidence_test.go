package bench

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
	"ridgeline/roofline"
)

// What claims to measure a ceiling is also timed with half of the work, and that
// takes half as long.
func TestHalvedWork(t *testing.T) {
	records, err := runAll(t, newFake(), Options{})
	require.NoError(t, err)
	for _, r := range records {
		if r.Work.Measures == "" {
			assert.Nil(t, r.Evidence)
			continue
		}
		assert.Equal(t, fakeLatencySeconds+16384/fakeBytes, *r.Evidence.LaunchCostSeconds)
		h := r.Evidence.Halved
		require.NotNil(t, h, "%s %v", r.Case, r.Axes)
		work := (r.Work.Operations + r.Work.Bytes["dram"]) / (h.Work.Operations + h.Work.Bytes["dram"])
		assert.InDelta(t, 1.75, work, 0.3)
		assert.InEpsilon(t, work, r.Estimate.SecondsMedian/h.SecondsMedian, 0.01)
	}
	records, err = runAll(t, newFake(), Options{Preset: Quick, Cases: fakeCases(t, "stream")})
	require.NoError(t, err)
	assert.Nil(t, records[0].Evidence.Halved, "a short simulated run")
}

// What measures DRAM is also timed over twice the memory, where there is room.
func TestRereadMemory(t *testing.T) {
	records, err := runAll(t, newFake(), Options{Cases: fakeCases(t, "stream", "fma/fp32")})
	require.NoError(t, err)
	for _, r := range records {
		if r.Work.Measures != "level:dram" {
			assert.True(t, r.Evidence == nil || r.Evidence.Reread == nil, r.Case)
			continue
		}
		twice := r.Evidence.Reread
		require.NotNil(t, twice, r.Case)
		assert.InEpsilon(t, 2, twice.Work.FootprintBytes/r.Work.FootprintBytes, 0.01)
		assert.InEpsilon(t, 2, twice.SecondsMedian/r.Estimate.SecondsMedian, 0.01)
	}
	small := newFake()
	small.info.MemoryBytes = 1 << 20
	records, err = runAll(t, small, Options{Cases: fakeCases(t, "stream/copy")})
	require.NoError(t, err)
	require.Equal(t, results.OutcomeOK, records[0].Outcome, records[0].Reason)
	assert.Nil(t, records[0].Evidence.Reread, "no room")
}

// A set that stays in L2 is told by what twice as much takes, whatever the device
// says of its cache; a set in DRAM passes, with the numbers.
func TestRereadFindsTheCache(t *testing.T) {
	for name, c := range map[string]struct {
		sizes  sizes
		status roofline.Status
	}{
		"DRAM":     {enough(), roofline.OK},
		"in cache": {sizes{launchSeconds: 1e-9}, roofline.Refused},
	} {
		dev := openVirtual(t, "t4")
		cases := Quick.Cases(selected(t, "stream/read"))
		e := newEngine(dev, library(t), Options{Seed: 1, Preset: Standard, Cases: cases[:1]})
		e.sizes = c.sizes
		require.NoError(t, e.run(t.Context(), func(r results.Record) error {
			facts := DeviceFacts(dev.Info())
			facts.L2Bytes = 1 << 10 // as if it told of a smaller one
			d := roofline.Derive(&results.Document{Schema: results.Schema, Device: facts, Records: []results.Record{r}})
			at := slices.IndexFunc(d.Ceilings[0].Checks, func(c roofline.Check) bool { return c.Name == "re-read" })
			require.NotEqual(t, -1, at, name)
			check := d.Ceilings[0].Checks[at]
			assert.Equal(t, c.status, check.Status, "%s: %v", name, check)
			assert.Contains(t, check.Numbers, "rate_lower")
			return nil
		}))
	}
}

// slowing is a device whose clock falls while it is at work, down to a fraction.
type slowing struct {
	*fakeDevice
	busy float64 // seconds
}

func (d *slowing) factor() float64 { return 1 - 0.2*min(1, d.busy/15) }

func (d *slowing) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	w, err := d.fakeDevice.Time(ctx, l, launches)
	w.Seconds /= d.factor()
	d.busy += w.Seconds
	*d.clock = 1000 * d.factor()
	return w, err
}

// A burst is faster than what the device can keep up, and both are there.
func TestSustained(t *testing.T) {
	dev := &slowing{fakeDevice: newFake()}
	records, err := runAll(t, dev, Options{Preset: Full, Cases: fakeCases(t, "stream/read")})
	require.NoError(t, err)
	r := records[0]
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	load := r.Sustained
	require.NotNil(t, load)
	assert.True(t, load.Steady)
	assert.GreaterOrEqual(t, load.LoadSeconds, float64(sustainedSeconds))
	assert.Equal(t, 1.0, load.DutyCycle)
	assert.InDelta(t, 1.0/0.8, load.Estimate.SecondsMedian/r.Estimate.SecondsMedian, 0.02)
	assert.InDelta(t, 800, *load.Samples[len(load.Samples)-1].SMClockMHz, 1)
	assert.Greater(t, *load.Samples[0].SMClockMHz, 950.0, "the clock trace is kept")

	records, err = runAll(t, newFake(), Options{Preset: Standard, Cases: fakeCases(t, "stream/read")})
	require.NoError(t, err)
	assert.Nil(t, records[0].Sustained)
}
