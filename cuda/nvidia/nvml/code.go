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

func meanings() map[nvml.Return]meaning {
	return map[nvml.Return]meaning{
		nvml.ERROR_UNINITIALIZED:    {"NVML_ERROR_UNINITIALIZED", cuda.DriverBroken, ""},
		nvml.ERROR_INVALID_ARGUMENT: {"NVML_ERROR_INVALID_ARGUMENT", cuda.InvalidValue, ""},
		nvml.ERROR_NOT_SUPPORTED:    {"NVML_ERROR_NOT_SUPPORTED", cuda.Unsupported, ""},
		nvml.ERROR_NO_PERMISSION: {"NVML_ERROR_NO_PERMISSION", cuda.DriverBroken,
			"look at the permissions of /dev/nvidiactl and /dev/nvidia*"},
		nvml.ERROR_NOT_FOUND:          {"NVML_ERROR_NOT_FOUND", cuda.NotFound, ""},
		nvml.ERROR_INSUFFICIENT_SIZE:  {"NVML_ERROR_INSUFFICIENT_SIZE", cuda.InvalidValue, ""},
		nvml.ERROR_INSUFFICIENT_POWER: {"NVML_ERROR_INSUFFICIENT_POWER", cuda.DriverBroken, "check the power cables of the GPU"},
		nvml.ERROR_DRIVER_NOT_LOADED: {"NVML_ERROR_DRIVER_NOT_LOADED", cuda.DriverBroken,
			"load the kernel module (modprobe nvidia), or give the container the GPU"},
		nvml.ERROR_TIMEOUT:           {"NVML_ERROR_TIMEOUT", cuda.DriverBroken, ""},
		nvml.ERROR_IRQ_ISSUE:         {"NVML_ERROR_IRQ_ISSUE", cuda.DriverBroken, "see the kernel's log for the GPU's interrupts"},
		nvml.ERROR_LIBRARY_NOT_FOUND: {"NVML_ERROR_LIBRARY_NOT_FOUND", cuda.NotFound, ""},
		nvml.ERROR_FUNCTION_NOT_FOUND: {"NVML_ERROR_FUNCTION_NOT_FOUND", cuda.Unsupported,
			"the driver is older than the function"},
		nvml.ERROR_CORRUPTED_INFOROM: {"NVML_ERROR_CORRUPTED_INFOROM", cuda.DriverBroken, ""},
		nvml.ERROR_GPU_IS_LOST: {"NVML_ERROR_GPU_IS_LOST", cuda.DeviceLost,
			"the GPU has fallen off the bus: see the kernel's log for Xid messages, and reboot"},
		nvml.ERROR_RESET_REQUIRED:   {"NVML_ERROR_RESET_REQUIRED", cuda.DeviceLost, "the GPU must be reset before it can be used"},
		nvml.ERROR_OPERATING_SYSTEM: {"NVML_ERROR_OPERATING_SYSTEM", cuda.DriverBroken, "the GPU is blocked by the operating system or a control group"},
		nvml.ERROR_LIB_RM_VERSION_MISMATCH: {"NVML_ERROR_LIB_RM_VERSION_MISMATCH", cuda.DriverBroken,
			"the library and the kernel module are of different drivers: reboot, or unload and reload the nvidia modules"},
		nvml.ERROR_IN_USE:                    {"NVML_ERROR_IN_USE", cuda.DriverBroken, ""},
		nvml.ERROR_MEMORY:                    {"NVML_ERROR_MEMORY", cuda.OutOfMemory, ""},
		nvml.ERROR_NO_DATA:                   {"NVML_ERROR_NO_DATA", cuda.Unsupported, ""},
		nvml.ERROR_VGPU_ECC_NOT_SUPPORTED:    {"NVML_ERROR_VGPU_ECC_NOT_SUPPORTED", cuda.Unsupported, ""},
		nvml.ERROR_INSUFFICIENT_RESOURCES:    {"NVML_ERROR_INSUFFICIENT_RESOURCES", cuda.OutOfMemory, ""},
		nvml.ERROR_ARGUMENT_VERSION_MISMATCH: {"NVML_ERROR_ARGUMENT_VERSION_MISMATCH", cuda.Unsupported, ""},
		nvml.ERROR_DEPRECATED:                {"NVML_ERROR_DEPRECATED", cuda.Unsupported, ""},
		nvml.ERROR_NOT_READY:                 {"NVML_ERROR_NOT_READY", cuda.DriverBroken, ""},
		nvml.ERROR_GPU_NOT_FOUND:             {"NVML_ERROR_GPU_NOT_FOUND", cuda.NotFound, ""},
		nvml.ERROR_INVALID_STATE:             {"NVML_ERROR_INVALID_STATE", cuda.DriverBroken, ""},
		nvml.ERROR_UNKNOWN: {"NVML_ERROR_UNKNOWN", cuda.DriverBroken,
			"in a container that has lost its devices, start it again; otherwise see the kernel's log"},
	}
}

// failure is the error of a call that answered with a code other than success.
func failure(call string, code nvml.Return) *cuda.Error {
	m, known := meanings()[code]
	if !known {
		m = meaning{"unknown NVML code " + strconv.Itoa(int(code)), cuda.DriverBroken, ""}
	}
	return &cuda.Error{Op: call, Kind: m.kind, Code: int(code), Name: m.name, Remedy: m.remedy}
}
