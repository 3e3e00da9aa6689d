package roofline

// driftRule looks at whether the time moved while it was measured.
func driftRule(e evidence) finding {
	t := e.record.Estimate.Trend
	if t == nil {
		return finding{}
	}
	found := passed()
	if t.Drifts {
		found = suspect("the time moved by %+.2g %% (%+.2g to %+.2g) over the samples, and was %+.2g %% off at the start and %+.2g %% at the end: "+
			"the device was not at rest", 100*t.Change, 100*t.Low, 100*t.High, 100*t.Start, 100*t.End)
	}
	return found.with("start", t.Start).with("end", t.End).with("change", t.Change).with("change_low", t.Low).with("change_high", t.High)
}
