//go:build cuda && linux

package nvml_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/nvml"
)

const (
	slice    = "MIG-dddddddd-0000-0000-0000-000000000000"
	oldSlice = "MIG-GPU-cccccccc-0000-0000-0000-000000000000/1/0"
)

// The fake knows the GPUs in another order than CUDA, and two of them have the
// same bus number in different domains.
func TestFindJoins(t *testing.T) {
	library := fake(t)
	for _, c := range []struct {
		id   nvml.DeviceID
		name string
		want nvml.DeviceID
	}{
		{gpuA, "Fake A", gpuA},
		{gpuB, "Fake B", gpuB},
		{gpuC, "Fake C", gpuC},
		{nvml.DeviceID{UUID: gpuB.UUID}, "Fake B", gpuB},
		{nvml.DeviceID{PCIBusID: "0001:1b:00.0"}, "Fake C", gpuC},
		{nvml.DeviceID{PCIBusID: "000f:01:00.0"}, "Fake A", gpuA},
		{nvml.DeviceID{PCIBusID: "0000:1B:00.0"}, "Fake B", gpuB},
		{nvml.DeviceID{PCIBusID: "0000000F:01:00.0"}, "Fake A", gpuA},
		{nvml.DeviceID{PCIBusID: "1b:00"}, "Fake B", gpuB},
		// A UUID that the library does not know, at an address that it does.
		{nvml.DeviceID{UUID: "GPU-eeeeeeee-0000-0000-0000-000000000000", PCIBusID: "0001:1b:00.0"}, "Fake C", gpuC},
		// Slices have the sensors of their GPU.
		{nvml.DeviceID{UUID: slice}, "Fake C", nvml.DeviceID{UUID: slice, PCIBusID: gpuC.PCIBusID}},
		{nvml.DeviceID{UUID: "GPU-dddddddd-0000-0000-0000-000000000000", PCIBusID: "0001:1b:00.0"}, "Fake C",
			nvml.DeviceID{UUID: slice, PCIBusID: gpuC.PCIBusID}},
		{nvml.DeviceID{UUID: oldSlice}, "Fake C", nvml.DeviceID{UUID: oldSlice, PCIBusID: gpuC.PCIBusID}},
	} {
		a := ask(t, request{Path: library, ID: c.id})
		require.Nil(t, a.Find, "%v", c.id)
		assert.Equal(t, c.name, *a.State.Name, "%v", c.id)
		assert.Equal(t, c.want, a.ID, "%v", c.id)
	}
}

// A driver that no longer knows the old names of slices still knows the GPU.
func TestFindOldSliceOnNewDriver(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: nvml.DeviceID{UUID: oldSlice}}, "RIDGELINE_FAKE_NVML=new_uuids=1")
	require.Nil(t, a.Find)
	assert.Equal(t, gpuC, a.ID)
}

func TestFindRefuses(t *testing.T) {
	library := fake(t)
	for _, c := range []struct {
		id   nvml.DeviceID
		kind cuda.Kind
		says string
	}{
		{nvml.DeviceID{}, cuda.InvalidValue, "neither a UUID nor a PCI address"},
		{nvml.DeviceID{PCIBusID: "0"}, cuda.InvalidValue, "is not domain:bus:device.function"},
		{nvml.DeviceID{PCIBusID: "0002:1b:00.0"}, cuda.NotFound, "NVML_ERROR_NOT_FOUND"},
		{nvml.DeviceID{UUID: "GPU-eeeeeeee-0000-0000-0000-000000000000"}, cuda.NotFound, "NVML_ERROR_NOT_FOUND"},
		{nvml.DeviceID{UUID: "bbbbbbbb-0000-0000-0000-000000000000"}, cuda.NotFound, "NVML_ERROR_NOT_FOUND"},
		{nvml.DeviceID{UUID: "2"}, cuda.NotFound, "find 2 in NVML"},
		{nvml.DeviceID{UUID: gpuA.UUID, PCIBusID: gpuB.PCIBusID}, cuda.NotFound, "the GPU with this UUID is at 0000000f:01:00.0"},
	} {
		a := ask(t, request{Path: library, ID: c.id})
		require.NotNil(t, a.Find, "%v", c.id)
		assert.Equal(t, c.kind, a.Find.Kind, "%v", c.id)
		assert.Contains(t, a.Find.Text, c.says)
	}
}

// A GPU that is off the bus is lost, also where its address is known: that of
// another is never taken for it.
func TestFindLost(t *testing.T) {
	library := fake(t)
	for _, answers := range []string{"nvmlDeviceGetHandleByUUID=15", "nvmlDeviceGetHandleByUUID=6,nvmlDeviceGetHandleByPciBusId=15"} {
		a := ask(t, request{Path: library, ID: gpuB}, "RIDGELINE_FAKE_NVML="+answers)
		require.NotNil(t, a.Find)
		assert.Equal(t, cuda.DeviceLost, a.Find.Kind)
		assert.Contains(t, a.Find.Text, "find GPU-bbbbbbbb-0000-0000-0000-000000000000 (PCI 00000000:1b:00.0) in NVML")
	}
}

func TestFindWithOldAddresses(t *testing.T) {
	a := ask(t, request{Path: fake(t), ID: nvml.DeviceID{PCIBusID: gpuC.PCIBusID}}, "RIDGELINE_FAKE_NVML=v1=1")
	require.Nil(t, a.Find)
	assert.Equal(t, gpuC, a.ID)
}

// An address that the library does not confirm is no join.
func TestFindUnconfirmed(t *testing.T) {
	library := fake(t)
	a := ask(t, request{Path: library, ID: nvml.DeviceID{PCIBusID: gpuC.PCIBusID}}, "RIDGELINE_FAKE_NVML=nvmlDeviceGetPciInfo=3")
	require.NotNil(t, a.Find)
	a = ask(t, request{Path: library, ID: gpuC}, "RIDGELINE_FAKE_NVML=nvmlDeviceGetPciInfo=3")
	require.Nil(t, a.Find)
	assert.Equal(t, gpuC, a.ID)
}
