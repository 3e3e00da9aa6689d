package roofline

// minSamples is the least number of samples from which the least and the
// greatest hold the median with 95 % confidence: 1 - 2*(1/2)^6 = 96.9 %.
const minSamples = 6

func samplesRule(e evidence) finding {
	if n := e.record.Estimate.Samples; n < minSamples {
		return suspect("%d samples; a 95 %% interval of the median needs %d", n, minSamples).with("samples", float64(n))
	}
	if bad := e.record.Estimate.InvalidSamples; bad > 0 {
		return note("%d windows that the device timed as nothing or less are left out", bad).with("invalid_samples", float64(bad))
	}
	return passed().with("samples", float64(e.record.Estimate.Samples))
}
