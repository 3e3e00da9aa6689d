package roofline

import (
	"math"

	"ridgeline/results"
)

const (
	// clockSlack is how far above the highest clock that a device tells a sampled one
	// may be: boards boost beyond it (NVIDIA/nvbench issue 193 saw 5 %).
	clockSlack = 0.06
	// clockApart is how far the clock by stamps and the one by the sensor may be apart.
	// The sensor gives single moments, in steps of 15 MHz, of a clock that moves.
	clockApart = 0.05
	// clockNote is where that is worth a word, beyond a step of the sensor.
	clockNote    = 0.02
	clockStepMHz = 15
)

// clockRule holds the SM clock against the highest that the device tells, and the
// one measured by stamps against the one that the sensor told. A clock above the
// highest was read from another device, or is no SM clock; two clocks that disagree
// say that one of them is not of this device, or that the device was not at work.
func clockRule(e evidence) finding {
	est := e.record.Estimate
	used, most := est.SMClockMHz, e.device.SMClockMHz
	if used == nil {
		return finding{}
	}
	found := sourceOf(est.Clock)
	if c := est.Clock; c != nil && c.Source == results.ClockByStamps && c.SensorMHz != nil {
		found = clocksAgree(*used, *c.SensorMHz)
	}
	if most > 0 && *used > most*(1+clockSlack) {
		found = suspect("the sampled SM clock of %.0f MHz is above the highest of the device, %.0f MHz: it may be another device's", *used, most)
	}
	if most > 0 {
		found = found.with("highest_sm_clock_mhz", most)
	}
	return found.with("sm_clock_mhz", *used).clocks(est.Clock)
}

// sourceOf says where a clock is from that nothing can be held against.
func sourceOf(c *results.Clock) finding {
	if c == nil || c.Missing == "" {
		return passed()
	}
	return note("the SM clock is by the %s alone: %s", c.Source, c.Missing).quietly()
}

// clocksAgree holds a clock by stamps against that of the sensor.
func clocksAgree(stamped, sensor float64) finding {
	apart := sensor/stamped - 1
	switch text := "the SM clock is %.0f MHz by stamps and %.0f MHz by the sensor of the driver, %+.1f %%"; {
	case math.Abs(apart) > clockApart:
		return suspect(text+": one of them is not of this device, or not of these windows", stamped, sensor, 100*apart)
	case math.Abs(apart) > clockNote && math.Abs(sensor-stamped) > clockStepMHz:
		return note(text, stamped, sensor, 100*apart)
	}
	return passed()
}

// clocks adds what is known of a clock.
func (f finding) clocks(c *results.Clock) finding {
	if c == nil {
		return f
	}
	for name, value := range map[string]*float64{
		"sm_clock_low_mhz": c.LowMHz, "sm_clock_high_mhz": c.HighMHz, "sensor_sm_clock_mhz": c.SensorMHz,
	} {
		if value != nil {
			f = f.with(name, *value)
		}
	}
	return f
}
