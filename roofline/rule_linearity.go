package roofline

import "math"

const (
	// linearSuspect is how far the time may be from growing as the work does. A
	// launch takes at least 100 times what an empty one costs, so that its start
	// explains 1 % at most; the rest is for a set that is half as large and so
	// stays in the cache a little more.
	linearSuspect = 0.05
	// linearRefuse is where the work and the time have little to do with each other.
	linearRefuse = 0.20
)

// linearityRule compares the measurement with one of the same kernel that did
// about half of the work: the rate must be the same. Where it is not, work was
// skipped, or something else than the work was timed.
func linearityRule(e evidence) finding {
	if e.record.Evidence == nil || e.record.Evidence.Halved == nil {
		return finding{}
	}
	half := e.record.Evidence.Halved
	amount, _ := e.resource.amount(&half.Work)
	if amount == 0 {
		return finding{}
	}
	off := e.rate.Median/(amount/half.SecondsMedian) - 1
	found := passed()
	switch whole, _ := e.resource.amount(e.record.Work); {
	case math.Abs(off) > linearRefuse:
		found = refuse("with %.2f times the work the rate is %+.1f %% off: the time does not come from the work", whole/amount, 100*off)
	case math.Abs(off) > linearSuspect:
		found = suspect("with %.2f times the work the rate is %+.1f %% off", whole/amount, 100*off)
	}
	return found.with("rate_change", off)
}
