package bench

import (
	"context"

	"ridgeline/bench/stats"
	"ridgeline/cuda"
	"ridgeline/results"
)

// resizedSamples is how many windows a launch with other work gets.
const resizedSamples = stats.MinSamples

// resizes tells whether a point is also timed with other work: not one whose axes
// fix the work, and not in a short run on a device that simulates, where every
// shape costs as much as the measurement.
func (e *engine) resizes(p point) bool {
	l := p.c.recipe.layout
	return !l.once && l.grid == nil && l.blocks == nil && (e.options.Preset != Quick || e.dev.Info().Provenance != cuda.Simulated)
}

// resized times the kernel of a point in another shape.
func (e *engine) resized(ctx context.Context, p point, s shape, f cuda.Function) (*results.Resized, error) {
	ready, err := e.launch(p, s, f)
	if err != nil {
		return nil, err
	}
	sampler := &sampler{dev: e.dev, launch: ready.launch}
	if _, err := sampler.warmUp(ctx, e.options.Precision); err != nil {
		return nil, err
	}
	samples := make([]results.Sample, resizedSamples)
	for i := range samples {
		if samples[i], err = sampler.sample(ctx); err != nil {
			return nil, err
		}
	}
	return &results.Resized{
		Work: p.c.recipe.work(p.axes, s), SecondsMedian: stats.MedianOf(launchSeconds(samples)).Value, Samples: len(samples),
	}, nil
}
