package profile

import (
	"fmt"
	"math"
)

// Percentile is the value at a rank from 0 to 1 of sorted values: the first that
// at least that share of them is no greater than. The median needs one value; a
// percentile above it needs 3 values beyond, so that the 90th needs 30 and the 99th
// 300, as in results.Estimate. Otherwise it is missing.
func Percentile(sorted []float64, rank float64) Number {
	const beyond, median = 3, 0.5
	need := 1
	if rank > median {
		need = int(math.Round(beyond / (1 - rank)))
	}
	if len(sorted) < need {
		return Missing(fmt.Sprintf("%d launches are too few: it needs %d", len(sorted), need))
	}
	return Known(sorted[int(math.Ceil(rank*float64(len(sorted))))-1])
}
