package bench

import (
	"context"
	"math"

	"ridgeline/bench/stats"
	"ridgeline/cuda"
)

const (
	windowSeconds = 10e-3 // of a timed window, at least
	windowTicks   = 200   // of the device's timer in a window, at least
	maxLaunches   = 1 << 20
	maxWarmUps    = 30 // windows
	// freeInvalid windows may be timed wrongly, and a tenth of the rest.
	freeInvalid = 3
)

// sampler times windows of one launch.
type sampler struct {
	dev      cuda.Device
	launch   cuda.Launch
	stamps   *stamper // nil is none
	launches int      // in a window
	tick     float64  // seconds of the device's timer
	seconds  float64  // in windows so far
	windows  int
	invalid  int // windows that the device timed wrongly
	// growing is true until the launches of a window are settled: one that is too
	// short for the timer to see then gets more of them.
	growing bool
}

// resolution is the step of the timer in the seconds of a launch.
func (s *sampler) resolution() float64 { return s.tick / float64(s.launches) }

// begin forgets the windows so far.
func (s *sampler) begin() { s.seconds, s.windows, s.invalid, s.growing = 0, 0, 0, false }

// time times one window and gives the seconds of one launch. A window that took
// no time or less, by the device, is counted and timed again, unless there are
// too many of them.
func (s *sampler) time(ctx context.Context) (cuda.Window, float64, error) {
	for {
		w, err := s.dev.Time(ctx, s.launch, s.launches)
		if err != nil {
			return w, 0, err
		}
		s.windows++
		if w.Launches >= 1 && w.Seconds > 0 && !math.IsInf(w.Seconds, 1) {
			s.seconds += w.Seconds
			s.tick = w.TickSeconds
			return w, w.Seconds / float64(w.Launches), nil
		}
		if s.growing && w.Seconds == 0 && w.TickSeconds > 0 && s.launches < maxLaunches {
			s.launches *= 2
			continue
		}
		if s.invalid++; s.invalid > freeInvalid+s.windows/10 {
			return w, 0, &cuda.Error{Op: "Time", Kind: cuda.LaunchFailed, Kernel: s.launch.Function.Name(),
				Detail: "the device measured no time for the window"}
		}
	}
}

// warmUp times windows of the very launch that will be measured until they show
// no trend (see stats.Settled), in cycles of the SM clock where that is known. On
// the way it raises the number of launches until a window is long enough. It
// tells whether the time came to rest within maxWarmUps windows.
func (s *sampler) warmUp(ctx context.Context, precision float64) (flat bool, err error) {
	s.launches, s.growing = 1, true
	var cycles []float64
	for range maxWarmUps {
		before, err := telemetry(s.dev)
		if err != nil {
			return false, err
		}
		w, seconds, clock, err := s.clocked(ctx)
		if err != nil {
			return false, err
		}
		if s.lengthen(w, seconds) {
			cycles = nil
			continue
		}
		if mhz := clockMHz(clock, before.SMClockMHz); mhz != nil {
			seconds *= *mhz
		}
		cycles = append(cycles, seconds)
		if stats.Settled(cycles, precision) {
			return true, nil
		}
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
