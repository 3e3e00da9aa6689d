package cudatest

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// quiet is a driver with a device that does what it is asked, in a millisecond a
// launch.
type quiet struct{ cuda.Device }

func (q quiet) Name() string                         { return "quiet" }
func (q quiet) Devices() ([]cuda.Info, error)        { return make([]cuda.Info, 1), nil }
func (q quiet) Open(int) (cuda.Device, error)        { return q, nil }
func (q quiet) Alloc(int64) (cuda.Ptr, error)        { return 256, nil }
func (q quiet) Free(cuda.Ptr) error                  { return nil }
func (q quiet) Write(cuda.Ptr, []byte) error         { return nil }
func (q quiet) Memory() (int64, int64, error)        { return 1, 2, nil }
func (q quiet) Fill(cuda.Ptr, []byte, int64) error   { return nil }
func (q quiet) Load(cuda.Image) (cuda.Module, error) { return nil, nil }

func (q quiet) Read(dst []byte, _ cuda.Ptr) error {
	clear(dst)
	return nil
}

func (q quiet) Launch(context.Context, cuda.Launch) (cuda.Report, error) { return cuda.Report{}, nil }

func (q quiet) Time(_ context.Context, _ cuda.Launch, n int) (cuda.Window, error) {
	return cuda.Window{Seconds: 1e-3 * float64(n), Launches: n}, nil
}

func spoil(t *testing.T, f Faults) cuda.Device {
	t.Helper()
	dev, err := Wrap(quiet{}, f).Open(0)
	require.NoError(t, err)
	return dev
}

func TestNoFaults(t *testing.T) {
	dev := spoil(t, Faults{})
	for range 100 {
		w, err := dev.Time(t.Context(), cuda.Launch{}, 3)
		require.NoError(t, err)
		assert.Equal(t, 3e-3, w.Seconds)
		_, err = dev.Launch(t.Context(), cuda.Launch{})
		require.NoError(t, err)
		assert.Zero(t, wrongBits(t, dev))
	}
	reading, err := dev.(cuda.Telemeter).Telemetry()
	assert.NoError(t, err)
	assert.Equal(t, cuda.Telemetry{}, reading)
	_, _, ok := dev.(cuda.PathLimiter).PathLimit("fp32")
	assert.False(t, ok)
}

// wrongBits counts the bits of a read that are not 0, as they should be.
func wrongBits(t *testing.T, dev cuda.Device) int {
	t.Helper()
	read := make([]byte, 1000)
	require.NoError(t, dev.Read(read, 0))
	bits := 0
	for _, b := range read {
		for ; b != 0; b &= b - 1 {
			bits++
		}
	}
	return bits
}

func TestWrongAfter(t *testing.T) {
	dev := spoil(t, Faults{WrongAfter: 2})
	for launch, want := range []int{0, 1, 1} {
		_, err := dev.Launch(t.Context(), cuda.Launch{})
		require.NoError(t, err)
		assert.Equal(t, want, wrongBits(t, dev), "launch %d", launch)
		assert.Zero(t, wrongBits(t, dev), "only the first read is wrong")
	}
}

func TestTimeNoise(t *testing.T) {
	series := func(seed uint64) []float64 {
		dev := spoil(t, Faults{Seed: seed, TimeNoise: 0.02})
		logs := make([]float64, 2001)
		for i := range logs {
			w, err := dev.Time(t.Context(), cuda.Launch{}, 1)
			require.NoError(t, err)
			logs[i] = math.Log(w.Seconds / 1e-3)
		}
		return logs
	}
	logs := series(1)
	assert.Equal(t, logs, series(1), "the same seed")
	assert.NotEqual(t, logs, series(2))
	squares := 0.0
	for _, l := range logs {
		squares += l * l
	}
	assert.InDelta(t, 0.02, math.Sqrt(squares/float64(len(logs))), 0.002)
	slices.Sort(logs)
	assert.InDelta(t, 0, logs[len(logs)/2], 0.002, "the median is the truth")
}

func TestLostAfter(t *testing.T) {
	dev := spoil(t, Faults{LostAfter: 5})
	_, err := dev.Launch(t.Context(), cuda.Launch{})
	require.NoError(t, err)
	_, err = dev.Time(t.Context(), cuda.Launch{}, 4)
	require.NoError(t, err)
	_, err = dev.Time(t.Context(), cuda.Launch{}, 1)
	lost := func(err error) { t.Helper(); assert.True(t, cuda.IsKind(err, cuda.DeviceLost), "%v", err) }
	lost(err)
	_, err = dev.Launch(t.Context(), cuda.Launch{})
	lost(err)
	_, err = dev.Alloc(1)
	lost(err)
	_, err = dev.Load(cuda.Image{})
	lost(err)
	_, _, err = dev.Memory()
	lost(err)
	_, err = dev.(cuda.Telemeter).Telemetry()
	lost(err)
	lost(dev.Free(0))
	lost(dev.Write(0, nil))
	lost(dev.Read(nil, 0))
	lost(dev.Fill(0, nil, 0))
}

func TestAllocFails(t *testing.T) {
	dev := spoil(t, Faults{AllocFails: 2})
	for i := range 4 {
		_, err := dev.Alloc(1)
		assert.Equal(t, i == 1, cuda.IsKind(err, cuda.OutOfMemory), "%d: %v", i, err)
	}
}
