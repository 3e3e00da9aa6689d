//go:build cuda && linux

package nvml

import (
	"encoding/binary"
	"fmt"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
)

// Telemetry reads the sensors. A field that the GPU or the driver does not
// offer is nil; State says why. The error is that the GPU is lost.
func (s *Sensor) Telemetry() (cuda.Telemetry, error) {
	r := newReading()
	t := s.telemetry(r)
	return t, r.lost()
}

// telemetry takes a handful of microseconds to some milliseconds, by what the
// driver must ask the GPU for.
func (s *Sensor) telemetry(r *reading) cuda.Telemetry {
	return cuda.Telemetry{
		SMClockMHz:     read(r, "sm_clock_mhz", s.clock(nvml.CLOCK_SM)),
		MemoryClockMHz: read(r, "memory_clock_mhz", s.clock(nvml.CLOCK_MEM)),
		EventReasons:   read(r, "event_reasons", s.eventReasons),
		TemperatureC:   read(r, "temperature_c", s.temperature),
		PowerWatts:     read(r, "power_watts", s.power),
	}
}

func (s *Sensor) clock(kind nvml.ClockType) func() (float64, error) {
	return func() (float64, error) {
		mhz, err := ask(s.lib, func() (uint32, nvml.Return) { return s.device.GetClockInfo(kind) }, "nvmlDeviceGetClockInfo")
		return positive("nvmlDeviceGetClockInfo", float64(mhz), err)
	}
}

// eventReasons has a new name since driver 535, with the same bits.
func (s *Sensor) eventReasons() (uint64, error) {
	if bits, err := ask(s.lib, s.device.GetCurrentClocksEventReasons, "nvmlDeviceGetCurrentClocksEventReasons"); err == nil {
		return bits, nil
	}
	return ask(s.lib, s.device.GetCurrentClocksThrottleReasons, //nolint:staticcheck // the only one before driver 535
		"nvmlDeviceGetCurrentClocksThrottleReasons")
}

// temperature is of the chip. The call without a version is deprecated since
// CUDA 13, and the other is not there before.
func (s *Sensor) temperature() (float64, error) {
	if t, err := ask(s.lib, s.device.GetTemperatureV().V1, "nvmlDeviceGetTemperatureV"); err == nil {
		return float64(t.Temperature), nil
	}
	celsius, err := ask(s.lib, func() (uint32, nvml.Return) {
		return s.device.GetTemperature(nvml.TEMPERATURE_GPU) //nolint:staticcheck // the only one before CUDA 13
	}, "nvmlDeviceGetTemperature")
	return float64(celsius), err
}

// power is of the moment where the driver has it. nvmlDeviceGetPowerUsage gives
// a mean of the last second on Ampere (except the A100) and newer, by nvml.h.
func (s *Sensor) power() (float64, error) {
	if watts, err := s.powerNow(); err == nil {
		return watts, nil
	}
	milliwatts, err := ask(s.lib, s.device.GetPowerUsage, "nvmlDeviceGetPowerUsage")
	return float64(milliwatts) / 1000, err
}

func (s *Sensor) powerNow() (float64, error) {
	const call = "nvmlDeviceGetFieldValues"
	field, err := ask(s.lib, func() (nvml.FieldValue, nvml.Return) {
		values := []nvml.FieldValue{{FieldId: nvml.FI_DEV_POWER_INSTANT}}
		code := s.device.GetFieldValues(values)
		if code == nvml.SUCCESS {
			code = nvml.Return(values[0].NvmlReturn) //nolint:gosec // an enumeration of a few
		}
		return values[0], code
	}, call)
	if err != nil {
		return 0, err
	}
	if nvml.ValueType(field.ValueType) != nvml.VALUE_TYPE_UNSIGNED_INT { //nolint:gosec // an enumeration of a few
		return 0, &cuda.Error{Op: call, Kind: cuda.Unsupported, Detail: fmt.Sprintf("the power has type %d", field.ValueType)}
	}
	milliwatts := float64(binary.NativeEndian.Uint32(field.Value[:]))
	return positive(call, milliwatts/1000, nil)
}

// positive takes a zero for what it is where it cannot be true: some guests and
// boards answer it with success for what they do not offer.
func positive[T int | float64](call string, value T, err error) (T, error) {
	if err == nil && value <= 0 {
		err = &cuda.Error{Op: call, Kind: cuda.Unsupported, Detail: fmt.Sprintf("it answered %v with success", value)}
	}
	return value, err
}
