package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// endSamples is how many samples make an end of a series.
const endSamples = 10

// addEnds compares both ends of a series with the half at the other end.
func (t *Trend) addEnds(series []float64) {
	n := len(series)
	if n < 3*endSamples {
		return
	}
	var startChance, endChance float64
	t.Start, startChance = apart(series[:endSamples], series[n-n/2:])
	t.End, endChance = apart(series[n-endSamples:], series[:n/2])
	t.EndsChance = min(1, 2*min(startChance, endChance))
}

// apart is how far the median of an end is from that of a half, relative to the
// latter, and the chance of being so far by the noise of the half; 1 where that
// is too correlated to know.
func apart(end, half []float64) (difference, chance float64) {
	c := correlate(normalScores(half), 1)
	center := median(half)
	difference = median(end)/center - 1
	noise := deviation(half) / center
	if c.freedom < endFreedom(c) || noise == 0 {
		return difference, 1
	}
	// The median of a few samples is never less certain than one of them.
	uncertain := noise * min(1, math.Sqrt(math.Pi/2*c.signTime/endSamples))
	student := distuv.StudentsT{Sigma: 1, Nu: c.freedom}
	return difference, 2 * student.CDF(-math.Abs(difference)/uncertain)
}

// endFreedom is how well the correlation must be known: hardly, where the samples
// look independent.
func endFreedom(c correlation) float64 {
	return min(trendFreedom/2+trendFreedomForTime*(c.time-1), mostTrendFreedom)
}
