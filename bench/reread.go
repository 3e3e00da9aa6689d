package bench

import (
	"context"

	"ridgeline/results"
)

// reread times a kernel that measures DRAM over twice the memory. Its launches read
// the same memory over and over, and nothing flushes the caches between them but
// what they read themselves: a cache that keeps some of it serves a smaller part of
// twice as much. It is nil where the kernel is not resized, has a footprint that
// does not grow, or finds no room for more.
func (e *engine) reread(ctx context.Context, p point, l prepared, w *results.Work) (*results.Resized, error) {
	if w.Measures != "level:dram" || !e.resizes(p) {
		return nil, nil
	}
	twice := l.shape
	twice.trips *= 2
	room, err := e.planner.tripsInMemory(p.c, p.axes, l.shape, l.launch.Function)
	if err != nil || twice.trips > room || p.c.recipe.work(p.axes, twice).FootprintBytes < 1.5*w.FootprintBytes {
		return nil, err
	}
	return e.resized(ctx, p, twice, l.launch.Function)
}
