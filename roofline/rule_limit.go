package roofline

import "ridgeline/results"

const (
	// limitSlack is how far above the physical limit a number may be for the
	// sampled clock alone: clocks are read in steps of 15 MHz, 0.8 % of 1.9 GHz.
	limitSlack = 0.01
	// limitRefuse is beyond any error of the clock: work was not done, or was
	// counted wrongly, or came from a cache.
	limitRefuse = 0.05
	// limitFar is so far below the limit that the kernel, not the resource, may be
	// what was measured.
	limitFar = 0.5
)

// limitRule holds a number against the physical limit of its resource. Nothing
// is clipped.
func limitRule(e evidence) finding {
	limit := e.record.Limit
	fraction := ofLimit(e.rate, limit)
	switch {
	case limit == nil && e.resource.kind == kindRidge:
		return finding{} // a point of a sweep is no ceiling and need not have one
	case limit == nil:
		return note("the physical limit is not recorded")
	case fraction == nil:
		return note("the physical limit is unknown: %s", limit.Source)
	}
	return e.againstLimit(*fraction).with("of_limit", *fraction)
}

func (e evidence) againstLimit(fraction float64) finding {
	source := e.record.Limit.Source
	switch {
	case fraction > 1+limitRefuse:
		return refuse("%.1f %% of the physical limit (%s): work missing, miscounted or served by a cache", 100*fraction, source)
	case fraction > 1+limitSlack:
		return suspect("%.1f %% of the physical limit (%s)", 100*fraction, source)
	case fraction > 1:
		return note("%.2f %% of the physical limit, within the error of the clock", 100*fraction)
	case e.record.Limit.Way != nil && e.record.Limit.Way.PerSecond != nil:
		way := e.record.Limit.Way
		return note("reached through %s, at %.3g %% of what that can do; %s is faster on this architecture",
			way.Name, 100*e.rate.Median / *way.PerSecond, way.Fastest)
	case fraction < limitFar && e.resource.kind != kindRidge:
		return note("only %.3g %% of the physical limit: a better kernel may show more", 100*fraction)
	}
	return passed()
}

// ofLimit is a rate as a fraction of its limit; nil where that is unknown.
func ofLimit(rate Quantity, limit *results.Limit) *float64 {
	if limit == nil || limit.PerSecond == nil {
		return nil
	}
	fraction := rate.Median / *limit.PerSecond
	return &fraction
}
