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
	// smallest keeps a division from being one by nothing.
	smallest = 1e-12
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
	// Relative to the median, so that the squares keep their digits.
	sorted := sortedOf(series)
	unit := middle(sorted)
	for i := range sorted {
		sorted[i] = sorted[i]/unit - 1
	}
	least := max(modeLeast, int(math.Ceil(modeShare*float64(n))))
	sums, squares := running(sorted)
	best := 1.0 * modesApart
	for cut := least; cut <= n-least; cut++ {
		low, high := sums[cut]/float64(cut), (sums[n]-sums[cut])/float64(n-cut)
		rest := squares[n] - float64(cut)*square(low) - float64(n-cut)*square(high)
		within := math.Sqrt(max(0, rest) / float64(n))
		if apart := high - low; apart > best*within && apart > matters {
			m, found = Modes{unit * (1 + low), unit * (1 + high), float64(n-cut) / float64(n)}, true
			best = apart / max(within, smallest)
		}
	}
	return m, found
}

// running are the sums of the first values of a series, and those of their
// squares.
func running(series []float64) (sums, squares []float64) {
	sums, squares = make([]float64, len(series)+1), make([]float64, len(series)+1)
	for i, v := range series {
		sums[i+1], squares[i+1] = sums[i]+v, squares[i]+square(v)
	}
	return sums, squares
}
