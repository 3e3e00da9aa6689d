//go:build cuda && linux

package nvml

import (
	"fmt"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// State reads everything that the driver offers, each field for itself. The
// error is that the GPU is lost.
func (s *Sensor) State() (cuda.State, error) {
	r := newReading()
	state := cuda.State{
		Telemetry:          s.telemetry(r),
		Name:               read(r, "name", s.text(s.device.GetName, "nvmlDeviceGetName")),
		DriverVersion:      read(r, "driver_version", s.text(s.lib.nvml.SystemGetDriverVersion, "nvmlSystemGetDriverVersion")),
		CUDADriverVersion:  read(r, "cuda_driver_version", s.lib.cudaDriverVersion),
		VBIOSVersion:       read(r, "vbios_version", s.text(s.device.GetVbiosVersion, "nvmlDeviceGetVbiosVersion")),
		MaxSMClockMHz:      read(r, "max_sm_clock_mhz", s.maxClock(nvml.CLOCK_SM)),
		MaxMemoryClockMHz:  read(r, "max_memory_clock_mhz", s.maxClock(nvml.CLOCK_MEM)),
		PState:             read(r, "p_state", s.pState),
		ECC:                read(r, "ecc", s.ecc),
		MIG:                read(r, "mig", s.mig),
		Persistence:        read(r, "persistence", s.persistence),
		ComputeMode:        read(r, "compute_mode", s.computeMode),
		UtilizationPercent: read(r, "utilization_percent", s.utilization),
		Processes:          s.processes(r),
	}
	s.powerLimits(r, &state)
	s.pcieLink(r, &state)
	state.Missing = r.missing
	return state, r.lost()
}

func (s *Sensor) powerLimits(r *reading, state *cuda.State) {
	state.PowerLimitWatts = read(r, "power_limit_watts",
		s.watts(s.device.GetPowerManagementLimit, "nvmlDeviceGetPowerManagementLimit"))
	state.EnforcedPowerLimitWatts = read(r, "enforced_power_limit_watts",
		s.watts(s.device.GetEnforcedPowerLimit, "nvmlDeviceGetEnforcedPowerLimit"))
	state.DefaultPowerLimitWatts = read(r, "default_power_limit_watts",
		s.watts(s.device.GetPowerManagementDefaultLimit, "nvmlDeviceGetPowerManagementDefaultLimit"))
}

func (s *Sensor) pcieLink(r *reading, state *cuda.State) {
	state.PCIeGeneration = read(r, "pcie_generation",
		s.number(s.device.GetCurrPcieLinkGeneration, "nvmlDeviceGetCurrPcieLinkGeneration"))
	state.PCIeLanes = read(r, "pcie_lanes",
		s.number(s.device.GetCurrPcieLinkWidth, "nvmlDeviceGetCurrPcieLinkWidth"))
	state.MaxPCIeGeneration = read(r, "max_pcie_generation",
		s.number(s.device.GetMaxPcieLinkGeneration, "nvmlDeviceGetMaxPcieLinkGeneration"))
	state.MaxPCIeLanes = read(r, "max_pcie_lanes",
		s.number(s.device.GetMaxPcieLinkWidth, "nvmlDeviceGetMaxPcieLinkWidth"))
}

// text is a call that answers with a string, which must not be empty.
func (s *Sensor) text(call func() (string, nvml.Return), name string) func() (string, error) {
	return func() (string, error) {
		answer, err := ask(s.lib, call, name)
		if err == nil && answer == "" {
			err = &cuda.Error{Op: name, Kind: cuda.Unsupported, Detail: "it answered nothing with success"}
		}
		return answer, err
	}
}

// number is a call that answers with a positive number.
func (s *Sensor) number(call func() (int, nvml.Return), name string) func() (int, error) {
	return func() (int, error) {
		answer, err := ask(s.lib, call, name)
		return positive(name, answer, err)
	}
}

// watts is a call that answers in milliwatts.
func (s *Sensor) watts(call func() (uint32, nvml.Return), name string) func() (float64, error) {
	return func() (float64, error) {
		milliwatts, err := ask(s.lib, call, name)
		return positive(name, float64(milliwatts)/1000, err)
	}
}

func (s *Sensor) maxClock(kind nvml.ClockType) func() (float64, error) {
	return func() (float64, error) {
		mhz, err := ask(s.lib, func() (uint32, nvml.Return) { return s.device.GetMaxClockInfo(kind) }, "nvmlDeviceGetMaxClockInfo")
		return positive("nvmlDeviceGetMaxClockInfo", float64(mhz), err)
	}
}

// cudaDriverVersion comes as 1000 times the major version and 10 times the
// minor one.
func (l *Library) cudaDriverVersion() (string, error) {
	version, err := ask(l, l.nvml.SystemGetCudaDriverVersion_v2, "nvmlSystemGetCudaDriverVersion_v2")
	if err != nil {
		version, err = ask(l, l.nvml.SystemGetCudaDriverVersion, "nvmlSystemGetCudaDriverVersion")
	}
	return fmt.Sprintf("%d.%d", version/1000, version%1000/10), err
}

func (s *Sensor) utilization() (float64, error) {
	u, err := ask(s.lib, s.device.GetUtilizationRates, "nvmlDeviceGetUtilizationRates")
	return float64(u.Gpu), err
}
