package bench

import (
	"context"

	"ridgeline/results"
)

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
// timed. It is nil where the kernel is not resized, or cannot be halved.
func (e *engine) halved(ctx context.Context, p point, l prepared) (*results.Resized, error) {
	half, ok := l.shape.halve(e.dev.Info().SMCount)
	if !ok || !e.resizes(p) {
		return nil, nil
	}
	return e.resized(ctx, p, half, l.launch.Function)
}
