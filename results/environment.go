package results

import "time"

// Environment is how the device was set up, and what else ran on it, before the
// first measurement and after the last.
type Environment struct {
	Start *DeviceState `json:"start" jsonschema:"nullable"`
	End   *DeviceState `json:"end" jsonschema:"nullable"` // null when the run did not finish
}

// DeviceState is a device at one moment, as its driver tells. Of a slice of a
// GPU (MIG) it is the whole GPU. A field is null where it is not offered, and
// Missing says why.
type DeviceState struct {
	At time.Time `json:"at"`

	Name              *string `json:"name" jsonschema:"nullable"`
	DriverVersion     *string `json:"driver_version" jsonschema:"nullable"`
	CUDADriverVersion *string `json:"cuda_driver_version" jsonschema:"nullable"` // the newest CUDA that the driver speaks
	VBIOSVersion      *string `json:"vbios_version" jsonschema:"nullable"`

	SMClockMHz        *float64 `json:"sm_clock_mhz" jsonschema:"nullable"`
	MemoryClockMHz    *float64 `json:"memory_clock_mhz" jsonschema:"nullable"`
	MaxSMClockMHz     *float64 `json:"max_sm_clock_mhz" jsonschema:"nullable"`
	MaxMemoryClockMHz *float64 `json:"max_memory_clock_mhz" jsonschema:"nullable"`
	EventReasons      *uint64  `json:"event_reasons" jsonschema:"nullable"`
	PState            *int     `json:"p_state" jsonschema:"nullable"` // 0 is the fastest
	TemperatureC      *float64 `json:"temperature_c" jsonschema:"nullable"`

	PowerWatts              *float64 `json:"power_watts" jsonschema:"nullable"`
	PowerLimitWatts         *float64 `json:"power_limit_watts" jsonschema:"nullable"`          // as asked for
	EnforcedPowerLimitWatts *float64 `json:"enforced_power_limit_watts" jsonschema:"nullable"` // as in force
	DefaultPowerLimitWatts  *float64 `json:"default_power_limit_watts" jsonschema:"nullable"`

	ECC         *bool   `json:"ecc" jsonschema:"nullable"`
	MIG         *bool   `json:"mig" jsonschema:"nullable"`
	Persistence *bool   `json:"persistence" jsonschema:"nullable"`
	ComputeMode *string `json:"compute_mode" jsonschema:"nullable"` // "default", "exclusive-process" or "prohibited"

	PCIeGeneration    *int `json:"pcie_generation" jsonschema:"nullable"` // now; a resting link is slower
	PCIeLanes         *int `json:"pcie_lanes" jsonschema:"nullable"`
	MaxPCIeGeneration *int `json:"max_pcie_generation" jsonschema:"nullable"`
	MaxPCIeLanes      *int `json:"max_pcie_lanes" jsonschema:"nullable"`

	UtilizationPercent *float64 `json:"utilization_percent" jsonschema:"nullable"`
	// Processes have memory on the device, Ridgeline among them once it measures;
	// [] is none.
	Processes []Process `json:"processes" jsonschema:"nullable"`

	// Missing has a reason for each field that is null, by its name here; the
	// one at "*" (AllFields) stands for all that have none of their own.
	Missing map[string]string `json:"missing"`
}

// AllFields in DeviceState.Missing stands for every field that is null.
const AllFields = "*"

// Process is a program that runs on the device.
type Process struct {
	PID             int    `json:"pid"`  // in the name space of the host
	Kind            string `json:"kind"` // "compute" or "graphics"
	UsedMemoryBytes *int64 `json:"used_memory_bytes" jsonschema:"nullable"`
}
