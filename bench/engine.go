package bench

import (
	"context"
	"errors"
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
}

// point is a case at one setting of its axes, and its place in the run.
type point struct {
	c            Case
	axes         axes
	index, total int
}

func newEngine(dev cuda.Device, lib *kernels.Library, o Options) *engine {
	o.Cases = o.Preset.Cases(o.Cases)
	if o.Precision <= 0 {
		o.Precision = DefaultPrecision
	}
	if o.Progress == nil {
		o.Progress = func(Event) {}
	}
	return &engine{
		dev:      dev,
		options:  o,
		limits:   limits{info: dev.Info(), dev: dev},
		programs: programs{dev: dev, lib: lib, loaded: map[string]cuda.Module{}},
		buffers:  buffers{dev: dev},
		sizes:    enough(),
		now:      time.Now,
	}
}

func (e *engine) run(ctx context.Context, emit func(results.Record) error) error {
	if e.options.Budget > 0 {
		e.deadline = e.now().Add(e.options.Budget)
	}
	var ended error // why the rest of the points are skipped
	for _, p := range e.points() {
		r, err := e.record(ctx, p, ended)
		if ended == nil {
			ended = err
		}
		e.options.Progress(e.event(p, PhaseDone, &r))
		if err := emit(r); err != nil {
			return err
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
	return errors.Join(ended, e.buffers.free(), e.programs.unload())
}

func (e *engine) points() []point {
	var points []point
	for _, c := range e.options.Cases {
		for _, a := range c.points() {
			points = append(points, point{c: c, axes: a, index: len(points)})
		}
	}
	for i := range points {
		points[i].total = len(points)
	}
	return points
}

func (e *engine) event(p point, phase string, r *results.Record) Event {
	axes := map[string]int64(p.axes)
	if r != nil {
		axes = r.Axes
	}
	return Event{Case: p.c.Name, Axes: axes, Index: p.index, Total: p.total, Phase: phase, Record: r}
}

// record measures a point, or skips it where the run has ended. The error is
// what ends the run; what is wrong with this point alone is in its record.
func (e *engine) record(ctx context.Context, p point, ended error) (results.Record, error) {
	r := results.Record{Case: p.c.Name, Axes: p.axes}
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
	err := e.measure(ctx, p, &r)
	if err == nil {
		return r, nil
	}
	return e.unfinished(ctx, r, err)
}

// unfinished makes a row of a point that has no number, and tells whether its
// error ends the run.
func (e *engine) unfinished(ctx context.Context, r results.Record, err error) (results.Record, error) {
	r.Samples, r.Estimate, r.Limit = nil, nil, nil
	r.Outcome, r.Reason = results.OutcomeFailed, err.Error()
	switch {
	case ctx.Err() != nil:
		r.Outcome, r.Reason = results.OutcomeSkipped, "interrupted: "+ctx.Err().Error()
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
