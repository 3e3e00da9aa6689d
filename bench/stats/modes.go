package stats

import (
	"math"
)

// Modes are the two clusters of a series that has two.
type Modes struct {
	Low, High float64 // the means of the clusters
	Share     float64 // of the samples, in the higher one
}

const (
	// modeShare is the least part of the samples that makes a cluster, and modeLeast
	// the least number; fewer are outliers.
	modeShare = 0.1
	modeLeast = 3
	// modeSamples is the shortest series that is looked at.
	modeSamples = 10
	// modesApart is how many standard deviations within the clusters lie between
	// their means. The best cut of a normal distribution has 2.65, of a uniform one
	// 3.46.
	modesApart = 8
)

// ModesOf looks for two clusters: the cut of the sorted series with the greatest
// distance between the means of its parts over the deviation within them (Otsu,
// IEEE Transactions on Systems, Man and Cybernetics 9(1), 1979). It finds them
// where they are further apart than matters, relative to the median.
func ModesOf(series []float64, matters float64) (m Modes, found bool) {
	n := len(series)
	if n < modeSamples {
		return m, false
	}
	sorted := sortedOf(series)
	least := max(modeLeast, int(math.Ceil(modeShare*float64(n))))
	best := modesApart * 1.0
	for cut := least; cut <= n-least; cut++ {
		low, high := momentsOf(sorted[:cut]), momentsOf(sorted[cut:])
		within := math.Sqrt((low.squares + high.squares) / float64(n))
		apart := high.mean - low.mean
		if apart > best*within && apart > matters*middle(sorted) {
			m, found = Modes{low.mean, high.mean, float64(n-cut) / float64(n)}, true
			best = math.Inf(1)
			if within > 0 {
				best = apart / within
			}
		}
	}
	return m, found
}

// moments are the mean of a series and its squared distances from it, summed.
type moments struct{ mean, squares float64 }

func momentsOf(series []float64) moments {
	m := moments{mean: sum(series) / float64(len(series))}
	for _, v := range series {
		m.squares += square(v - m.mean)
	}
	return m
}
