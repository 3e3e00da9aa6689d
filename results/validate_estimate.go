package results

func validateEstimate(place string, e *Estimate, samples int) error {
	if e == nil {
		return nil
	}
	return first(
		check(e.SecondsLow > 0, "%s.seconds_low: %v is not positive", place, e.SecondsLow),
		check(e.SecondsLow <= e.SecondsMedian && e.SecondsMedian <= e.SecondsHigh,
			"%s: low %v, median %v and high %v seconds are out of order", place, e.SecondsLow, e.SecondsMedian, e.SecondsHigh),
		check(e.Confidence >= 0 && e.Confidence <= 1, "%s.confidence: %v is not in [0, 1]", place, e.Confidence),
		check(e.Samples > 0 && e.Samples <= samples, "%s.samples: %d, but the record has %d", place, e.Samples, samples),
		check(e.InvalidSamples >= 0, "%s.invalid_samples: %d is negative", place, e.InvalidSamples),
		positive(place+".effective_samples", e.EffectiveSamples),
		positive(place+".seconds_p90", e.SecondsP90),
		positive(place+".seconds_p99", e.SecondsP99),
		positive(place+".sm_clock_mhz", e.SMClockMHz),
		validateClock(place+".clock", e.Clock),
		validateTrend(place, e.Trend),
	)
}

func validateTrend(place string, t *Trend) error {
	if t == nil {
		return nil
	}
	return check(t.Low <= t.Change && t.Change <= t.High, "%s.trend: low %v, change %v and high %v are out of order", place, t.Low, t.Change, t.High)
}

func validateSustained(s *Sustained) error {
	if s == nil {
		return nil
	}
	return first(
		check(s.LoadSeconds > 0, "sustained.load_seconds: %v is not positive", s.LoadSeconds),
		check(s.DutyCycle > 0 && s.DutyCycle <= 1, "sustained.duty_cycle: %v is not in (0, 1]", s.DutyCycle),
		validateSamples(s.Samples),
		validateEstimate("sustained.estimate", &s.Estimate, len(s.Samples)),
	)
}

func validateEvidence(e *Evidence) error {
	if e == nil {
		return nil
	}
	return first(
		validateResized("evidence.halved", e.Halved),
		validateResized("evidence.reread", e.Reread),
		positive("evidence.launch_cost_seconds", e.LaunchCostSeconds),
	)
}

func validateResized(place string, r *Resized) error {
	if r == nil {
		return nil
	}
	return first(
		validateWork(&r.Work),
		check(r.SecondsMedian > 0, "%s.seconds_median: %v is not positive", place, r.SecondsMedian),
		check(r.Samples > 0, "%s.samples: %d is not positive", place, r.Samples),
	)
}
