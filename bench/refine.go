package bench

import (
	"context"
	"math"

	"ridgeline/results"
	"ridgeline/roofline"
)

const (
	// edgeGap is how far the two points beside an edge are apart at most, when it is
	// found well enough.
	edgeGap = 1.02
	// plateauGap is how far two points on the way up may be apart, as there may be a
	// plateau between them.
	plateauGap = 1.5
	// mostRefined is how many points a sweep gets at most beside its own. An edge
	// between points that are 4 times apart takes 7, and a sweep has a few.
	mostRefined = 32
)

// edgeSweeps are the points of the sweeps that are refined, and those that were tried
// in vain, by case.
type edgeSweeps map[string][]results.Record

// add keeps a record that may be of such a sweep.
func (s *edgeSweeps) add(r results.Record) {
	if r.Axes[footprintAxis] == 0 {
		return
	}
	if *s == nil {
		*s = edgeSweeps{}
	}
	(*s)[r.Case] = append((*s)[r.Case], r)
}

// refined tells whether a record is of a point that an earlier run added.
func (e *engine) refined(r results.Record) bool {
	for _, c := range e.options.Cases {
		if c.Name == r.Case && c.recipe.refined && r.Place != nil && *r.Place >= e.planned && r.Axes[footprintAxis] > 0 {
			return e.options.Preset.rank() == Full.rank()
		}
	}
	return false
}

// refine measures points between those around each edge of a sweep, until they are
// close. They follow the planned points in their places and in the order. Ended is
// why the run ended before; a point that it kept from being measured was never
// promised, and has no record.
func (e *engine) refine(ctx context.Context, emit func(results.Record) error) (ended, unwritten error) {
	if e.options.Preset.rank() != Full.rank() {
		return nil, nil
	}
	for {
		p, found := e.nextInGap()
		if !found {
			return nil, nil
		}
		r, err := e.record(ctx, p, nil)
		if r.Outcome == results.OutcomeSkipped {
			return err, nil
		}
		e.options.Progress(e.event(p, PhaseDone, &r))
		if err := emit(r); err != nil {
			return nil, err
		}
		if e.sweeps.add(r); err != nil {
			return err, nil
		}
	}
}

// nextInGap is the point to measure next.
func (e *engine) nextInGap() (point, bool) {
	at := e.planned
	for name := range e.sweeps {
		at += e.sweeps.added(name, e.planned)
	}
	for _, c := range e.options.Cases {
		if footprint, found := e.sweeps.gap(c.Name, e.planned); found && c.recipe.refined {
			return point{c: c, axes: axes{footprintAxis: footprint}, place: at, order: at, total: at + 1}, true
		}
	}
	return point{}, false
}

// added is how many points of a sweep were not planned.
func (s edgeSweeps) added(name string, planned int) (n int) {
	for _, r := range s[name] {
		if *r.Place >= planned {
			n++
		}
	}
	return n
}

// gap is the middle of the first gap at an edge that is too wide, in KiB.
func (s edgeSweeps) gap(name string, planned int) (footprint int64, found bool) {
	tried := map[int64]bool{}
	for _, r := range s[name] {
		tried[r.Axes[footprintAxis]] = true
	}
	left := mostRefined - s.added(name, planned)
	for _, edge := range roofline.Edges(roofline.LatencySteps(s[name], name)) {
		gap := edge.Between
		if edge.Widest[1]/edge.Widest[0] > plateauGap {
			gap = edge.Widest
		}
		middle := int64(math.Round(math.Sqrt(gap[0]*gap[1]) / (1 << 10)))
		if gap[1]/gap[0] > edgeGap && !tried[middle] && left > 0 {
			return middle, true
		}
	}
	return 0, false
}
