package roofline

// dataRule refuses numbers from data that are not random: memory compresses
// constants, and operands that do not toggle draw less power, so that both
// clock and bandwidth come out too high.
func dataRule(e evidence) finding {
	switch d := e.record.Data; {
	case d == nil:
		return refuse("the input data is not recorded; only random data makes a ceiling")
	case d.Pattern != "random":
		return refuse("the input data is %q; only random data makes a ceiling", d.Pattern)
	}
	return passed()
}
