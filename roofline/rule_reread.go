package roofline

const (
	rereadNote    = 0.02
	rereadSuspect = 0.05
	// rereadRefuse is where a good part of the bytes never came from DRAM.
	rereadRefuse = 0.20
)

// rereadRule looks at whether launches that read the same memory over and over find
// some of it in a cache that nobody told of, or that keeps what it should have let
// go. Over twice the memory the same cache holds half as large a part, so that the
// rate falls; where all comes from DRAM it stays.
func rereadRule(e evidence) finding {
	if e.record.Evidence == nil || e.record.Evidence.Reread == nil || e.resource.level != "dram" {
		return finding{}
	}
	twice := e.record.Evidence.Reread
	amount, _ := e.resource.amount(&twice.Work)
	if amount == 0 {
		return finding{}
	}
	lower := 1 - amount/twice.SecondsMedian/e.rate.Median
	found := passed()
	switch text := "over twice the memory the rate is %.1f %% lower"; {
	case lower > rereadRefuse:
		found = refuse(text+": launches find in a cache what the last one left there", 100*lower)
	case lower > rereadSuspect:
		found = suspect(text+": launches find in a cache what the last one left there", 100*lower)
	case lower > rereadNote:
		found = note(text+": a part may come from a cache", 100*lower)
	}
	return found.with("rate_lower", lower).with("footprint_bytes", e.record.Work.FootprintBytes).with("reread_footprint_bytes", twice.Work.FootprintBytes)
}
