package roofline

// verificationRule refuses a number whose result was not shown to be right.
func verificationRule(e evidence) finding {
	switch v := e.record.Verification; {
	case v == nil:
		return refuse("the result was not checked")
	case !v.Passed:
		return refuse("the result is wrong: %s", v.Detail)
	case v.Sampled:
		return note("%d of %d outputs were checked", v.Checked, v.Total)
	}
	return passed().with("outputs_checked", float64(e.record.Verification.Checked))
}
