//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import "ridgeline/cuda"

// meaning is what a code is to whoever meets it.
type meaning struct {
	kind cuda.Kind
	name string // as in the driver API, for drivers that do not tell it
	hint string // what to do
}

// Hints that stand for several codes.
const (
	hintKernel = "the kernel's own fault: compute-sanitizer finds the place"
	hintGone   = "see the kernel log for an Xid message; the GPU may need a reset"
)

// meanings of the codes, by the reference of the driver API and by what people
// reported who met them.
func meanings() map[code]meaning {
	return map[code]meaning{
		C.CUDA_ERROR_INVALID_VALUE:   {cuda.InvalidValue, "CUDA_ERROR_INVALID_VALUE", ""},
		C.CUDA_ERROR_OUT_OF_MEMORY:   {cuda.OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "end what else uses the GPU's memory"},
		C.CUDA_ERROR_NOT_INITIALIZED: {cuda.DriverBroken, "CUDA_ERROR_NOT_INITIALIZED", "open the driver first"},
		C.CUDA_ERROR_STUB_LIBRARY: {cuda.DriverBroken, "CUDA_ERROR_STUB_LIBRARY",
			"this is the toolkit's stub and no driver: take its folder from the loader's path"},
		C.CUDA_ERROR_DEVICE_UNAVAILABLE: {cuda.Unavailable, "CUDA_ERROR_DEVICE_UNAVAILABLE",
			"the GPU is busy, or in exclusive mode with another process on it: see nvidia-smi"},
		C.CUDA_ERROR_NO_DEVICE: {cuda.NotFound, "CUDA_ERROR_NO_DEVICE",
			"the driver sees no GPU: see nvidia-smi, and whether CUDA_VISIBLE_DEVICES hides it"},
		C.CUDA_ERROR_INVALID_DEVICE: {cuda.NotFound, "CUDA_ERROR_INVALID_DEVICE", "see ridgeline devices"},
		C.CUDA_ERROR_INVALID_IMAGE:  {cuda.InvalidImage, "CUDA_ERROR_INVALID_IMAGE", ""},
		C.CUDA_ERROR_INVALID_CONTEXT: {cuda.DeviceLost, "CUDA_ERROR_INVALID_CONTEXT",
			"open the device again"},
		C.CUDA_ERROR_NO_BINARY_FOR_GPU:       {cuda.InvalidImage, "CUDA_ERROR_NO_BINARY_FOR_GPU", "load an image for a target that this GPU runs"},
		C.CUDA_ERROR_ECC_UNCORRECTABLE:       {cuda.DeviceLost, "CUDA_ERROR_ECC_UNCORRECTABLE", hintGone},
		C.CUDA_ERROR_INVALID_PTX:             {cuda.InvalidImage, "CUDA_ERROR_INVALID_PTX", ""},
		C.CUDA_ERROR_NVLINK_UNCORRECTABLE:    {cuda.DeviceLost, "CUDA_ERROR_NVLINK_UNCORRECTABLE", hintGone},
		C.CUDA_ERROR_JIT_COMPILER_NOT_FOUND:  {cuda.DriverBroken, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "install libnvidia-ptxjitcompiler.so.1 of the driver"},
		C.CUDA_ERROR_UNSUPPORTED_PTX_VERSION: {cuda.InvalidImage, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the driver is too old for this PTX: update it"},
		C.CUDA_ERROR_OPERATING_SYSTEM:        {cuda.DriverBroken, "CUDA_ERROR_OPERATING_SYSTEM", "see whether this user may open /dev/nvidia*"},
		C.CUDA_ERROR_INVALID_HANDLE:          {cuda.InvalidValue, "CUDA_ERROR_INVALID_HANDLE", ""},
		C.CUDA_ERROR_NOT_FOUND:               {cuda.NotFound, "CUDA_ERROR_NOT_FOUND", ""},
		C.CUDA_ERROR_ILLEGAL_ADDRESS:         {cuda.IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS", hintKernel},
		C.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: {cuda.InvalidValue, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
			"ask for fewer threads, registers or bytes of shared memory"},
		C.CUDA_ERROR_LAUNCH_TIMEOUT: {cuda.LaunchTimeout, "CUDA_ERROR_LAUNCH_TIMEOUT",
			"the GPU also draws a display, which bounds kernels: use another"},
		C.CUDA_ERROR_CONTEXT_IS_DESTROYED:  {cuda.DeviceLost, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "open the device again"},
		C.CUDA_ERROR_ASSERT:                {cuda.LaunchFailed, "CUDA_ERROR_ASSERT", hintKernel},
		C.CUDA_ERROR_HARDWARE_STACK_ERROR:  {cuda.LaunchFailed, "CUDA_ERROR_HARDWARE_STACK_ERROR", hintKernel},
		C.CUDA_ERROR_ILLEGAL_INSTRUCTION:   {cuda.LaunchFailed, "CUDA_ERROR_ILLEGAL_INSTRUCTION", hintKernel},
		C.CUDA_ERROR_MISALIGNED_ADDRESS:    {cuda.Misaligned, "CUDA_ERROR_MISALIGNED_ADDRESS", hintKernel},
		C.CUDA_ERROR_INVALID_ADDRESS_SPACE: {cuda.LaunchFailed, "CUDA_ERROR_INVALID_ADDRESS_SPACE", hintKernel},
		C.CUDA_ERROR_INVALID_PC:            {cuda.LaunchFailed, "CUDA_ERROR_INVALID_PC", hintKernel},
		C.CUDA_ERROR_LAUNCH_FAILED:         {cuda.LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", hintKernel},
		C.CUDA_ERROR_NOT_PERMITTED:         {cuda.DriverBroken, "CUDA_ERROR_NOT_PERMITTED", "see whether this user may use the GPU"},
		C.CUDA_ERROR_NOT_SUPPORTED:         {cuda.Unsupported, "CUDA_ERROR_NOT_SUPPORTED", "the driver or the GPU does not have it"},
		C.CUDA_ERROR_SYSTEM_NOT_READY: {cuda.DriverBroken, "CUDA_ERROR_SYSTEM_NOT_READY",
			"on a machine with NVSwitch, start the fabric manager (systemctl status nvidia-fabricmanager)"},
		C.CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: {cuda.DriverBroken, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
			"the driver's library and its kernel module have different versions: load the module of the library's version, or reboot"},
		C.CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: {cuda.DriverBroken, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
			"the compat library of a newer CUDA does not serve this GPU: take it from the loader's path, or update the driver"},
		C.CUDA_ERROR_UNKNOWN: {cuda.DriverBroken, "CUDA_ERROR_UNKNOWN",
			"often after a suspend or without /dev/nvidia-uvm: reload the module nvidia_uvm, or reboot"},
	}
}

// ends tells whether a context is of no use after this code.
func (c code) ends() bool {
	switch c {
	case C.CUDA_ERROR_ECC_UNCORRECTABLE, C.CUDA_ERROR_NVLINK_UNCORRECTABLE, C.CUDA_ERROR_ILLEGAL_ADDRESS,
		C.CUDA_ERROR_LAUNCH_TIMEOUT, C.CUDA_ERROR_ASSERT, C.CUDA_ERROR_HARDWARE_STACK_ERROR,
		C.CUDA_ERROR_ILLEGAL_INSTRUCTION, C.CUDA_ERROR_MISALIGNED_ADDRESS, C.CUDA_ERROR_INVALID_ADDRESS_SPACE,
		C.CUDA_ERROR_INVALID_PC, C.CUDA_ERROR_LAUNCH_FAILED, C.CUDA_ERROR_CONTEXT_IS_DESTROYED, C.CUDA_ERROR_UNKNOWN:
		return true
	}
	return false
}
