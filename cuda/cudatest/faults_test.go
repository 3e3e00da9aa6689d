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
func (q quiet) Info() cuda.Info                      { return cuda.Info{SMCount: 2, SMClockMHz: 1000} }
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

// windows times a quiet device, whose launches take a millisecond.
func windows(t *testing.T, c Clock, noise float64, n int) []float64 {
	t.Helper()
	dev := spoil(t, Faults{Seed: 1, TimeNoise: noise, Clock: c})
	series := make([]float64, n)
	for i := range series {
		w, err := dev.Time(t.Context(), cuda.Launch{}, 10)
		require.NoError(t, err)
		series[i] = w.Seconds
	}
	return series
}

func TestClockFaults(t *testing.T) {
	for name, c := range map[string]struct {
		clock Clock
		want  []float64
	}{
		"drift":    {Clock{DriftPerSecond: 1}, []float64{0.01, 0.0101, 0.010201}},
		"warming":  {Clock{Warming: 0.5, WarmingSeconds: 1e-9}, []float64{0.01, 0.015, 0.015}},
		"slow":     {Clock{SlowShare: 1, SlowBy: 0.5}, []float64{0.015, 0.015}},
		"ticks":    {Clock{TickSeconds: 0.003}, []float64{0.009, 0.009}},
		"negative": {Clock{NegativeEvery: 2}, []float64{0.01, -0.00001, 0.01, -0.00001}},
		"zero":     {Clock{ZeroEvery: 3}, []float64{0.01, 0.01, 0, 0.01}},
		"a drop":   {Clock{DropAfterSeconds: 0.015, DropTo: 0.5}, []float64{0.01, 0.01, 0.02}},
		"skipped":  {Clock{Skip: 0.5}, []float64{0.005, 0.005}},
	} {
		got := windows(t, c.clock, 0, len(c.want))
		for i := range got {
			assert.InDelta(t, c.want[i], got[i], 1e-12, "%s %d", name, i)
		}
	}
	// A float32 near 9,000 ms has steps of 1/1024 ms.
	third := windows(t, Clock{Float32FromSeconds: 9, Skip: 1.0 / 3}, 0, 1)[0]
	assert.InDelta(t, 0.02/3, third, 1e-6)
	assert.Equal(t, math.Round(third*1e3*1024), third*1e3*1024)
}

func TestCorrelatedNoise(t *testing.T) {
	series := windows(t, Clock{Correlation: 0.95}, 0.02, 20000)
	product, squares := 0.0, 0.0
	for i := 1; i < len(series); i++ {
		a, b := math.Log(series[i-1]/0.01), math.Log(series[i]/0.01)
		product, squares = product+a*b, squares+b*b
	}
	assert.InDelta(t, 0.95, product/squares, 0.01)
	assert.InDelta(t, 0.02, math.Sqrt(squares/float64(len(series))), 0.002)
	heavy := windows(t, Clock{HeavyTails: true}, 0.001, 10000)
	slices.Sort(heavy)
	assert.InDelta(t, 0.01, heavy[5000], 1e-5)
	assert.Greater(t, heavy[9999], 0.0105)
}

func TestDroppedStoresAndZeroWrites(t *testing.T) {
	ran := &counting{}
	dev, err := Wrap(ran, Faults{DropStores: true, ZeroWrites: true}).Open(0)
	require.NoError(t, err)
	_, err = dev.Launch(t.Context(), cuda.Launch{})
	require.NoError(t, err)
	assert.Zero(t, ran.launches)
	require.NoError(t, dev.Write(256, []byte{1, 2, 3}))
	assert.Equal(t, []byte{0, 0, 0}, ran.written)
}

// counting is a quiet driver that tells what arrives.
type counting struct {
	quiet
	launches int
	written  []byte
}

func (c *counting) Open(int) (cuda.Device, error) { return c, nil }
func (c *counting) Launch(context.Context, cuda.Launch) (cuda.Report, error) {
	c.launches++
	return cuda.Report{}, nil
}

func (c *counting) Write(_ cuda.Ptr, src []byte) error {
	c.written = src
	return nil
}
