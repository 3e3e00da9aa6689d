package roofline

// maxHalfWidth is where an interval says too little to compare anything.
const maxHalfWidth = 0.05

// intervalRule compares the interval reached with the one asked for.
func intervalRule(e evidence) finding {
	got, asked := e.rate.halfWidth(), e.run.Precision
	found := passed()
	switch {
	case got > maxHalfWidth:
		found = suspect("the interval is ±%.1f %% wide", 100*got)
	case asked > 0 && got > asked:
		found = note("the interval is ±%.2g %%, wider than the ±%.2g %% asked for", 100*got, 100*asked)
	}
	return found.with("half_width", got)
}
