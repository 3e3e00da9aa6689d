package results

// Estimate is the time of one launch: the median of the samples with an
// interval.
type Estimate struct {
	SecondsMedian float64 `json:"seconds_median"`
	SecondsLow    float64 `json:"seconds_low"`
	SecondsHigh   float64 `json:"seconds_high"`
	Confidence    float64 `json:"confidence"` // such as 0.95, the level reached
	Samples       int     `json:"samples"`
	// EffectiveSamples is how many independent samples would say as much: samples
	// that follow each other look alike.
	EffectiveSamples *float64 `json:"effective_samples,omitempty"`
	// InvalidSamples is how many windows the device timed wrongly, as none or less
	// than none; they are in no number.
	InvalidSamples int `json:"invalid_samples,omitempty"`
	// SecondsP90 and SecondsP99 are percentiles of the samples; the median is the
	// 50th. They are missing where fewer than 3 samples lie beyond them: under 30
	// and 300 samples.
	SecondsP90 *float64 `json:"seconds_p90,omitempty"`
	SecondsP99 *float64 `json:"seconds_p99,omitempty"`
	// Trend is how the samples moved; missing where they are too few.
	Trend *Trend `json:"trend,omitempty"`
	// Modes are the two clusters of the samples; missing where they have one.
	Modes *Modes `json:"modes,omitempty"`
	// SMClockMHz is the median clock of the samples; null where none has one.
	SMClockMHz *float64 `json:"sm_clock_mhz" jsonschema:"nullable"`
	// Clock is where it is from; missing from documents of an older program, whose
	// clock is the sensor's.
	Clock    *Clock   `json:"clock,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// Trend is how the time of a launch moved from the first sample to the last,
// relative to its median, with an interval of 95 %.
type Trend struct {
	Change float64 `json:"change"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	// Start and End are how far the first and the last samples are from the half of
	// the samples at the other end, relative to that; 0 where there are under 30.
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	// Drifts is true where the time moved beyond doubt, over all or at an end, and by
	// more than half of the precision asked for. That it is false does not say that the device was at
	// rest: see Sustained.
	Drifts bool `json:"drifts"`
}

// Modes are the two clusters that samples fell into.
type Modes struct {
	SecondsLow  float64 `json:"seconds_low"`  // mean of the faster one
	SecondsHigh float64 `json:"seconds_high"` // mean of the slower one
	HighShare   float64 `json:"high_share"`   // of the samples, in the slower one
}

// Sustained is the time of one launch under a load that went on until the device
// was as warm and as slow as it gets; Record.Estimate is that of a short burst.
type Sustained struct {
	Estimate Estimate `json:"estimate"`
	// LoadSeconds is how long the device had been under load at the end.
	LoadSeconds float64 `json:"load_seconds"`
	// DutyCycle is the part of that time in which the device was timed at work.
	DutyCycle float64 `json:"duty_cycle"`
	// Steady tells whether the time had come to rest: over the last half it surely
	// changed by less than 1 %. Otherwise the budget ended the load first.
	Steady bool `json:"steady"`
	// Samples are the windows of the load in their order, with their clocks; the
	// estimate is of the last half.
	Samples []Sample `json:"samples"`
}

// Evidence is what was measured beside the samples to show that they mean what
// they say. What was not measured is missing.
type Evidence struct {
	// LaunchCostSeconds is what a launch costs that does next to nothing.
	LaunchCostSeconds *float64 `json:"launch_cost_seconds,omitempty"`
	// Halved is the same kernel with about half of the work, which should take half as
	// long.
	Halved *Resized `json:"halved,omitempty"`
	// Reread is the same kernel over twice the memory, of which a cache could keep
	// half as much from one launch to the next.
	Reread *Resized `json:"reread,omitempty"`
}

// Resized is a launch of the same kernel with other work.
type Resized struct {
	Work          Work    `json:"work"`
	SecondsMedian float64 `json:"seconds_median"`
	Samples       int     `json:"samples"`
}
