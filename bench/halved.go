package bench

import (
	"context"

	"ridgeline/bench/stats"
	"ridgeline/cuda"
	"ridgeline/results"
)

// halvedSamples is how many windows a launch with half of the work gets.
const halvedSamples = stats.MinSamples

// halve gives a shape with about half of the work: half of the waves of blocks,
// or half of the trips where there is one wave. It is false where the shape
// cannot be halved.
func (s shape) halve(sms int) (shape, bool) {
	wave := s.blocksPerSM * sms
	switch {
	case wave > 0 && s.grid%wave == 0 && s.grid/wave >= 2:
		s.grid = (s.grid/wave + 1) / 2 * wave
	case s.trips >= 2:
		s.trips = (s.trips + 1) / 2
	default:
		return s, false
	}
	return s, true
}

// halved times the kernel with half of its work, which should take half as long:
// where it does not, work was skipped, or something else than the work was
// timed. It is nil for a case whose axes fix the work, and for a short run on a
// device that simulates, where every shape costs as much as the measurement.
func (e *engine) halved(ctx context.Context, p point, s shape, f cuda.Function) (*results.Halved, error) {
	l := p.c.recipe.layout
	half, ok := s.halve(e.dev.Info().SMCount)
	if !ok || l.once || l.grid != nil || l.blocks != nil || e.options.Preset == Quick && e.dev.Info().Provenance == cuda.Simulated {
		return nil, nil
	}
	ready, err := e.launch(p, half, f)
	if err != nil {
		return nil, err
	}
	sampler := &sampler{dev: e.dev, launch: ready.launch}
	if _, err := sampler.warmUp(ctx, e.options.Precision); err != nil {
		return nil, err
	}
	samples := make([]results.Sample, halvedSamples)
	for i := range samples {
		if samples[i], err = sampler.sample(ctx); err != nil {
			return nil, err
		}
	}
	return &results.Halved{
		Work: p.c.recipe.work(p.axes, half), SecondsMedian: stats.MedianOf(launchSeconds(samples)).Value, Samples: len(samples),
	}, nil
}
