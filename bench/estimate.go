package bench

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchmath"

	"ridgeline/results"
)

const (
	confidence = 0.95
	// minSamples is the fewest with which the median has a 95 % interval at all.
	minSamples = 6
)

// estimate is the median of the seconds of a launch over the samples, with the
// interval that order statistics give: no distribution is assumed.
func estimate(samples []results.Sample) results.Estimate {
	seconds := make([]float64, len(samples))
	for i, s := range samples {
		seconds[i] = s.Seconds / float64(s.Launches)
	}
	thresholds := benchmath.DefaultThresholds
	summary := benchmath.AssumeNothing.Summary(benchmath.NewSample(seconds, &thresholds), confidence)
	e := results.Estimate{
		SecondsMedian: summary.Center,
		SecondsLow:    summary.Lo,
		SecondsHigh:   summary.Hi,
		Confidence:    summary.Confidence,
		Samples:       len(samples),
		SMClockMHz:    medianClock(samples),
	}
	for _, w := range summary.Warnings {
		e.Warnings = append(e.Warnings, w.Error())
	}
	return e
}

// halfWidth is the wider half of the interval relative to the median.
func halfWidth(e results.Estimate) float64 {
	return max(e.SecondsHigh-e.SecondsMedian, e.SecondsMedian-e.SecondsLow) / e.SecondsMedian
}

// tooWide says by how much an interval missed the precision asked for.
func tooWide(e results.Estimate, precision float64, why string) string {
	return fmt.Sprintf("the interval is ±%.2g %% after %d samples, not ±%.2g %%: %s",
		100*halfWidth(e), e.Samples, 100*precision, why)
}

// medianClock is the median SM clock of the samples, nil where one has none.
func medianClock(samples []results.Sample) *float64 {
	clocks := make([]float64, 0, len(samples))
	for _, s := range samples {
		if s.SMClockMHz == nil {
			return nil
		}
		clocks = append(clocks, *s.SMClockMHz)
	}
	if len(clocks) == 0 {
		return nil
	}
	slices.Sort(clocks)
	middle := (clocks[(len(clocks)-1)/2] + clocks[len(clocks)/2]) / 2
	return &middle
}
