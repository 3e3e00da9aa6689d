package bench

import (
	"cmp"
	"context"

	"ridgeline/cuda"
	"ridgeline/results"
)

// sample times one window and reads the device's sensors meanwhile.
func (s *sampler) sample(ctx context.Context) (results.Sample, error) {
	stop, err := watch(s.dev)
	if err != nil {
		return results.Sample{}, err
	}
	w, _, clock, err := s.clocked(ctx)
	seen, lost := stop()
	if err = cmp.Or(err, lost); err != nil {
		return results.Sample{}, err
	}
	return results.Sample{
		Seconds:          w.Seconds,
		Launches:         w.Launches,
		Replayed:         w.Replayed,
		HostSeconds:      w.HostSeconds,
		LaunchesPerGraph: w.LaunchesPerGraph,
		SensorReadings:   seen.Readings,
		SMClockMHz:       clockMHz(clock, seen.SMClockMHz),
		StampedSMClock:   clock,
		SensorSMClockMHz: seen.SMClockMHz,
		MemoryClockMHz:   seen.MemoryClockMHz,
		EventReasons:     seen.EventReasons,
		TemperatureC:     seen.TemperatureC,
		PowerWatts:       seen.PowerWatts,
	}, nil
}

// clockMHz is the SM clock of a window: measured by stamps, or else what a sensor
// told; nil is unknown.
func clockMHz(stamped *results.ClockInterval, told *float64) *float64 {
	if stamped != nil {
		return &stamped.MeanMHz
	}
	return told
}

// watch begins to read the sensors: while the device works where that can be done,
// else once now and once when it is stopped.
func watch(dev cuda.Device) (stop func() (cuda.Watched, error), err error) {
	if w, ok := dev.(cuda.Watcher); ok {
		return w.Watch(), nil
	}
	before, err := telemetry(dev)
	return func() (cuda.Watched, error) {
		after, err := telemetry(dev)
		return cuda.Watched{Telemetry: cuda.Telemetry{
			SMClockMHz:     mean(before.SMClockMHz, after.SMClockMHz),
			MemoryClockMHz: mean(before.MemoryClockMHz, after.MemoryClockMHz),
			EventReasons:   union(before.EventReasons, after.EventReasons),
			TemperatureC:   after.TemperatureC,
			PowerWatts:     mean(before.PowerWatts, after.PowerWatts),
		}}, err
	}, err
}

// telemetry reads the sensors of a device that has any.
func telemetry(dev cuda.Device) (cuda.Telemetry, error) {
	if t, ok := dev.(cuda.Telemeter); ok {
		return t.Telemetry()
	}
	return cuda.Telemetry{}, nil
}

// mean of a reading before and one after; nil unless there are both.
func mean(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	m := (*a + *b) / 2
	return &m
}

// union of the event reasons before and after; nil unless there are both.
func union(a, b *uint64) *uint64 {
	if a == nil || b == nil {
		return nil
	}
	u := *a | *b
	return &u
}
