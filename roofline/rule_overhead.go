package roofline

const (
	overheadNote    = 0.02
	overheadSuspect = 0.05
)

// overheadRule looks at how much of a launch is what a launch costs that does
// next to nothing.
func overheadRule(e evidence) finding {
	if e.record.Evidence == nil || e.record.Evidence.LaunchCostSeconds == nil {
		return finding{}
	}
	share := *e.record.Evidence.LaunchCostSeconds / e.record.Estimate.SecondsMedian
	found := passed()
	switch {
	case share > overheadSuspect:
		found = suspect("starting a launch takes %.1f %% of its time", 100*share)
	case share > overheadNote:
		found = note("starting a launch takes %.1f %% of its time", 100*share)
	}
	return found.with("launch_share", share)
}
