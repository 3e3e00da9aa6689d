package bench

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
)

// watchedDevice is a device whose sensors are read while it works.
type watchedDevice struct {
	*fakeDevice
	lost error
	open *int // watches that have not been stopped
}

func (d watchedDevice) Watch() func() (cuda.Watched, error) {
	*d.open++
	return func() (cuda.Watched, error) {
		*d.open--
		return cuda.Watched{Telemetry: cuda.Telemetry{SMClockMHz: new(900.0), EventReasons: new(uint64(4))}, Readings: 3}, d.lost
	}
}

func TestSamplesCarryWhatTheSensorsToldMeanwhile(t *testing.T) {
	dev := watchedDevice{fakeDevice: newFake(), open: new(int)}
	records, err := runAll(t, dev, Options{Seed: 1, Preset: Quick, Cases: selected(t, "stream/read")})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		for _, s := range r.Samples {
			assert.Equal(t, 3, s.SensorReadings)
			assert.Equal(t, new(900.0), s.SMClockMHz)
			assert.Equal(t, new(uint64(4)), s.EventReasons)
		}
	}
	assert.Zero(t, *dev.open)
}

// A device that is lost while it is watched ends the run, and the watch ends, too.
func TestDeviceLostWhileWatched(t *testing.T) {
	lost := &cuda.Error{Op: "nvmlDeviceGetClockInfo", Kind: cuda.DeviceLost}
	dev := watchedDevice{fakeDevice: newFake(), lost: lost, open: new(int)}
	_, err := runAll(t, dev, Options{Seed: 1, Preset: Quick, Cases: selected(t, "stream/read")})
	assert.True(t, errors.Is(err, lost), "%v", err)
	assert.Zero(t, *dev.open)
}
