//go:build cuda && linux

package nvidia

import (
	"errors"
	"time"

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

// watchPeriod is from one reading of a watched window to the next: a window of
// 10 ms has three. Where readings take long there are fewer, see nvml.Sampler.
const watchPeriod = 4 * time.Millisecond

// Watch reads the sensors beside what the device does.
func (d *device) Watch() (stop func() (cuda.Watched, error)) {
	if d.dead != nil || d.sensor == nil {
		return func() (cuda.Watched, error) { return cuda.Watched{}, nil }
	}
	sampling := nvml.Sampler{Read: d.sensor.Telemetry, Period: watchPeriod}.Start()
	return func() (cuda.Watched, error) {
		series, err := sampling.Stop()
		return cuda.Watched{Telemetry: series.Telemetry(), Readings: len(series)}, err
	}
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
