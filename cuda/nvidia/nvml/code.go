//go:build cuda && linux

package nvml

import (
	"strconv"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// meaning is what a return code of NVML stands for. The names are those of
// nvml.h; the binding's own text comes from a function of the library, which
// may be missing, and is not used.
type meaning struct {
	name   string
	kind   cuda.Kind
	remedy string
}

// meaningOf is a switch, because a field that a board does not offer fails at
// every reading.
func meaningOf(code nvml.Return) meaning {
	switch code {
	case nvml.ERROR_UNINITIALIZED:
		return meaning{"NVML_ERROR_UNINITIALIZED", cuda.DriverBroken, ""}
	case nvml.ERROR_INVALID_ARGUMENT:
		return meaning{"NVML_ERROR_INVALID_ARGUMENT", cuda.InvalidValue, ""}
	case nvml.ERROR_NOT_SUPPORTED:
		return meaning{"NVML_ERROR_NOT_SUPPORTED", cuda.Unsupported, ""}
	case nvml.ERROR_NO_PERMISSION:
		return meaning{"NVML_ERROR_NO_PERMISSION", cuda.DriverBroken,
			"look at the permissions of /dev/nvidiactl and /dev/nvidia*"}
	case nvml.ERROR_NOT_FOUND:
		return meaning{"NVML_ERROR_NOT_FOUND", cuda.NotFound, ""}
	case nvml.ERROR_INSUFFICIENT_SIZE:
		return meaning{"NVML_ERROR_INSUFFICIENT_SIZE", cuda.InvalidValue, ""}
	case nvml.ERROR_INSUFFICIENT_POWER:
		return meaning{"NVML_ERROR_INSUFFICIENT_POWER", cuda.DriverBroken, "check the power cables of the GPU"}
	case nvml.ERROR_DRIVER_NOT_LOADED:
		return meaning{"NVML_ERROR_DRIVER_NOT_LOADED", cuda.DriverBroken,
			"load the kernel module (modprobe nvidia), or give the container the GPU"}
	case nvml.ERROR_TIMEOUT:
		return meaning{"NVML_ERROR_TIMEOUT", cuda.DriverBroken, ""}
	case nvml.ERROR_IRQ_ISSUE:
		return meaning{"NVML_ERROR_IRQ_ISSUE", cuda.DriverBroken,
			"see the kernel's log for the GPU's interrupts"}
	case nvml.ERROR_LIBRARY_NOT_FOUND:
		return meaning{"NVML_ERROR_LIBRARY_NOT_FOUND", cuda.NotFound, ""}
	case nvml.ERROR_FUNCTION_NOT_FOUND:
		return meaning{"NVML_ERROR_FUNCTION_NOT_FOUND", cuda.Unsupported, "the driver is older than the function"}
	case nvml.ERROR_CORRUPTED_INFOROM:
		return meaning{"NVML_ERROR_CORRUPTED_INFOROM", cuda.DriverBroken, ""}
	case nvml.ERROR_GPU_IS_LOST:
		return meaning{"NVML_ERROR_GPU_IS_LOST", cuda.DeviceLost,
			"the GPU has fallen off the bus: see the kernel's log for Xid messages, and reboot"}
	case nvml.ERROR_RESET_REQUIRED:
		return meaning{"NVML_ERROR_RESET_REQUIRED", cuda.DeviceLost,
			"the GPU must be reset before it can be used"}
	case nvml.ERROR_OPERATING_SYSTEM:
		return meaning{"NVML_ERROR_OPERATING_SYSTEM", cuda.DriverBroken,
			"the GPU is blocked by the operating system or a control group"}
	case nvml.ERROR_LIB_RM_VERSION_MISMATCH:
		return meaning{"NVML_ERROR_LIB_RM_VERSION_MISMATCH", cuda.DriverBroken,
			"the library and the kernel module are of different drivers: reboot, or unload and reload the nvidia modules"}
	case nvml.ERROR_IN_USE:
		return meaning{"NVML_ERROR_IN_USE", cuda.DriverBroken, ""}
	case nvml.ERROR_MEMORY:
		return meaning{"NVML_ERROR_MEMORY", cuda.OutOfMemory, ""}
	case nvml.ERROR_NO_DATA:
		return meaning{"NVML_ERROR_NO_DATA", cuda.Unsupported, ""}
	case nvml.ERROR_VGPU_ECC_NOT_SUPPORTED:
		return meaning{"NVML_ERROR_VGPU_ECC_NOT_SUPPORTED", cuda.Unsupported, ""}
	case nvml.ERROR_INSUFFICIENT_RESOURCES:
		return meaning{"NVML_ERROR_INSUFFICIENT_RESOURCES", cuda.OutOfMemory, ""}
	case nvml.ERROR_ARGUMENT_VERSION_MISMATCH:
		return meaning{"NVML_ERROR_ARGUMENT_VERSION_MISMATCH", cuda.Unsupported, ""}
	case nvml.ERROR_DEPRECATED:
		return meaning{"NVML_ERROR_DEPRECATED", cuda.Unsupported, ""}
	case nvml.ERROR_NOT_READY:
		return meaning{"NVML_ERROR_NOT_READY", cuda.DriverBroken, ""}
	case nvml.ERROR_GPU_NOT_FOUND:
		return meaning{"NVML_ERROR_GPU_NOT_FOUND", cuda.NotFound, ""}
	case nvml.ERROR_INVALID_STATE:
		return meaning{"NVML_ERROR_INVALID_STATE", cuda.DriverBroken, ""}
	case nvml.ERROR_UNKNOWN:
		return meaning{"NVML_ERROR_UNKNOWN", cuda.DriverBroken,
			"in a container that has lost its devices, start it again; otherwise see the kernel's log"}
	}
	return meaning{"unknown NVML code " + strconv.Itoa(int(code)), cuda.DriverBroken, ""}
}

// failure is the error of a call that answered with a code other than success.
func failure(call string, code nvml.Return) *cuda.Error {
	m := meaningOf(code)
	return &cuda.Error{Op: call, Kind: m.kind, Code: int(code), Name: m.name, Remedy: m.remedy}
}
