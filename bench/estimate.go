package bench

import (
	"fmt"

	"ridgeline/bench/stats"
	"ridgeline/results"
)

// estimate is the time of a launch over the samples. The rule says how precise it
// should be and what the timer can tell; noStamps is why a sample has no stamps.
func estimate(samples []results.Sample, rule stats.Rule, noStamps string) results.Estimate {
	seconds := launchSeconds(samples)
	return estimateOf(samples, rule.MedianOf(seconds), rule.Precision, noStamps)
}

// estimateOf is the estimate with a median that has been judged.
func estimateOf(samples []results.Sample, m stats.Median, precision float64, noStamps string) results.Estimate {
	seconds := launchSeconds(samples)
	e := results.Estimate{
		SecondsMedian:    m.Value,
		SecondsLow:       m.Low,
		SecondsHigh:      m.High,
		Confidence:       m.Confidence,
		Samples:          len(samples),
		EffectiveSamples: &m.Effective,
		SecondsP90:       percentile(seconds, 0.90),
		SecondsP99:       percentile(seconds, 0.99),
		Trend:            trend(seconds, precision),
	}
	e.SMClockMHz, e.Clock = clockOf(samples, noStamps)
	if modes, found := stats.ModesOf(seconds, precision); found {
		e.Modes = &results.Modes{SecondsLow: modes.Low, SecondsHigh: modes.High, HighShare: modes.Share}
	}
	return e
}

// launchSeconds are the seconds of one launch in each window.
func launchSeconds(samples []results.Sample) []float64 {
	seconds := make([]float64, len(samples))
	for i, s := range samples {
		seconds[i] = s.Seconds / float64(s.Launches)
	}
	return seconds
}

func percentile(seconds []float64, p float64) *float64 {
	if value, ok := stats.Percentile(seconds, p); ok {
		return &value
	}
	return nil
}

func trend(seconds []float64, precision float64) *results.Trend {
	if len(seconds) < stats.MinSamples {
		return nil
	}
	t := stats.TrendOf(seconds)
	return &results.Trend{Change: t.Change, Low: t.Low, High: t.High, Start: t.Start, End: t.End, Drifts: t.Drifts(precision / 2)}
}

// halfWidth is the wider half of the interval relative to the median.
func halfWidth(e results.Estimate) float64 {
	return max(e.SecondsHigh-e.SecondsMedian, e.SecondsMedian-e.SecondsLow) / e.SecondsMedian
}

// tooWide says by how much an interval missed the precision asked for.
func tooWide(e results.Estimate, precision float64, why string) string {
	if halfWidth(e) <= precision {
		return fmt.Sprintf("the interval of ±%.2g %% stands on %d samples that are so much alike that they are worth %.3g: too few to trust it: %s",
			100*halfWidth(e), e.Samples, *e.EffectiveSamples, why)
	}
	return fmt.Sprintf("the interval is ±%.2g %% after %d samples, not ±%.2g %%: %s",
		100*halfWidth(e), e.Samples, 100*precision, why)
}
