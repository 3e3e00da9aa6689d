package bench

import (
	"context"

	"ridgeline/cuda"
)

// pilotLaunches is how many launches a pilot times together.
const pilotLaunches = 5

// shape plans the launch of a point.
func (e *engine) shape(ctx context.Context, p point, f cuda.Function) (shape, error) {
	if err := e.survey(ctx); err != nil {
		return shape{}, err
	}
	return e.planner.shape(ctx, p.c, p.axes, f, func(ctx context.Context, s shape) (float64, error) {
		return e.pilot(ctx, p, s, f)
	})
}

// survey learns once in a run what every plan needs: how much memory is free,
// and what a launch costs that does next to nothing, a single block that reads
// one chunk.
func (e *engine) survey(ctx context.Context) error {
	if e.planner != nil {
		return nil
	}
	free, _, err := e.dev.Memory()
	if err != nil {
		return err
	}
	c := readCase()
	widest := axes{laneBytes: 16}
	f, _, err := e.programs.function(c.recipe.symbol(widest))
	if err != nil {
		return err
	}
	cost, err := e.pilot(ctx, point{c: c, axes: widest}, shape{grid: 1, blocksPerSM: 1, trips: 1}, f)
	if err != nil {
		return err
	}
	e.planner = &planner{
		limits: e.limits, freeBytes: free, sizes: e.sizes, costSeconds: cost,
		launchSeconds: max(e.sizes.launchSeconds, e.sizes.costMultiple*cost),
	}
	return nil
}

// pilot times a few launches of a shape, after one that nobody counts.
func (e *engine) pilot(ctx context.Context, p point, s shape, f cuda.Function) (float64, error) {
	l, err := e.launch(p, s, f)
	if err != nil {
		return 0, err
	}
	first := &sampler{dev: e.dev, launch: l.launch, launches: 1, growing: true}
	if _, _, err := first.time(ctx); err != nil {
		return 0, err
	}
	first.launches = max(pilotLaunches, first.launches)
	_, seconds, err := first.time(ctx)
	return seconds, err
}
