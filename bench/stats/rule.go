package stats

import "math"

// Rule says when a series is long enough.
type Rule struct {
	// Precision is the half width of the interval to reach, relative to the
	// median, such as 0.005.
	Precision float64
	// Resolution is the step of the timer in the unit of the series. An interval
	// never claims more than it can tell.
	Resolution float64
}

const (
	// pilotSamples is the shortest series whose correlation can be told at all.
	pilotSamples = 30
	// growth is how much longer a series gets before it is looked at again. Each
	// look is one more chance to stop on an interval that is too narrow by luck.
	growth = 1.5
	// unknownCorrelation is how many times the range of MinSamples samples holds
	// the median even if they hardly differ because they are correlated: 97 % of
	// first-order series with a coefficient up to 0.95.
	unknownCorrelation = 4

	leastFreedom   = 13 // of the autocorrelation time, where the samples look independent
	freedomForTime = 20 // more for each sample of autocorrelation time beyond 1
	mostFreedom    = 60
)

// Look judges a series that is not empty: its median, and the length at which
// to look again; 0 says that it is precise enough.
//
// A series whose first MinSamples hardly differ is precise enough at once.
// Otherwise it goes on to a pilot of 30 samples and grows by half from look to
// look, until its interval is narrow enough and the correlation behind it is
// known well enough to believe that: the more the samples are correlated, the
// more of them. The constants are from simulations (see the tests): without the
// second condition intervals of correlated noise are narrow by luck, and hold
// the median in 80 % of the runs that stop on them.
func (r Rule) Look(series []float64) (m Median, next int) {
	n := len(series)
	m = r.MedianOf(series)
	switch {
	case n < MinSamples:
		return m, MinSamples
	case n < pilotSamples:
		quick := m.widened(unknownCorrelation * rangeOf(series))
		quick.Confidence = max(m.Confidence, Confidence)
		if quick.HalfWidth() <= r.Precision {
			return quick, 0
		}
		return m, pilotSamples
	case m.HalfWidth() <= r.Precision && m.Confidence >= Confidence && m.Known(n):
		return m, 0
	}
	return m, int(math.Ceil(growth * float64(n)))
}

// MedianOf is MedianOf with an interval no narrower than the timer can tell.
func (r Rule) MedianOf(series []float64) Median { return MedianOf(series).widened(r.Resolution) }

// Known tells whether the correlation among so many samples is known well enough
// to believe the interval.
func (m Median) Known(samples int) bool {
	need := leastFreedom + freedomForTime*(m.time(samples)-1)
	return m.Freedom >= min(need, mostFreedom)
}

// rangeOf is the greatest less the least value.
func rangeOf(series []float64) float64 {
	sorted := sortedOf(series)
	return sorted[len(sorted)-1] - sorted[0]
}
