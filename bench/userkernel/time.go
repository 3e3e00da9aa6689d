package userkernel

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ridgeline/bench"
	"ridgeline/bench/stats"
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	windowSeconds = 10e-3 // of a timed window, at least
	maxLaunches   = 1 << 20
	maxWindows    = 200
	totalSeconds  = 3.0 // in windows
	precision     = 0.005
)

// Time fills the buffers and times launches. A virtual GPU gives the same time
// again and again: of it, one launch is timed. The window is the last one.
func (s *Session) Time(ctx context.Context) (results.KernelTime, cuda.Window, error) {
	if err := s.Fill(); err != nil {
		return results.KernelTime{}, cuda.Window{}, err
	}
	launch := s.launch
	launch.PerInstruction, launch.Check = false, cuda.Checks{}
	info := s.dev.Info()
	t := results.KernelTime{
		Provenance: results.Provenance(info.Provenance), Device: bench.DeviceFacts(info), Launches: 1, Stalls: []results.Stall{},
	}
	var w cuda.Window
	var err error
	if info.Provenance == cuda.Simulated {
		if w, err = s.dev.Time(ctx, launch, 1); err != nil {
			return t, w, err
		}
		t.Stalls = stalls(w.Simulation)
		t.Seconds, t.Windows, t.Cycles = results.Interval{Median: w.Seconds, Low: w.Seconds, High: w.Seconds}, 1, &w.CyclesPerLaunch
	} else if w, err = s.windows(ctx, launch, &t); err != nil {
		return t, w, err
	}
	s.facts(&t)
	return t, w, nil
}

// stalls lists where warps wait, the most first.
func stalls(s *cuda.Simulation) []results.Stall {
	list := []results.Stall{}
	if s == nil {
		return list
	}
	for reason, share := range s.Stalls {
		list = append(list, results.Stall{Reason: reason, Share: share})
	}
	slices.SortFunc(list, func(a, b results.Stall) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(a.Reason, b.Reason))
	})
	return list
}

// windows times until the interval of the median is narrow, or the time is up.
func (s *Session) windows(ctx context.Context, launch cuda.Launch, t *results.KernelTime) (w cuda.Window, err error) {
	var series []float64
	for spent, look := 0.0, stats.MinSamples; len(series) < maxWindows && spent < totalSeconds; spent += w.Seconds {
		if w, err = s.dev.Time(ctx, launch, t.Launches); err != nil {
			return w, err
		}
		if w.Seconds < windowSeconds && t.Launches < maxLaunches {
			t.Launches, series = min(maxLaunches, 1+int(float64(t.Launches)*max(1, 1.1*windowSeconds/max(w.Seconds, 1e-9)))), nil
			continue
		}
		series = append(series, w.Seconds/float64(t.Launches))
		if len(series) < look {
			continue
		}
		var m stats.Median
		rule := stats.Rule{Precision: precision, Resolution: w.TickSeconds / float64(t.Launches)}
		if m, look = rule.Look(series); look == 0 {
			t.Seconds, t.Windows = results.Interval{Median: m.Value, Low: m.Low, High: m.High}, len(series)
			return w, nil
		}
	}
	m := stats.MedianOf(series)
	t.Seconds, t.Windows = results.Interval{Median: m.Value, Low: m.Low, High: m.High}, len(series)
	return w, nil
}

// facts adds the clock and the waves, where the device tells them.
func (s *Session) facts(t *results.KernelTime) {
	if d, ok := s.dev.(cuda.Telemeter); ok {
		if state, err := d.Telemetry(); err == nil {
			t.SMClockMHz = state.SMClockMHz
		}
	}
	resident, err := s.launch.Function.BlocksPerSM(s.launch.Block.Count(), s.launch.DynamicSharedBytes)
	if sms := s.dev.Info().SMCount; err == nil && resident*sms > 0 {
		waves := float64(s.launch.Grid.Count()) / float64(resident*sms)
		t.Waves = &waves
	}
}
