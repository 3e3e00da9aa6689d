//go:build cuda && linux

package bridge_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/bridge"
	"ridgeline/cuda/virtual"
	"ridgeline/kernels"
	"ridgeline/results"
)

// A run through the CUDA driver API gives the records that the virtual GPU gives
// when it is asked directly, times and counters included, and the same facts of
// the device; both say that they are simulated.
func TestSameDocument(t *testing.T) {
	sameDocument(t, "t4", "stream/copy", "stream/fill", "stride/read")
}

func sameDocument(t *testing.T, sku string, names ...string) {
	lib, err := kernels.Load()
	require.NoError(t, err)
	t.Run(sku, func(t *testing.T) {
		direct, err := virtual.Open(sku)
		require.NoError(t, err)
		spy := spiedDriver{direct, map[string]map[string]cuda.Attributes{}}
		want := document(t, spy, lib, names)
		assembled := func(ptx []byte) map[string]cuda.Attributes { return spy.seen[string(ptx)] }
		got := document(t, through(t, sku, bridge.Options{Assembled: assembled}), lib, names)
		assert.Contains(t, want, `"provenance": "simulated"`)
		assert.Contains(t, want, `"seconds_median"`)
		assert.Equal(t, want, got)
	})
}

// document is what a short run on the first device of a driver gives, but for
// what differs from run to run.
func document(t *testing.T, driver cuda.Driver, lib *kernels.Library, names []string) string {
	t.Helper()
	dev, err := driver.Open(0)
	require.NoError(t, err)
	defer func() { assert.NoError(t, dev.Close()) }()
	assert.Nil(t, bench.DeviceState(dev), "a virtual GPU has no state")
	info := dev.Info()
	doc := results.Document{Provenance: results.Provenance(info.Provenance), Device: bench.DeviceFacts(info)}
	cases, err := bench.Select(names)
	require.NoError(t, err)
	options := bench.Options{Cases: cases, Preset: bench.Quick, Seed: 1, Precision: 0.005}
	require.NoError(t, bench.Run(t.Context(), dev, lib, options, func(r results.Record) error {
		doc.Records = append(doc.Records, r)
		return nil
	}))
	text, err := json.MarshalIndent(doc, "", "  ")
	require.NoError(t, err)
	return string(text)
}

// spied is a virtual device that remembers the images that it was given, whose
// facts from the assembler the driver API has no place for.
type spied struct {
	cuda.Device
	cuda.Telemeter
	cuda.PathLimiter
	cuda.LevelLimiter
	seen map[string]map[string]cuda.Attributes // by PTX
}

// Load remembers the image.
func (d spied) Load(image cuda.Image) (cuda.Module, error) {
	d.seen[string(image.PTX)] = image.Assembled
	return d.Device.Load(image)
}

// spiedDriver opens such devices.
type spiedDriver struct {
	cuda.Driver
	seen map[string]map[string]cuda.Attributes
}

// Open opens the device and spies on it.
func (d spiedDriver) Open(index int) (cuda.Device, error) {
	dev, err := d.Driver.Open(index)
	if err != nil {
		return nil, err
	}
	return spied{dev, dev.(cuda.Telemeter), dev.(cuda.PathLimiter), dev.(cuda.LevelLimiter), d.seen}, nil
}
