//go:build cuda && linux

package nvidia

import (
	"errors"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
	"ridgeline/cuda/nvidia/nvml"
)

// sensors are those of the host's GPUs, as far as the management library tells.
type sensors struct {
	library *nvml.Library
	missing error // why there is none
}

// findSensors opens the management library. Without it a GPU can be measured,
// but nobody knows its clocks.
func findSensors() sensors {
	library, err := nvml.Open("")
	if err == nil && library.Provenance() != abi.Provenance() {
		err = &cuda.Error{Op: "load NVML", Kind: cuda.DriverBroken, Detail: library.Path() + " tells of other devices than the CUDA driver: " +
			"one of the two only stands in for a driver"}
		return sensors{missing: errors.Join(err, library.Close())}
	}
	return sensors{library, err}
}

// of is the sensor of a device, found by its name or address alone; nil where
// there is none.
func (s sensors) of(info cuda.Info) (*nvml.Sensor, error) {
	if s.library == nil {
		return nil, s.missing
	}
	return s.library.Find(nvml.IDOf(info))
}

// Telemetry reads the device's sensors; nothing where it has none.
func (d *device) Telemetry() (cuda.Telemetry, error) {
	if d.dead != nil {
		return cuda.Telemetry{}, again("Telemetry", d.dead)
	}
	if d.sensor == nil {
		return cuda.Telemetry{}, nil
	}
	return d.sensor.Telemetry()
}

// State reads how the device is set up.
func (d *device) State() (cuda.State, error) {
	if d.dead != nil {
		return cuda.State{}, again("State", d.dead)
	}
	if d.sensor == nil {
		return cuda.State{Missing: map[string]string{cuda.AllFields: d.blind.Error()}}, nil
	}
	return d.sensor.State()
}

// Warnings says what a run on the device will lack.
func (d *device) Warnings() []string {
	if d.blind == nil {
		return nil
	}
	why := d.blind.Error()
	if e, ok := errors.AsType[*cuda.Error](d.blind); ok && e.Kind == cuda.NotFound {
		why = e.Op + ": " + string(e.Kind) // State tells what was tried
	}
	return []string{"no clocks, power or temperature of the GPU: " + why}
}
