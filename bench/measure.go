package bench

import (
	"context"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/results"
)

// measure fills the record of a point: plan, verify, warm up, sample, estimate.
func (e *engine) measure(ctx context.Context, p point, r *results.Record) error {
	e.options.Progress(e.event(p, PhasePlan, nil))
	l, err := e.prepare(ctx, p, r)
	if err != nil {
		return err
	}
	e.options.Progress(e.event(p, PhaseVerify, nil))
	if err := e.verify(ctx, l, r); err != nil {
		return err
	}
	if err := e.prove(ctx, p, l, r); err != nil {
		return err
	}
	return e.timed(ctx, p, l, r)
}

// timed fills in what the time of a launch says that was verified.
func (e *engine) timed(ctx context.Context, p point, l prepared, r *results.Record) error {
	stamps, err := e.stamper()
	if err != nil {
		return err
	}
	s := &sampler{dev: e.dev, launch: l.launch, stamps: stamps}
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
	if err := e.evidence(ctx, s, p, l, r); err != nil {
		return err
	}
	if seconds := r.Estimate.SecondsMedian; seconds < 0.9*l.leastSeconds {
		r.Warnings = append(r.Warnings, fmt.Sprintf("a launch takes only %.3g ms, not %.3g ms: what it costs to start and end may show",
			1e3*seconds, 1e3*l.leastSeconds))
	}
	r.Warnings = append(r.Warnings, doubts(r)...)
	r.Limit = e.limits.record(*r.Work, r.Estimate.SMClockMHz)
	r.Outcome = results.OutcomeOK
	return nil
}

// evidence measures beside the samples of a ceiling what shows that they mean
// what they say.
func (e *engine) evidence(ctx context.Context, s *sampler, p point, l prepared, r *results.Record) (err error) {
	if r.Work.Measures == "" {
		return nil
	}
	if e.isSustained(*r.Work) {
		if r.Sustained, err = e.sustained(ctx, s, r.Estimate.SecondsMedian); err != nil {
			return err
		}
	}
	r.Evidence = &results.Evidence{LaunchCostSeconds: &e.planner.costSeconds}
	if r.Evidence.Halved, err = e.halved(ctx, p, l); err != nil {
		return err
	}
	r.Evidence.Reread, err = e.reread(ctx, p, l, r.Work)
	return err
}

// prepare loads the kernel, plans its launch and puts its inputs in place.
func (e *engine) prepare(ctx context.Context, p point, r *results.Record) (prepared, error) {
	f, kernel, err := e.programs.function(p.c.recipe.symbol(p.axes))
	if err != nil {
		return prepared{}, err
	}
	r.Kernel = kernel
	if why := e.programs.emulates(kernel.Symbol, p.c.recipe.opcode); why != "" {
		r.Warnings = append(r.Warnings, why)
	}
	s, err := e.shape(ctx, p, f)
	if err != nil {
		return prepared{}, err
	}
	work := p.c.recipe.work(p.axes, s)
	r.Launch, r.Work, r.Axes = s.record(), &work, p.c.resolved(p.axes, s)
	r.Data = p.c.recipe.record(p.c.keys(p.axes, s, e.options.Seed), e.options.Seed)
	return e.launch(p, s, f)
}

// prepared is a launch that is ready to run.
type prepared struct {
	launch cuda.Launch
	shape  shape
	out    buffer // what it writes
	want   func() expectation
	// leastSeconds is how long the launch should take.
	leastSeconds float64
}

// expected computes what the kernel must write. It gives up when the context
// ends: a long chain takes the CPU long, and what it still computes then is of
// no use to anybody.
func (l prepared) expected(ctx context.Context) (expectation, error) {
	done := make(chan expectation, 1)
	go func() { done <- l.want() }()
	select {
	case want := <-done:
		return want, nil
	case <-ctx.Done():
		return expectation{}, ctx.Err()
	}
}

// launch makes the buffers ready for a shape.
func (e *engine) launch(p point, s shape, f cuda.Function) (prepared, error) {
	recipe := p.c.recipe
	in, data, err := e.buffers.inputs(p.c.keys(p.axes, s, e.options.Seed), p.c.inputBytes(p.axes, s))
	if err != nil {
		return prepared{}, err
	}
	size := recipe.output(p.axes, s)
	out, err := e.buffers.output(size)
	if err != nil {
		return prepared{}, err
	}
	return prepared{
		launch: s.launch(f, recipe.args(p.axes, s, in, out)),
		shape:  s,
		out:    buffer{out, size},
		want:   func() expectation { return recipe.expect(p.axes, s, data) },

		leastSeconds: s.leastSeconds,
	}, nil
}

// verify checks the results of the launch in the shape that will be timed.
func (e *engine) verify(ctx context.Context, l prepared, r *results.Record) error {
	want, err := l.expected(ctx)
	if err != nil {
		return err
	}
	v, report, err := verify(ctx, e.dev, l.launch, l.out, want)
	if err != nil {
		return err
	}
	r.Verification, r.Counters = &v, CounterFacts(report.Counters)
	if !v.Passed {
		return fmt.Errorf("verification: wrong result of %s: %s", l.launch.Function.Name(), v.Detail)
	}
	return nil
}
