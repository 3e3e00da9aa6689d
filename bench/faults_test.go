package bench

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/results"
)

// one measures stream/read on a device.
func one(t *testing.T, dev cuda.Device) results.Record {
	t.Helper()
	records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream/read")})
	require.NoError(t, err)
	return records[0]
}

func clocked(t *testing.T, noise float64, c cudatest.Clock) cuda.Device {
	t.Helper()
	return spoilt(t, cudatest.Faults{TimeNoise: noise, Clock: c})
}

// Public reports of wrong timing, each by its number in the project's list of
// faults.
func TestPublicFaultD01CoarseTimer(t *testing.T) {
	r := one(t, clocked(t, 0, cudatest.Clock{TickSeconds: 1e-3}))
	for _, s := range r.Samples {
		assert.GreaterOrEqual(t, s.Seconds, 0.2, "200 ticks")
	}
	assert.Greater(t, r.Estimate.SecondsHigh, r.Estimate.SecondsLow, "the timer tells no more than its tick")
}

func TestPublicFaultD02Float32(t *testing.T) {
	clean := one(t, newFake())
	r := one(t, clocked(t, 0, cudatest.Clock{Float32FromSeconds: 9}))
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	assert.InEpsilon(t, clean.Estimate.SecondsMedian, r.Estimate.SecondsMedian, 1e-3)
}

func TestPublicFaultD03NegativeTimes(t *testing.T) {
	r := one(t, clocked(t, 0.01, cudatest.Clock{NegativeEvery: 20}))
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	assert.Positive(t, r.Estimate.InvalidSamples)
	for _, s := range r.Samples {
		assert.Positive(t, s.Seconds)
	}
}

func TestPublicFaultD04NoTime(t *testing.T) {
	for _, c := range []cudatest.Clock{{ZeroEvery: 1}, {NegativeEvery: 1}, {ZeroEvery: 2}} {
		r := one(t, clocked(t, 0, c))
		assert.Equal(t, results.OutcomeFailed, r.Outcome)
		assert.Contains(t, r.Reason, "the device measured no time for the window")
		assert.Nil(t, r.Estimate)
	}
}

// cold is a device whose first long windows take a thousand times as long.
type cold struct {
	*fakeDevice
	windows int
}

func (d *cold) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	w, err := d.fakeDevice.Time(ctx, l, launches)
	if launches > pilotLaunches {
		if d.windows++; d.windows <= 2 {
			w.Seconds *= 1000
		}
	}
	return w, err
}

func TestPublicFaultD05ColdStart(t *testing.T) {
	clean := one(t, newFake())
	r := one(t, &cold{fakeDevice: newFake()})
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	assert.Equal(t, clean.Estimate.SecondsHigh, r.Estimate.SecondsHigh, "the first window is no sample")
}

// D08: host time is never used for a rate: a run on a clock that stands still
// gives the same.
func TestPublicFaultD08HostTime(t *testing.T) {
	clean := one(t, newFake())
	e := newEngine(newFake(), library(t), Options{Cases: fakeCases(t, "stream/read")})
	at := e.now()
	e.now = func() time.Time { return at }
	require.NoError(t, e.run(t.Context(), func(r results.Record) error {
		assert.Equal(t, clean.Estimate, r.Estimate)
		return nil
	}))
}

// N12: samples of two kinds are told.
func TestTwoModesAreTold(t *testing.T) {
	r := one(t, clocked(t, 0.002, cudatest.Clock{SlowShare: 0.4, SlowBy: 0.2}))
	require.NotNil(t, r.Estimate.Modes)
	assert.InDelta(t, 1.2, r.Estimate.Modes.SecondsHigh/r.Estimate.Modes.SecondsLow, 0.01)
}
