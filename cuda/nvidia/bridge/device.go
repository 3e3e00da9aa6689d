//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"encoding/hex"
	"strings"
	"unsafe"

	"ridgeline/cuda"
)

// cudaVersion is what the bridge says it speaks: the newest that it was written
// against.
const cudaVersion = 13000

//export bridge_cuInit
func bridge_cuInit(C.uint) C.CUresult { return C.CUDA_SUCCESS }

//export bridge_cuDriverGetVersion
func bridge_cuDriverGetVersion(version *C.int) C.CUresult {
	*version = cudaVersion
	return C.CUDA_SUCCESS
}

//export bridge_cuDeviceGetCount
func bridge_cuDeviceGetCount(count *C.int) C.CUresult {
	*count = C.int(len(plugged.devices))
	return C.CUDA_SUCCESS
}

//export bridge_cuDeviceGet
func bridge_cuDeviceGet(device *C.CUdevice, ordinal C.int) C.CUresult {
	if _, ok := info(C.CUdevice(ordinal)); !ok {
		return C.CUDA_ERROR_INVALID_DEVICE
	}
	*device = C.CUdevice(ordinal)
	return C.CUDA_SUCCESS
}

func info(device C.CUdevice) (cuda.Info, bool) {
	if device < 0 || int(device) >= len(plugged.devices) {
		return cuda.Info{}, false
	}
	return plugged.devices[device], true
}

//export bridge_cuDeviceGetName
func bridge_cuDeviceGetName(name *C.char, room C.int, device C.CUdevice) C.CUresult {
	i, ok := info(device)
	if !ok {
		return C.CUDA_ERROR_INVALID_DEVICE
	}
	text := unsafe.Slice((*byte)(unsafe.Pointer(name)), int(room))
	text[copy(text[:room-1], i.Name)] = 0
	return C.CUDA_SUCCESS
}

// The driver API has 16 bytes and no prefix.
//
//export bridge_cuDeviceGetUuid
func bridge_cuDeviceGetUuid(uuid *C.CUuuid, device C.CUdevice) C.CUresult {
	i, ok := info(device)
	if !ok {
		return C.CUDA_ERROR_INVALID_DEVICE
	}
	_, digits, _ := strings.Cut(i.UUID, "-")
	bytes, err := hex.DecodeString(strings.ReplaceAll(digits, "-", ""))
	if err != nil || len(bytes) != 16 {
		return C.CUDA_ERROR_NOT_SUPPORTED
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(uuid)), 16), bytes)
	return C.CUDA_SUCCESS
}

//export bridge_cuDeviceTotalMem_v2
func bridge_cuDeviceTotalMem_v2(bytes *C.size_t, device C.CUdevice) C.CUresult {
	i, ok := info(device)
	if !ok {
		return C.CUDA_ERROR_INVALID_DEVICE
	}
	*bytes = C.size_t(i.MemoryBytes)
	return C.CUDA_SUCCESS
}

//export bridge_cuDeviceGetAttribute
func bridge_cuDeviceGetAttribute(value *C.int, attribute C.CUdevice_attribute, device C.CUdevice) C.CUresult {
	i, ok := info(device)
	if !ok {
		return C.CUDA_ERROR_INVALID_DEVICE
	}
	v, ok := attributes(i)[attribute]
	if !ok {
		return C.CUDA_ERROR_INVALID_VALUE
	}
	*value = C.int(v)
	return C.CUDA_SUCCESS
}

func attributes(i cuda.Info) map[C.CUdevice_attribute]int {
	return map[C.CUdevice_attribute]int{
		C.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:             i.ComputeCapability.Major,
		C.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:             i.ComputeCapability.Minor,
		C.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:                 i.SMCount,
		C.CU_DEVICE_ATTRIBUTE_WARP_SIZE:                            i.WarpThreads,
		C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:       i.MaxThreadsPerSM,
		C.CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:        i.MaxBlocksPerSM,
		C.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:                i.MaxThreadsPerBlock,
		C.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:     i.RegistersPerSM,
		C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: int(i.SharedPerSMBytes),
		C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:          int(i.SharedPerBlockBytes),
		C.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:    int(i.SharedPerBlockOptInBytes),
		C.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:                        int(i.L2Bytes),
		C.CU_DEVICE_ATTRIBUTE_CLOCK_RATE:                           int(1000 * i.SMClockMHz),
		C.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:                    int(1000 * i.MemoryClockMHz),
		C.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:              i.BusWidthBits,
	}
}
