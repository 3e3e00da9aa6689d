//go:build cuda && linux

package nvml_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/nvml"
)

var (
	gpuA = nvml.DeviceID{UUID: "GPU-aaaaaaaa-0000-0000-0000-000000000000", PCIBusID: "0000000f:01:00.0"}
	gpuB = nvml.DeviceID{UUID: "GPU-bbbbbbbb-0000-0000-0000-000000000000", PCIBusID: "00000000:1b:00.0"}
	gpuC = nvml.DeviceID{UUID: "GPU-cccccccc-0000-0000-0000-000000000000", PCIBusID: "00000001:1b:00.0"}
)

// A library that stands in for the driver's can never make a measurement.
func TestOpenFakeIsSimulated(t *testing.T) {
	library := fake(t)
	a := ask(t, request{Path: library, ID: gpuA})
	require.Nil(t, a.Open)
	assert.Equal(t, library, a.Path)
	assert.Equal(t, cuda.Simulated, a.Provenance)
	assert.Nil(t, a.Close)
	a = ask(t, request{Path: fake(t, "ridgeline_fake_driver"), ID: gpuA})
	assert.Equal(t, cuda.Measured, a.Provenance)
}

func TestOpenSearches(t *testing.T) {
	library := fake(t)
	a := ask(t, request{ID: gpuA}, "LD_LIBRARY_PATH="+filepath.Dir(library), "RIDGELINE_LIBNVML=")
	require.Nil(t, a.Open)
	assert.Equal(t, "libnvidia-ml.so.1", a.Path)
	assert.Empty(t, a.Tried)

	a = ask(t, request{ID: gpuA}, "LD_LIBRARY_PATH=", "RIDGELINE_LIBNVML="+library)
	require.Nil(t, a.Open)
	assert.Equal(t, library, a.Path)
}

// What is named and does not load is passed over, and remembered.
func TestOpenRemembersWhatFailed(t *testing.T) {
	library := fake(t)
	text := filepath.Join(t.TempDir(), "text.so")
	require.NoError(t, os.WriteFile(text, []byte("no library"), 0o600))
	for named, why := range map[string]string{
		"/nowhere/nvml.so":                     "cannot open shared object file",
		text:                                   "file too short",
		fake(t, "nvmlInit", "nvmlInit_v2"):     "it loads, but has neither nvmlInit_v2 nor nvmlInit",
		"/nowhere/name with spaces/ünvml.so.1": "No such file or directory",
	} {
		a := ask(t, request{ID: gpuA}, "LD_LIBRARY_PATH="+filepath.Dir(library), "RIDGELINE_LIBNVML="+named)
		require.Nil(t, a.Open, named)
		assert.Equal(t, "libnvidia-ml.so.1", a.Path)
		require.Len(t, a.Tried, 1)
		assert.Equal(t, named, a.Tried[0].Path)
		assert.Contains(t, a.Tried[0].Reason, why)
		assert.Equal(t, "Fake A", *a.State.Name)
	}
}

func TestOpenFindsNothing(t *testing.T) {
	a := ask(t, request{}, "LD_LIBRARY_PATH=", "RIDGELINE_LIBNVML=/nowhere/a.so")
	require.NotNil(t, a.Open)
	if a.Open.Kind != cuda.NotFound {
		t.Skip("this host has an NVIDIA driver")
	}
	for _, tried := range []string{
		"load NVML", "/nowhere/a.so: ", "libnvidia-ml.so.1: ", "/usr/lib/wsl/lib/libnvidia-ml.so.1: ",
		"/usr/lib64-nvidia/libnvidia-ml.so.1: ", "/run/opengl-driver/lib/libnvidia-ml.so.1: ", "cannot open shared object file", "$RIDGELINE_LIBNVML",
	} {
		assert.Contains(t, a.Open.Text, tried)
	}
	a = ask(t, request{Path: "/nowhere/b.so"})
	require.NotNil(t, a.Open)
	assert.Equal(t, cuda.NotFound, a.Open.Kind)
	assert.NotContains(t, a.Open.Text, "/usr/lib")
}

func TestOpenCannotInitialise(t *testing.T) {
	library := fake(t)
	for _, c := range []struct {
		code int
		kind cuda.Kind
		says string
	}{
		{1, cuda.DriverBroken, "NVML_ERROR_UNINITIALIZED, 1"},
		{4, cuda.DriverBroken, "look at the permissions of /dev/nvidiactl"},
		{9, cuda.DriverBroken, "load the kernel module"},
		{12, cuda.NotFound, "NVML_ERROR_LIBRARY_NOT_FOUND, 12"},
		{15, cuda.DeviceLost, "fallen off the bus"},
		{17, cuda.DriverBroken, "NVML_ERROR_OPERATING_SYSTEM, 17"},
		{18, cuda.DriverBroken, "reboot, or unload and reload the nvidia modules"},
		{999, cuda.DriverBroken, "NVML_ERROR_UNKNOWN, 999"},
		{77, cuda.DriverBroken, "unknown NVML code 77"},
		{-1, cuda.DriverBroken, "unknown NVML code -1"},
	} {
		a := ask(t, request{Path: library, ID: gpuA}, fmt.Sprintf("RIDGELINE_FAKE_NVML=nvmlInit=%d", c.code))
		require.NotNil(t, a.Open, c.code)
		assert.Equal(t, c.kind, a.Open.Kind, c.code)
		assert.Equal(t, c.code, a.Open.Code)
		assert.Contains(t, a.Open.Text, c.says)
		assert.Contains(t, a.Open.Text, library)
		assert.NotContains(t, a.Open.Text, "\n")
	}
}

// Every code of the library has its own name; 3 and 18 are the two that scripts
// look for.
func TestEveryCodeHasAName(t *testing.T) {
	library := fake(t)
	names := map[string]int{}
	for _, code := range []int{1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 999} {
		a := ask(t, request{Path: library, ID: gpuA}, fmt.Sprintf("RIDGELINE_FAKE_NVML=nvmlDeviceGetName=%d", code))
		reason := a.State.Missing["name"]
		assert.Contains(t, reason, "NVML_ERROR_", code)
		assert.NotContains(t, names, reason)
		names[reason] = code
	}
}

func TestCloseWhileOthersRead(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: gpuA, Crowd: true})
	assert.Nil(t, a.Read)
	assert.Nil(t, a.Close)
	assert.Nil(t, ask(t, request{Path: fake(t, "nvmlShutdown"), ID: gpuA, Crowd: true}).Close)
	a = ask(t, request{Path: fake(t), ID: gpuA}, "RIDGELINE_FAKE_NVML=nvmlShutdown=999")
	assert.Equal(t, 999, a.Close.Code)
}
