package bench

import (
	"context"
	"math"
	"strings"

	"ridgeline/bench/stats"
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	// sustainedSeconds is how long a load goes on at least. The slowest part of a
	// GPU, its heat sink, has a time constant of some tens of seconds; the power
	// limit of a B200 pulls its clock down within 5 ms (flashinfer issue 2899).
	sustainedSeconds = 20
	// sustainedMost is how many times as long it goes on where it does not come to
	// rest.
	sustainedMost = 3
	// sustainedWindow is the length of a window under load: long, so that the
	// device does not rest between them.
	sustainedWindow = 100e-3 // seconds
	// sustainedLook is after how many windows more it is judged again.
	sustainedLook = 10
	// steadyChange is the change over the last half of a load below which it is
	// steady, relative to its median.
	steadyChange = 0.01
)

// isSustained tells whether a point is also measured under load: in the preset
// Full, what may be a ceiling of a math path or of DRAM.
func (e *engine) isSustained(w results.Work) bool {
	return e.options.Preset == Full && (strings.HasPrefix(w.Measures, "path:") || w.Measures == "level:dram")
}

// sustained keeps the device at one launch until its time comes to rest, and
// estimates from the last half of the windows.
func (e *engine) sustained(ctx context.Context, s *sampler, secondsOfLaunch float64) (*results.Sustained, error) {
	s.launches = min(maxLaunches, max(s.launches, int(math.Ceil(sustainedWindow/secondsOfLaunch))))
	s.begin()
	began := e.now()
	load := &results.Sustained{}
	for {
		sample, err := s.sample(ctx)
		if err != nil {
			return nil, err
		}
		load.Samples = append(load.Samples, sample)
		if s.seconds < sustainedSeconds || len(load.Samples)%sustainedLook != 0 {
			continue
		}
		tail := load.Samples[len(load.Samples)/2:]
		load.Estimate = estimate(tail, stats.Rule{Precision: e.options.Precision, Resolution: s.resolution()}, s.stamps.why())
		load.Steady = stats.TrendOf(launchSeconds(tail)).Steady(steadyChange)
		spent := s.seconds >= sustainedMost*sustainedSeconds || !e.deadline.IsZero() && e.now().After(e.deadline)
		if load.Steady || spent {
			break
		}
	}
	load.LoadSeconds = max(s.seconds, e.now().Sub(began).Seconds())
	if e.dev.Info().Provenance == cuda.Simulated {
		load.LoadSeconds = s.seconds // the wall is not the device's
	}
	load.DutyCycle = s.seconds / load.LoadSeconds
	return load, nil
}
