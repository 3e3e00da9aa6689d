package roofline

// wantConfidence is the confidence that every interval should have.
const wantConfidence = 0.95

func confidenceRule(e evidence) finding {
	if got := e.record.Estimate.Confidence; got < wantConfidence {
		return note("the interval has a confidence of %.3g %%, not %.3g %%", 100*got, 100*wantConfidence).with("confidence", got)
	}
	return passed().with("confidence", e.record.Estimate.Confidence)
}
