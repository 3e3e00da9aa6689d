package nvml_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/nvml"
)

// clock answers with a clock that rises by one, and takes its time.
func clock(took time.Duration) func() (cuda.Telemetry, error) {
	mhz := 0.0
	return func() (cuda.Telemetry, error) {
		time.Sleep(took)
		mhz++
		return cuda.Telemetry{SMClockMHz: new(mhz)}, nil
	}
}

// times are when readings were begun, in milliseconds.
func times(s nvml.Series) []int64 {
	var ms []int64
	for _, r := range s {
		ms = append(ms, r.At.Milliseconds())
	}
	return ms
}

func TestSamplerKeepsItsPeriod(t *testing.T) {
	for _, c := range []struct {
		period, took time.Duration
		want         []int64
	}{
		{10 * time.Millisecond, 0, []int64{0, 10, 20, 30, 40}},
		{10 * time.Millisecond, time.Millisecond, []int64{0, 10, 20, 30, 40}},
		{0, time.Millisecond, []int64{0, 20, 40}},
		{-1, 0, []int64{0, 20, 40}},
		// A slow reading is followed by nine times as long a rest.
		{10 * time.Millisecond, 2 * time.Millisecond, []int64{0, 20, 40}},
		{time.Millisecond, 4 * time.Millisecond, []int64{0, 40}},
	} {
		synctest.Test(t, func(t *testing.T) {
			sampling := nvml.Sampler{Read: clock(c.took), Period: c.period}.Start()
			time.Sleep(45 * time.Millisecond)
			series, err := sampling.Stop()
			require.NoError(t, err)
			assert.Equal(t, c.want, times(series), "period %v, readings of %v", c.period, c.took)
			for i, r := range series {
				assert.Equal(t, c.took, r.Took)
				assert.Equal(t, float64(i+1), *r.SMClockMHz)
			}
		})
	}
}

// A reading under way is waited for, so that nothing reads after Stop.
func TestStopWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sampling := nvml.Sampler{Read: clock(time.Second)}.Start()
		synctest.Wait()
		before := time.Now()
		series, err := sampling.Stop()
		require.NoError(t, err)
		assert.Len(t, series, 1)
		assert.Equal(t, time.Second, time.Since(before))
		again, err := sampling.Stop()
		require.NoError(t, err)
		assert.Equal(t, series, again)
	})
}

func TestSamplerEndsWithAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost, calls := errors.New("lost"), 0
		sampling := nvml.Sampler{Read: func() (cuda.Telemetry, error) {
			calls++
			if calls == 3 {
				return cuda.Telemetry{}, lost
			}
			return cuda.Telemetry{SMClockMHz: new(1.0)}, nil
		}}.Start()
		<-sampling.Done()
		series, err := sampling.Stop()
		assert.ErrorIs(t, err, lost)
		assert.Len(t, series, 2)
		assert.Equal(t, 3, calls)
	})
}

func TestSeriesTelemetry(t *testing.T) {
	reading := func(sm, watts float64, reasons uint64, celsius float64) nvml.Reading {
		return nvml.Reading{Telemetry: cuda.Telemetry{
			SMClockMHz: new(sm), MemoryClockMHz: new(5000.0), PowerWatts: new(watts), EventReasons: new(reasons), TemperatureC: new(celsius),
		}}
	}
	series := nvml.Series{reading(1980, 300, 0, 50), reading(1200, 700, 0x40, 60), reading(1500, 500, 0x8000000000000000, 55)}
	assert.Equal(t, cuda.Telemetry{
		SMClockMHz: new(1560.0), MemoryClockMHz: new(5000.0), PowerWatts: new(500.0),
		EventReasons: new(uint64(0x8000000000000040)), TemperatureC: new(55.0),
	}, series.Telemetry())

	series[1].SMClockMHz, series[0].EventReasons = nil, nil
	assert.Nil(t, series.Telemetry().SMClockMHz, "a mean of some would pass for one of all")
	assert.Nil(t, series.Telemetry().EventReasons)
	assert.Equal(t, cuda.Telemetry{}, nvml.Series{}.Telemetry())
}
