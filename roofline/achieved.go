package roofline

import (
	"maps"
	"slices"

	"ridgeline/results"
)

// Achieved is the rate of a record by itself, without any ceiling to hold it
// against: operations a second, or bytes a second at the level that it measures,
// else at the level with the most bytes. It is false where there is no number.
func Achieved(r *results.Record) (Quantity, bool) {
	if r.Work == nil || r.Estimate == nil {
		return Quantity{}, false
	}
	res, isCeiling := measured(r.Work.Measures)
	switch {
	case r.Work.Operations > 0:
		res = resource{kind: KindPath, path: r.Work.Path}
	case !isCeiling:
		res = resource{kind: KindLevel, level: fullest(r.Work.Bytes)}
	}
	amount, unit := res.amount(r.Work)
	return rateOf(amount, r.Estimate, unit+"/s"), amount > 0
}

// fullest is the level with the most bytes.
func fullest(bytes map[string]float64) string {
	best := ""
	for _, level := range slices.SortedFunc(maps.Keys(bytes), CompareLevels) {
		if bytes[level] > bytes[best] {
			best = level
		}
	}
	return best
}
