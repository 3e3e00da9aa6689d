package stats

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// normalScores replaces each value by the normal quantile of its rank; equal
// values share the mean of their ranks.
func normalScores(series []float64) []float64 {
	order := make([]int, len(series))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(series[a], series[b]) })
	scores := make([]float64, len(series))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && series[order[to]] == series[order[from]] {
			to++
		}
		below := float64(from+to) / 2 / float64(len(order)) // (mean rank - 1/2) / n
		for _, i := range order[from:to] {
			scores[i] = distuv.UnitNormal.Quantile(below)
		}
		from = to
	}
	return scores
}

func sortedOf(series []float64) []float64 { return slices.Sorted(slices.Values(series)) }

// at is the value at a place between 0 and len-1 of a sorted series, on the
// line between its neighbours.
func at(sorted []float64, place float64) float64 {
	below := min(int(place), len(sorted)-1)
	above := min(below+1, len(sorted)-1)
	part := place - float64(below)
	return sorted[below] + part*(sorted[above]-sorted[below])
}

// Middle is the median of a series that is not empty, in any order: MedianOf gives its
// interval as well.
func Middle(series []float64) float64 { return middle(sortedOf(series)) }

// middle is the median of a sorted series.
func middle(sorted []float64) float64 { return at(sorted, float64(len(sorted)-1)/2) }
