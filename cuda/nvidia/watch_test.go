//go:build cuda && linux

package nvidia_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/doubles"
)

// fakeSensors builds the double of the management library, once.
var fakeSensors = sync.OnceValues(func() (string, error) {
	dir, err := folder()
	if err != nil {
		return "", err
	}
	library := filepath.Join(dir, "libnvidia-ml.so.1")
	return library, doubles.Compile("-shared", "-fPIC", "-o", library, "nvml/testdata/nvml.c")
})

// withSensors is the environment in which the fake's first device is the
// management library's second.
func withSensors(t *testing.T, more ...string) []string {
	t.Helper()
	library, err := fakeSensors()
	require.NoError(t, err)
	return append(more, "RIDGELINE_LIBNVML="+library, "RIDGELINE_FAKE_DEVICES=0000:1b:00.0 bbbbbbbb000000000000000000000000")
}

// The sensors of the very device are read while it works.
func TestWatch(t *testing.T) {
	if !inFake(t, newFake, withSensors(t)...) {
		return
	}
	dev := openFake(t)
	f := fakeFunction(t, dev, "none")
	stop := dev.(cuda.Watcher).Watch()
	_, err := dev.Time(t.Context(), cuda.Launch{Function: f, Grid: cuda.D1(1), Block: cuda.D1(32)}, 1000)
	require.NoError(t, err)
	seen, err := stop()
	require.NoError(t, err)
	assert.Positive(t, seen.Readings)
	assert.Equal(t, new(1001.0), seen.SMClockMHz)
	assert.Equal(t, new(5001.0), seen.MemoryClockMHz)
	assert.Equal(t, new(uint64(0x8000000000000204)), seen.EventReasons, "unknown bits kept")
}

func TestWatchOfALostDevice(t *testing.T) {
	if !inFake(t, newFake, withSensors(t, "RIDGELINE_FAKE_NVML=lost_at=1")...) {
		return
	}
	_, err := openFake(t).(cuda.Watcher).Watch()()
	assert.True(t, cuda.IsKind(err, cuda.DeviceLost), "%v", err)
}

func TestWatchWithoutSensors(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	seen, err := openFake(t).(cuda.Watcher).Watch()()
	require.NoError(t, err)
	assert.Equal(t, cuda.Watched{}, seen)
}
