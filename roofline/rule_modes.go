package roofline

// modesRule looks at whether the samples are of two kinds, so that their median
// is of neither.
func modesRule(e evidence) finding {
	m := e.record.Estimate.Modes
	if m == nil {
		return finding{}
	}
	apart := m.SecondsHigh/m.SecondsLow - 1
	return suspect("the samples are of two kinds: %.0f %% of them take %.2g %% longer than the rest", 100*m.HighShare, 100*apart).
		with("apart", apart).with("high_share", m.HighShare)
}
