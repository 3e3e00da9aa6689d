package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
)

// maxSamples ends the sampling of a point, however wide its interval stays.
const maxSamples = 300

// engine is one run.
type engine struct {
	dev      cuda.Device
	options  Options
	limits   limits
	programs programs
	buffers  buffers
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
	if len(o.Cases) == 0 {
		o.Cases = Cases()
	}
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
// A spent budget is no error.
func (e *engine) close(ended error) error {
	if errors.Is(ended, errBudget) {
		ended = nil
	}
	if ended != nil {
		return ended // a lost device cannot give back what it has
	}
	return errors.Join(e.buffers.free(), e.programs.unload())
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
	return Event{Case: p.c.Name, Axes: p.axes, Index: p.index, Total: p.total, Phase: phase, Record: r}
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
	var none *kernels.NoModuleError
	switch {
	case ctx.Err() != nil:
		r.Outcome, r.Reason = results.OutcomeSkipped, "interrupted: "+ctx.Err().Error()
		return r, ctx.Err()
	case cuda.IsKind(err, cuda.DeviceLost):
		return r, err
	case cuda.IsKind(err, cuda.Unsupported), errors.As(err, &none):
		r.Outcome = results.OutcomeUnsupported
	}
	return r, nil
}

// measure fills the record of a point: plan, verify, warm up, sample, estimate.
func (e *engine) measure(ctx context.Context, p point, r *results.Record) error {
	e.options.Progress(e.event(p, PhasePlan, nil))
	launch, want, err := e.prepare(ctx, p, r)
	if err != nil {
		return err
	}
	e.options.Progress(e.event(p, PhaseVerify, nil))
	if err := e.verify(ctx, launch, want, r); err != nil {
		return err
	}
	s := &sampler{dev: e.dev, launch: launch}
	e.options.Progress(e.event(p, PhaseWarmUp, nil))
	flat, err := s.warmUp(ctx, e.options.Precision)
	if err != nil {
		return err
	}
	if !flat {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the time still moved after %d windows of warm-up", maxWarmUps))
	}
	e.options.Progress(e.event(p, PhaseMeasure, nil))
	if err := e.sample(ctx, s, p, r); err != nil {
		return err
	}
	r.Limit = e.limits.record(*r.Work, r.Estimate.SMClockMHz)
	r.Outcome = results.OutcomeOK
	return nil
}

// prepare loads the kernel, plans its launch and puts its input in place.
func (e *engine) prepare(ctx context.Context, p point, r *results.Record) (cuda.Launch, expectation, error) {
	f, kernel, err := e.programs.function(p.c.recipe.symbol(p.axes))
	if err != nil {
		return cuda.Launch{}, expectation{}, err
	}
	r.Kernel = kernel
	s, err := e.shape(ctx, p, f)
	if err != nil {
		return cuda.Launch{}, expectation{}, err
	}
	work := p.c.recipe.work(p.axes, s)
	r.Launch, r.Work = s.record(), &work
	r.Data = inputFor(p.c.recipe.input, s, e.options.Seed).record()
	launch, data, err := e.launch(p, s, f)
	if err != nil {
		return launch, expectation{}, err
	}
	return launch, p.c.recipe.expect(p.axes, s, data), nil
}

// launch makes the buffers ready for a shape.
func (e *engine) launch(p point, s shape, f cuda.Function) (cuda.Launch, input, error) {
	in, data, err := e.buffers.input(inputFor(p.c.recipe.input, s, e.options.Seed), p.c.recipe.inputBytes(s))
	if err != nil {
		return cuda.Launch{}, data, err
	}
	out, err := e.buffers.output(p.c.recipe.outputBytes(s))
	if err != nil {
		return cuda.Launch{}, data, err
	}
	return s.launch(f, p.c.recipe.args(in, out, s)), data, nil
}

// verify checks the results of the launch in the shape that will be timed.
func (e *engine) verify(ctx context.Context, l cuda.Launch, want expectation, r *results.Record) error {
	v, report, err := verify(ctx, e.dev, l, e.buffers.out.ptr, want)
	if err != nil {
		return err
	}
	r.Verification, r.Counters = &v, counted(report.Counters)
	if !v.Passed {
		return fmt.Errorf("wrong result of %s: %s", l.Function.Name(), v.Detail)
	}
	return nil
}

// sample takes windows until the interval is narrow enough.
func (e *engine) sample(ctx context.Context, s *sampler, p point, r *results.Record) error {
	until := e.share(p)
	for {
		sample, err := s.sample(ctx)
		if err != nil {
			return err
		}
		r.Samples = append(r.Samples, sample)
		if len(r.Samples) < minSamples {
			continue
		}
		estimate := estimate(r.Samples)
		r.Estimate = &estimate
		switch {
		case halfWidth(estimate) <= e.options.Precision:
			return nil
		case len(r.Samples) >= maxSamples:
			estimate.Warnings = append(estimate.Warnings, tooWide(estimate, e.options.Precision, "the most that a point gets"))
			return nil
		case !until.IsZero() && e.now().After(until):
			estimate.Warnings = append(estimate.Warnings, tooWide(estimate, e.options.Precision, "its share of the budget was spent"))
			return nil
		}
	}
}

// share is when the sampling of a point should end: what is left of the budget
// is shared by the points that are left. Zero is no bound.
func (e *engine) share(p point) time.Time {
	if e.deadline.IsZero() {
		return time.Time{}
	}
	now := e.now()
	return now.Add(e.deadline.Sub(now) / time.Duration(p.total-p.index))
}
