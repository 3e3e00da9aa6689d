//go:build cuda && linux

package nvml

import (
	"fmt"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// ecc is the mode in force, not the one after the next reboot.
func (s *Sensor) ecc() (bool, error) {
	mode, err := ask(s.lib, func() (nvml.EnableState, nvml.Return) {
		current, _, code := s.device.GetEccMode()
		return current, code
	}, "nvmlDeviceGetEccMode")
	return mode == nvml.FEATURE_ENABLED, err
}

// mig is the mode in force, not the one after the next reset.
func (s *Sensor) mig() (bool, error) {
	mode, err := ask(s.lib, func() (int, nvml.Return) {
		current, _, code := s.device.GetMigMode()
		return current, code
	}, "nvmlDeviceGetMigMode")
	return mode == nvml.DEVICE_MIG_ENABLE, err
}

func (s *Sensor) persistence() (bool, error) {
	mode, err := ask(s.lib, s.device.GetPersistenceMode, "nvmlDeviceGetPersistenceMode")
	return mode == nvml.FEATURE_ENABLED, err
}

func (s *Sensor) computeMode() (string, error) {
	const call = "nvmlDeviceGetComputeMode"
	mode, err := ask(s.lib, s.device.GetComputeMode, call)
	if err != nil {
		return "", err
	}
	switch mode {
	case nvml.COMPUTEMODE_DEFAULT:
		return "default", nil
	case nvml.COMPUTEMODE_EXCLUSIVE_PROCESS, nvml.COMPUTEMODE_EXCLUSIVE_THREAD:
		return "exclusive-process", nil // the driver has long since no other
	case nvml.COMPUTEMODE_PROHIBITED:
		return "prohibited", nil
	}
	return "", unknownAnswer(call, int(mode))
}

// pState is 0 to 15; NVML calls 32 unknown.
func (s *Sensor) pState() (int, error) {
	const call = "nvmlDeviceGetPerformanceState"
	state, err := ask(s.lib, s.device.GetPerformanceState, call)
	if err == nil && (state < nvml.PSTATE_0 || state > nvml.PSTATE_15) {
		err = unknownAnswer(call, int(state))
	}
	return int(state), err
}

func unknownAnswer(call string, answer int) error {
	return &cuda.Error{Op: call, Kind: cuda.Unsupported, Detail: fmt.Sprintf("it answered %d, which has no meaning", answer)}
}
