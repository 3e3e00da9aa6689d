package results

// ClockSource is where an SM clock is from.
type ClockSource string

const (
	ClockByStamps ClockSource = "stamps" // cycles counted on the SMs over the time of the device
	ClockBySensor ClockSource = "sensor" // what the driver tells
	ClockUnknown  ClockSource = "none"   // nobody tells
)

// ClockInterval is the clock of the SMs in one window, by stamps: kernels of their
// own, before the window and after it, that note on each SM its cycles and the time.
type ClockInterval struct {
	MeanMHz float64 `json:"mean_mhz"` // over the SMs
	// LowMHz and HighMHz hold the clock of each SM.
	LowMHz  float64 `json:"low_mhz"`
	HighMHz float64 `json:"high_mhz"`
	SMs     int     `json:"sms"` // that were stamped twice
}

// Clock is where the SM clock of an estimate is from, and what else is known of it:
// medians of the samples.
type Clock struct {
	Source ClockSource `json:"source" jsonschema:"enum=stamps,enum=sensor,enum=none"`
	// LowMHz and HighMHz hold the clock of each SM, by stamps.
	LowMHz  *float64 `json:"low_mhz" jsonschema:"nullable"`
	HighMHz *float64 `json:"high_mhz" jsonschema:"nullable"`
	// SensorMHz is what the driver told meanwhile.
	SensorMHz *float64 `json:"sensor_mhz" jsonschema:"nullable"`
	// Missing says why what is null is.
	Missing string `json:"missing,omitempty"`
}

func validateClock(place string, c *Clock) error {
	if c == nil {
		return nil
	}
	return first(
		check(c.Source == ClockByStamps || c.Source == ClockBySensor || c.Source == ClockUnknown, "%s.source: %q is unknown", place, c.Source),
		check((c.LowMHz == nil) == (c.HighMHz == nil), "%s: low_mhz and high_mhz go together", place),
		check(c.Source != ClockByStamps || c.LowMHz != nil, "%s.low_mhz: missing from a clock by stamps", place),
		check(c.LowMHz == nil || c.HighMHz == nil || *c.LowMHz <= *c.HighMHz, "%s: low_mhz is above high_mhz", place),
		positive(place+".low_mhz", c.LowMHz),
		positive(place+".sensor_mhz", c.SensorMHz),
		check(c.LowMHz != nil && c.SensorMHz != nil || c.Missing != "", "%s.missing: no reason for what is null", place),
	)
}

func validateClockInterval(c *ClockInterval) error {
	if c == nil {
		return nil
	}
	return first(
		check(c.LowMHz > 0 && c.LowMHz <= c.MeanMHz && c.MeanMHz <= c.HighMHz,
			"sm_clock_stamped: low %v, mean %v and high %v MHz are out of order", c.LowMHz, c.MeanMHz, c.HighMHz),
		check(c.SMs > 0, "sm_clock_stamped.sms: %d is not positive", c.SMs),
	)
}
