package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Median is the median of a series with its interval, in the unit of the series.
type Median struct {
	Value, Low, High float64
	// Confidence that the interval holds the true median, such as 0.95. It is
	// less where there are too few samples for more.
	Confidence float64
	// Effective is how many independent samples would say as much.
	Effective float64
	// Freedom is how well Effective is known, as the degrees of freedom of a
	// variance.
	Freedom float64
}

const (
	// Confidence is what intervals aim at.
	Confidence = 0.95
	// MinSamples is the fewest samples whose least and greatest hold the median
	// with Confidence: 1 - 2*(1/2)^6 = 96.9 %.
	MinSamples = 6
)

// MedianOf gives the median of a series that is not empty, with the interval
// between two of its order statistics: how many of n values lie below the true
// median has the mean n/2 and the variance n*T/4, where T is the autocorrelation
// time of the signs, n over Effective. Student's quantile stands for the normal
// one, because T is estimated.
func MedianOf(series []float64) Median {
	sorted := sortedOf(series)
	n := float64(len(sorted))
	c := correlate(normalScores(series), 1)
	m := Median{Value: middle(sorted), Effective: n / c.signTime, Freedom: c.freedom}
	first, last := sorted[0], sorted[len(sorted)-1]
	if first == last {
		m.Low, m.High, m.Confidence, m.Effective = first, last, extremesHold(n), n
		return m
	}
	spread := math.Sqrt(n*c.signTime) / 2 // of the number below the median
	student := distuv.StudentsT{Sigma: 1, Nu: c.freedom}
	ranks := student.Quantile((1+Confidence)/2) * spread
	m.Confidence = Confidence
	if most := (n - 1) / 2; ranks > most {
		ranks, m.Confidence = most, 2*student.CDF(most/spread)-1
	}
	m.Low, m.High = at(sorted, (n-1)/2-ranks), at(sorted, (n-1)/2+ranks)
	return m
}

// extremesHold is the chance that the median lies between the extremes of so
// many independent samples.
func extremesHold(n float64) float64 { return 1 - math.Pow(2, 1-n) }

// HalfWidth is the wider half of the interval relative to the median.
func (m Median) HalfWidth() float64 { return max(m.High-m.Value, m.Value-m.Low) / m.Value }

// widened is the median with an interval that reaches at least so far on either
// side.
func (m Median) widened(least float64) Median {
	m.Low, m.High = min(m.Low, m.Value-least), max(m.High, m.Value+least)
	return m
}

// time is the autocorrelation time of the signs.
func (m Median) time(samples int) float64 { return float64(samples) / m.Effective }
