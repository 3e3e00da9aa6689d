package bench

import (
	"strings"

	"ridgeline/bench/stats"
	"ridgeline/results"
)

// clockOf is the median SM clock of the samples and where it is from: by stamps
// where every window has them, else by the sensor. noStamps is why one has none.
func clockOf(samples []results.Sample, noStamps string) (mhz *float64, c *results.Clock) {
	of := func(get func(results.Sample) *float64) *float64 { return medianOf(samples, get) }
	stamped := func(get func(*results.ClockInterval) *float64) *float64 {
		return of(func(s results.Sample) *float64 {
			if s.StampedSMClock == nil {
				return nil
			}
			return get(s.StampedSMClock)
		})
	}
	c = &results.Clock{
		Source:    results.ClockByStamps,
		LowMHz:    stamped(func(i *results.ClockInterval) *float64 { return &i.LowMHz }),
		HighMHz:   stamped(func(i *results.ClockInterval) *float64 { return &i.HighMHz }),
		SensorMHz: of(func(s results.Sample) *float64 { return s.SensorSMClockMHz }),
	}
	var missing []string
	mhz = stamped(func(i *results.ClockInterval) *float64 { return &i.MeanMHz })
	if mhz == nil {
		c.Source, mhz = results.ClockBySensor, c.SensorMHz
		missing = append(missing, noStamps)
	}
	if c.SensorMHz == nil {
		missing = append(missing, "no sensor of the device tells its SM clock")
	}
	if mhz == nil {
		c.Source = results.ClockUnknown
	}
	c.Missing = strings.Join(missing, "; ")
	return mhz, c
}

// medianOf is the median of something that every sample has; nil where one lacks it.
func medianOf(samples []results.Sample, get func(results.Sample) *float64) *float64 {
	values := make([]float64, 0, len(samples))
	for _, s := range samples {
		value := get(s)
		if value == nil {
			return nil
		}
		values = append(values, *value)
	}
	if len(values) == 0 {
		return nil
	}
	middle := stats.Middle(values)
	return &middle
}
