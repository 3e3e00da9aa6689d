package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Trend is how a series moves from its beginning to its end.
type Trend struct {
	// Change from the first sample to the last, relative to the median, with an
	// interval of 95 %.
	Change, Low, High float64
	// Chance that a series without a trend would show one as clear; 1 where the
	// series is too short or too correlated to tell.
	Chance float64
	// Start and End are how far the first and the last ten samples are from the half
	// of the series at its other end, relative to the median: a device that changed
	// its speed at once is long at rest before a line through all shows it. EndsChance
	// is for them as Chance is for Change.
	Start, End float64
	EndsChance float64
}

const (
	// minTrend is the fewest samples that can show a trend.
	minTrend = 6
	// trendFreedom is how well the correlation must be known, in degrees of freedom,
	// and trendFreedomForTime how much better for each sample of autocorrelation
	// time beyond 1, up to mostTrendFreedom: the slow waves of a strongly correlated
	// series look like trends in a short one.
	trendFreedom, trendFreedomForTime, mostTrendFreedom = 13, 14, 20
	// driftChance is how seldom a series at rest may be called drifting: a run
	// has a hundred series, and one in a hundred runs may be wrong.
	driftChance = 1e-4
	// changeVariance is the variance of the change of Gaussian noise of variance 1,
	// times the number of samples: that of a median is pi/2 over its number, here a
	// third for either of the two, and their difference is scaled by 3/2.
	changeVariance = 2 * 3 * math.Pi / 2 * 9 / 4
)

// TrendOf fits a line to the normal scores of the ranks, which outliers do not
// bend; what is left around the line tells how correlated the samples are and so
// how clear the slope is. Fewer than 6 samples have no trend, of chance 1.
func TrendOf(series []float64) Trend {
	n := float64(len(series))
	if n < minTrend {
		return Trend{Chance: 1, EndsChance: 1}
	}
	scores := normalScores(series)
	slope, squares := slopeOf(scores)
	rest := detrended(scores, slope)
	noise := power(rest) * n / (n - 2)
	if noise == 0 {
		return Trend{Chance: 1, EndsChance: 1} // all are equal
	}
	c := correlate(rest, 2)
	student := distuv.StudentsT{Sigma: 1, Nu: c.freedom}
	t := slope / math.Sqrt(noise*c.upper()/squares)
	change := changeOf(series)
	middle := median(series)
	half := student.Quantile((1+Confidence)/2) * math.Sqrt(changeVariance*c.time/n) * deviation(detrended(series, change*middle/n)) / middle
	trend := Trend{Change: change, Low: change - half, High: change + half, Chance: 1, EndsChance: 1}
	if c.freedom >= min(trendFreedom+trendFreedomForTime*(c.time-1), mostTrendFreedom) {
		trend.Chance = 2 * student.CDF(-math.Abs(t))
	}
	trend.addEnds(series)
	return trend
}

// Drifts tells whether the series moves, as a whole or at an end, beyond doubt, and
// by more than matters, relative to its median.
func (t Trend) Drifts(matters float64) bool {
	return t.Chance < driftChance && math.Abs(t.Change) > matters ||
		t.EndsChance < driftChance && max(math.Abs(t.Start), math.Abs(t.End)) > matters
}

// Steady tells whether the series surely moves by less than matters, relative to
// its median. A series may be neither steady nor drifting: too short to tell.
func (t Trend) Steady(matters float64) bool {
	return math.Max(math.Abs(t.Low), math.Abs(t.High)) < matters
}

// changeOf is the change over a series, relative to its median: the medians of
// the first and the last third lie two thirds of it apart.
func changeOf(series []float64) float64 {
	third := len(series) / 3
	first, last := median(series[:third]), median(series[len(series)-third:])
	apart := float64(len(series)-third) / float64(len(series))
	return (last - first) / apart / median(series)
}

// slopeOf is the slope a sample of the least-squares line through a series, and
// the sum of squares of the sample numbers around their mean.
func slopeOf(x []float64) (slope, squares float64) {
	middle := float64(len(x)-1) / 2
	for i, v := range x {
		d := float64(i) - middle
		slope += d * v
		squares += d * d
	}
	return slope / squares, squares
}

// detrended is a series less a line of so much a sample through its middle.
func detrended(x []float64, slope float64) []float64 {
	rest := make([]float64, len(x))
	middle := float64(len(x)-1) / 2
	for i, v := range x {
		rest[i] = v - slope*(float64(i)-middle)
	}
	return rest
}

// deviation is the standard deviation of a Gaussian series by its quartiles.
func deviation(series []float64) float64 {
	const quartiles = 1.349 // apart, in standard deviations
	sorted := sortedOf(series)
	last := float64(len(sorted) - 1)
	return (at(sorted, 0.75*last) - at(sorted, 0.25*last)) / quartiles
}

func median(series []float64) float64 { return middle(sortedOf(series)) }
