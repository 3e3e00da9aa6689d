package virtual_test

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/cuda/virtual"
)

func TestConformance(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		t.Run(sku, func(t *testing.T) {
			cudatest.Conformance(t, func(t *testing.T) cuda.Driver { return openSKU(t, sku) })
		})
	}
}

// A driver with faults that never happen is as good as the driver.
func TestConformanceOfTheWrapper(t *testing.T) {
	cudatest.Conformance(t, func(t *testing.T) cuda.Driver { return cudatest.Wrap(openSKU(t, "t4"), cudatest.Faults{}) })
}

func openSKU(t *testing.T, sku string) cuda.Driver {
	t.Helper()
	d, err := virtual.Open(sku)
	require.NoError(t, err)
	return d
}

// wrongDriver hands out devices that are wrong in one way.
type wrongDriver struct {
	cuda.Driver
	spoil func(cuda.Device) cuda.Device
}

func (d wrongDriver) Open(index int) (cuda.Device, error) {
	dev, err := d.Driver.Open(index)
	if err != nil {
		return nil, err
	}
	return d.spoil(dev), nil
}

// lazy runs a window once, and multiplies.
type lazy struct{ cuda.Device }

func (d lazy) Time(ctx context.Context, l cuda.Launch, n int) (cuda.Window, error) {
	w, err := d.Device.Time(ctx, l, min(n, 1))
	w.Seconds *= float64(n)
	w.Launches = n
	return w, err
}

// forgiving frees whatever it is given.
type forgiving struct{ cuda.Device }

func (d forgiving) Free(p cuda.Ptr) error {
	_ = d.Device.Free(p)
	return nil
}

// silent never tells that a kernel failed.
type silent struct{ cuda.Device }

func (d silent) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	r, _ := d.Device.Launch(ctx, l)
	return r, nil
}

// stale takes every launch but the first for a repetition.
type stale struct {
	cuda.Device
	ran map[string]bool
}

func (d stale) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	if name := l.Function.Name(); !d.ran[name] || l.NoReplay {
		d.ran[name] = true
		return d.Device.Launch(ctx, l)
	}
	return cuda.Report{Replayed: true}, nil
}

func wrongDrivers() map[string]func(cuda.Device) cuda.Device {
	return map[string]func(cuda.Device) cuda.Device{
		"lazy":      func(d cuda.Device) cuda.Device { return lazy{d} },
		"forgiving": func(d cuda.Device) cuda.Device { return forgiving{d} },
		"silent":    func(d cuda.Device) cuda.Device { return silent{d} },
		"stale":     func(d cuda.Device) cuda.Device { return stale{d, map[string]bool{}} },
		"wrong":     nil, // by cudatest.Faults
	}
}

// The suite must fail on drivers that are wrong. It does so in processes of its
// own, because a test that fails cannot be taken back.
func TestConformanceFindsWrongDrivers(t *testing.T) {
	const which = "RIDGELINE_WRONG_DRIVER"
	if name := os.Getenv(which); name != "" {
		cudatest.Conformance(t, func(t *testing.T) cuda.Driver {
			if spoil := wrongDrivers()[name]; spoil != nil {
				return wrongDriver{openSKU(t, "t4"), spoil}
			}
			return cudatest.Wrap(openSKU(t, "t4"), cudatest.Faults{WrongAfter: 1})
		})
		return
	}
	for name := range wrongDrivers() {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestConformanceFindsWrongDrivers$")
		cmd.Env = append(os.Environ(), which+"="+name)
		out, err := cmd.CombinedOutput()
		var failed *exec.ExitError
		require.ErrorAs(t, err, &failed, "a %s driver passes", name)
		assert.Contains(t, string(out), "--- FAIL: TestConformanceFindsWrongDrivers", "a %s driver", name)
		assert.NotContains(t, string(out), "panic:", "a %s driver", name)
	}
}
