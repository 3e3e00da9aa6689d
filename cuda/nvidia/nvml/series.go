package nvml

import "ridgeline/cuda"

// Series is the readings of one window, in the order of time.
type Series []Reading

// Telemetry puts a series into one statement: the mean of the clocks and of the
// power, the last temperature, and every event reason that was seen in any
// reading, so that a short slowdown is not averaged away. A field that a reading
// lacks is nil.
func (s Series) Telemetry() cuda.Telemetry {
	return cuda.Telemetry{
		SMClockMHz:     s.mean(func(t cuda.Telemetry) *float64 { return t.SMClockMHz }),
		MemoryClockMHz: s.mean(func(t cuda.Telemetry) *float64 { return t.MemoryClockMHz }),
		EventReasons:   s.union(),
		TemperatureC:   s.last(),
		PowerWatts:     s.mean(func(t cuda.Telemetry) *float64 { return t.PowerWatts }),
	}
}

func (s Series) mean(of func(cuda.Telemetry) *float64) *float64 {
	if len(s) == 0 {
		return nil
	}
	sum := 0.0
	for _, r := range s {
		value := of(r.Telemetry)
		if value == nil {
			return nil
		}
		sum += *value
	}
	mean := sum / float64(len(s))
	return &mean
}

func (s Series) union() *uint64 {
	if len(s) == 0 {
		return nil
	}
	var all uint64
	for _, r := range s {
		if r.EventReasons == nil {
			return nil
		}
		all |= *r.EventReasons
	}
	return &all
}

func (s Series) last() *float64 {
	if len(s) == 0 {
		return nil
	}
	return s[len(s)-1].TemperatureC
}
