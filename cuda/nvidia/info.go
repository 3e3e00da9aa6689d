//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import (
	"encoding/hex"
	"fmt"

	"gorgonia.org/cu"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
)

// deviceInfo reads the facts of a device. A fact that it or its driver does not
// tell is zero.
func deviceInfo(ordinal int) (cuda.Info, error) {
	dev, err := cu.GetDevice(ordinal)
	if err != nil {
		return cuda.Info{}, failed("cuDeviceGet", err)
	}
	name, err := dev.Name()
	if err != nil {
		return cuda.Info{}, failed("cuDeviceGetName", err)
	}
	memory, err := dev.TotalMem()
	if err != nil {
		return cuda.Info{}, failed("cuDeviceTotalMem_v2", err)
	}
	ask := func(attribute cu.DeviceAttribute) int {
		v, err := dev.Attribute(attribute)
		if err != nil {
			return 0
		}
		return v
	}
	info := cuda.Info{
		Index:    ordinal,
		Name:     name,
		UUID:     uuid(dev),
		PCIBusID: busID(dev),
		ComputeCapability: cuda.ComputeCapability{
			Major: ask(C.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
			Minor: ask(C.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
		},
		SMCount:                  ask(C.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
		WarpThreads:              ask(C.CU_DEVICE_ATTRIBUTE_WARP_SIZE),
		MaxThreadsPerSM:          ask(C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
		MaxBlocksPerSM:           ask(C.CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
		MaxThreadsPerBlock:       ask(C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
		RegistersPerSM:           ask(C.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
		SharedPerSMBytes:         int64(ask(C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)),
		SharedPerBlockBytes:      int64(ask(C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)),
		SharedPerBlockOptInBytes: int64(ask(C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)),
		L2Bytes:                  int64(ask(C.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)),
		MemoryBytes:              memory,
		SMClockMHz:               float64(ask(C.CU_DEVICE_ATTRIBUTE_CLOCK_RATE)) / 1000,
		MemoryClockMHz:           float64(ask(C.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)) / 1000,
		BusWidthBits:             ask(C.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
		TransfersPerClock:        2, // of the clock that the driver API gives (CUDA Best Practices Guide, Theoretical Bandwidth)
		DriverVersion:            versions(),
		Provenance:               abi.Provenance(),
	}
	if on, err := dev.Attribute(C.CU_DEVICE_ATTRIBUTE_ECC_ENABLED); err == nil {
		ecc := on != 0
		info.ECC = &ecc
	}
	if info.Provenance == cuda.Simulated {
		describe(&info)
	}
	return info, nil
}

// uuid is the device's name that no other has; empty where the driver does not
// tell. Of a slice (MIG) the newer call names the slice and the older the whole
// GPU; of a whole GPU both say the same.
func uuid(dev cu.Device) string {
	whole, err := dev.UUID()
	if err != nil {
		return ""
	}
	var own C.CUuuid
	if C.cuDeviceGetUuid_v2(&own, C.CUdevice(dev)) == C.CUDA_SUCCESS {
		if bytes := [16]byte(C.GoBytes(toPointer(&own), 16)); bytes != [16]byte(whole) {
			return "MIG-" + dashed(bytes)
		}
	}
	return "GPU-" + dashed(whole)
}

func dashed(b [16]byte) string {
	h := hex.EncodeToString(b[:])
	return fmt.Sprintf("%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}

// busID is the device's address; empty where the driver does not tell.
func busID(dev cu.Device) string {
	var text [32]C.char
	if C.cuDeviceGetPCIBusId(&text[0], C.int(len(text)), C.CUdevice(dev)) != C.CUDA_SUCCESS {
		return ""
	}
	id, err := cuda.NormalPCIBusID(C.GoString(&text[0]))
	if err != nil {
		return ""
	}
	return id
}
