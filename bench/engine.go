package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
)

// engine is one run.
type engine struct {
	dev      cuda.Device
	options  Options
	limits   limits
	programs programs
	buffers  buffers
	sizes    sizes
	planner  *planner // nil until a point needs it
	now      func() time.Time
	deadline time.Time // zero is none
	planned  int       // points
	sweeps   edgeSweeps
	stamps   *stamper // nil until a point needs it
}

// point is a case at one setting of its axes, and its place in the run.
type point struct {
	c     Case
	axes  axes
	place int // by the cases and their axes
	order int // in which it is measured
	total int
}

func newEngine(dev cuda.Device, lib *kernels.Library, o Options) *engine {
	o.Cases = o.Preset.Cases(o.Cases)
	if o.Roofs {
		o.Cases = withRoofs(o.Cases)
	}
	if o.Precision <= 0 {
		o.Precision = DefaultPrecision
	}
	if o.CaseBudget <= 0 {
		o.CaseBudget = DefaultCaseBudget
	}
	if o.Progress == nil {
		o.Progress = func(Event) {}
	}
	return &engine{
		dev:      dev,
		options:  o,
		limits:   limits{info: dev.Info(), dev: dev},
		programs: programs{dev: dev, lib: lib, loaded: map[string]program{}},
		buffers:  buffers{dev: dev},
		sizes:    enough(),
		now:      time.Now,
	}
}

func (e *engine) run(ctx context.Context, emit func(results.Record) error) error {
	if e.options.Budget > 0 {
		e.deadline = e.now().Add(e.options.Budget)
	}
	left, err := e.left()
	if err != nil {
		return err
	}
	var ended error // why the rest of the points are skipped
	for _, p := range left {
		r, err := e.record(ctx, p, ended)
		if ended == nil {
			ended = err
		}
		e.options.Progress(e.event(p, PhaseDone, &r))
		if err := emit(r); err != nil {
			return err
		}
		e.sweeps.add(r)
	}
	if ended == nil {
		var unwritten error
		if ended, unwritten = e.refine(ctx, emit); unwritten != nil {
			return unwritten
		}
	}
	return e.close(ended)
}

// errBudget ends a run whose budget is spent.
var errBudget = errors.New("the budget of the run was spent")

// close gives the device's memory and modules back and says how the run ended.
// A spent budget is no error, and a lost device has nothing to give back.
func (e *engine) close(ended error) error {
	if cuda.IsKind(ended, cuda.DeviceLost) {
		return ended
	}
	if errors.Is(ended, errBudget) {
		ended = nil
	}
	return errors.Join(ended, e.buffers.free(), e.stamps.free(e.dev), e.programs.unload())
}

// points are all points of the run, in their places.
func (e *engine) points() []point {
	var points []point
	for _, c := range e.options.Cases {
		for _, a := range c.points() {
			points = append(points, point{c: c, axes: a, place: len(points)})
		}
	}
	return points
}

// ForeignRecordError says that a record among those that are done belongs to
// another run.
type ForeignRecordError struct {
	Case string
	Axes map[string]int64
}

// Error names the record and what to do.
func (e *ForeignRecordError) Error() string {
	return fmt.Sprintf("the record %s %v is no point of this run: resume with the same cases", e.Case, e.Axes)
}

// left are the points that are not done, in the order in which to measure them.
// The error is a *ForeignRecordError.
func (e *engine) left() ([]point, error) {
	all := e.points()
	e.planned = len(all)
	done := map[int]bool{}
	for _, r := range e.options.Done {
		planned := r.Place != nil && *r.Place < len(all) && all[*r.Place].was(r)
		if !planned && !e.refined(r) {
			return nil, &ForeignRecordError{Case: r.Case, Axes: r.Axes}
		}
		if planned {
			done[*r.Place] = true
		}
		e.sweeps.add(r)
	}
	all = shuffled(all, e.options.Seed)
	for i := range all {
		all[i].order, all[i].total = i, len(all)
	}
	return slices.DeleteFunc(all, func(p point) bool { return done[p.place] }), nil
}

// was tells whether a record is of this point.
func (p point) was(r results.Record) bool {
	if r.Case != p.c.Name || len(r.Axes) != len(p.axes) {
		return false
	}
	for name, value := range p.axes {
		asMany := name == warpsAxis && value == 0 // as fit, and the record has their number
		if r.Axes[name] != value && !asMany {
			return false
		}
	}
	return true
}

func (e *engine) event(p point, phase string, r *results.Record) Event {
	axes := map[string]int64(p.axes)
	if r != nil {
		axes = r.Axes
	}
	return Event{Case: p.c.Name, Axes: axes, Index: p.order, Total: p.total, Phase: phase, Record: r}
}

// record measures a point, or skips it where the run has ended. The error is
// what ends the run; what is wrong with this point alone is in its record.
func (e *engine) record(ctx context.Context, p point, ended error) (results.Record, error) {
	r := results.Record{Case: p.c.Name, Axes: p.axes, Place: &p.place}
	e.claim(p, &r)
	if ended == nil {
		ended = ctx.Err()
	}
	if ended == nil && !e.deadline.IsZero() && !e.now().Before(e.deadline) {
		ended = errBudget
	}
	if ended != nil {
		r.Outcome, r.Reason = results.OutcomeSkipped, "the run ended before: "+ended.Error()
		return r, ended
	}
	r.Order = &p.order
	err := e.measure(ctx, p, &r)
	if err == nil {
		return r, nil
	}
	return e.unfinished(ctx, r, err)
}

// unfinished makes a row of a point that has no number, and tells whether its
// error ends the run.
func (e *engine) unfinished(ctx context.Context, r results.Record, err error) (results.Record, error) {
	r.Samples, r.Estimate, r.Sustained, r.Evidence, r.Limit = nil, nil, nil, nil, nil
	r.Outcome, r.Reason = results.OutcomeFailed, err.Error()
	switch {
	case ctx.Err() != nil:
		r.Outcome, r.Reason, r.Order = results.OutcomeSkipped, "interrupted: "+ctx.Err().Error(), nil
		return r, ctx.Err()
	case cuda.IsKind(err, cuda.DeviceLost):
		return r, err
	case isUnsupported(err):
		r.Outcome = results.OutcomeUnsupported
	}
	return r, nil
}

// isUnsupported tells whether the device cannot do what was asked of it, which
// is no fault of anyone.
func isUnsupported(err error) bool {
	var none *kernels.NoModuleError
	return cuda.IsKind(err, cuda.Unsupported) || errors.As(err, &none)
}
