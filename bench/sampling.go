package bench

import (
	"context"
	"time"

	"ridgeline/bench/stats"
	"ridgeline/results"
)

// sample takes windows until the interval is narrow enough to stop, or the
// budget of the point or of the run is spent.
func (e *engine) sample(ctx context.Context, s *sampler, p point, r *results.Record) error {
	s.begin()
	budget := e.budget(p)
	rule := stats.Rule{Precision: e.options.Precision, Resolution: s.resolution()}
	for length := stats.MinSamples; ; {
		spent, err := e.extend(ctx, s, r, length, budget)
		if err != nil {
			return err
		}
		median, next := rule.Look(launchSeconds(r.Samples))
		if length = next; next > 0 && spent == "" {
			continue
		}
		estimate := estimateOf(r.Samples, median, e.options.Precision, s.stamps.why())
		estimate.InvalidSamples = s.invalid
		if next > 0 {
			estimate.Warnings = append(estimate.Warnings, tooWide(estimate, e.options.Precision, spent))
		}
		r.Estimate = &estimate
		return nil
	}
}

// extend takes samples up to a number, and says which budget ended it before.
// It does not look at budgets until there are enough samples for an interval.
func (e *engine) extend(ctx context.Context, s *sampler, r *results.Record, length int, budget budget) (spent string, err error) {
	for len(r.Samples) < length {
		if len(r.Samples) >= stats.MinSamples {
			if spent := budget.spent(s.seconds, e.now()); spent != "" {
				return spent, nil
			}
		}
		sample, err := s.sample(ctx)
		if err != nil {
			return "", err
		}
		r.Samples = append(r.Samples, sample)
	}
	return "", nil
}

// budget is how long the samples of a point may take.
type budget struct {
	deviceSeconds float64   // in windows
	until         time.Time // on the wall; zero is no bound
}

// budget of a point: its own, and an equal share of what is left to the run.
func (e *engine) budget(p point) budget {
	b := budget{deviceSeconds: e.options.CaseBudget.Seconds()}
	if !e.deadline.IsZero() {
		now := e.now()
		b.until = now.Add(e.deadline.Sub(now) / time.Duration(p.total-p.order))
	}
	return b
}

// spent says which budget is, if one is.
func (b budget) spent(deviceSeconds float64, now time.Time) string {
	switch {
	case deviceSeconds >= b.deviceSeconds:
		return "the budget of the point was spent"
	case !b.until.IsZero() && now.After(b.until):
		return "its share of the budget of the run was spent"
	}
	return ""
}
