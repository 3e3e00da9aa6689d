package bench

import (
	"context"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	windowSeconds = 10e-3 // of a timed window, at least
	windowTicks   = 200   // of the device's timer in a window, at least
	maxLaunches   = 1 << 20
	maxWarmUps    = 20 // windows
)

// sampler times windows of one launch.
type sampler struct {
	dev      cuda.Device
	launch   cuda.Launch
	launches int // in a window
}

// time times one window and gives the seconds of one launch.
func (s *sampler) time(ctx context.Context) (cuda.Window, float64, error) {
	w, err := s.dev.Time(ctx, s.launch, s.launches)
	if err != nil {
		return w, 0, err
	}
	if w.Launches < 1 || !(w.Seconds > 0) || math.IsInf(w.Seconds, 1) {
		return w, 0, &cuda.Error{Op: "Time", Kind: cuda.LaunchFailed, Kernel: s.launch.Function.Name(),
			Detail: "the device measured no time for the window"}
	}
	return w, w.Seconds / float64(w.Launches), nil
}

// warmUp times windows of the very launch that will be measured until one
// differs from the one before by at most the precision. On the way it raises
// the number of launches until a window is long enough. It tells whether the
// time came to rest within maxWarmUps windows.
func (s *sampler) warmUp(ctx context.Context, precision float64) (flat bool, err error) {
	s.launches = 1
	before := math.Inf(1)
	for range maxWarmUps {
		w, seconds, err := s.time(ctx)
		if err != nil {
			return false, err
		}
		if !s.lengthen(w, seconds) && math.Abs(seconds-before) <= precision*before {
			return true, nil
		}
		before = seconds
	}
	return false, nil
}

// lengthen raises the number of launches in a window that is too short.
func (s *sampler) lengthen(w cuda.Window, seconds float64) bool {
	enough := max(windowSeconds, windowTicks*w.TickSeconds)
	if w.Seconds >= enough || s.launches >= maxLaunches {
		return false
	}
	s.launches = min(maxLaunches, max(s.launches+1, int(math.Ceil(enough/seconds))))
	return true
}

// sample times one window and reads the device's sensors around it.
func (s *sampler) sample(ctx context.Context) (results.Sample, error) {
	before, err := telemetry(s.dev)
	if err != nil {
		return results.Sample{}, err
	}
	w, _, err := s.time(ctx)
	if err != nil {
		return results.Sample{}, err
	}
	after, err := telemetry(s.dev)
	if err != nil {
		return results.Sample{}, err
	}
	return results.Sample{
		Seconds:        w.Seconds,
		Launches:       w.Launches,
		Replayed:       w.Replayed,
		SMClockMHz:     mean(before.SMClockMHz, after.SMClockMHz),
		MemoryClockMHz: mean(before.MemoryClockMHz, after.MemoryClockMHz),
		EventReasons:   union(before.EventReasons, after.EventReasons),
		TemperatureC:   after.TemperatureC,
		PowerWatts:     mean(before.PowerWatts, after.PowerWatts),
	}, nil
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
