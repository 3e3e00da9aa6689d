package stats

import (
	"math"
)

// correlation is how much samples that follow each other look alike.
type correlation struct {
	// time is the integrated autocorrelation time of the series, in samples: so
	// many samples say as much of the mean as one independent one; at least 1.
	time float64
	// signTime is the same for the signs of the distances from the median, which
	// decide how well the median is known. It is one standard error above its
	// estimate, because who stops when an interval is narrow prefers the
	// estimates that are low.
	signTime float64
	// freedom is how well the time is known, as the degrees of freedom of a
	// variance.
	freedom float64
}

// correlate estimates the correlation of a series from the normal scores of its
// ranks, so that an outlier has no weight beyond its rank. Fitted is how many
// parameters were fitted and taken off before: 1 for a mean, 2 for a line.
func correlate(scores []float64, fitted float64) correlation {
	n := float64(len(scores))
	time := max(1, autoregressiveTime(scores))
	// The coefficient of the first-order process with this time. Estimates of it
	// are low by (1+3r)/n after a mean was taken off (Kendall, Biometrika 41, 1954),
	// and by (2+4r)/n after a line.
	r := (time - 1) / (time + 1)
	r = min(r+(fitted+(fitted+2)*r)/n, 1-1/n)
	time = (1 + r) / (1 - r)
	// The variance of r is (1-r²)/n, so that of the time relative to its square is
	// 4/(n(1-r²)); a variance with f degrees of freedom has 2/f.
	freedom := n * (1 - r*r) / 2
	c := correlation{time: time, freedom: freedom}
	c.signTime = c.raised(signTime(r))
	return c
}

// raised is an autocorrelation time one standard error above its estimate.
func (c correlation) raised(time float64) float64 { return 1 + (time-1)*(1+math.Sqrt(2/c.freedom)) }

// upper is the autocorrelation time of the series, one standard error up.
func (c correlation) upper() float64 { return c.raised(c.time) }

// signTime is the autocorrelation time of the signs of a Gaussian first-order
// process with coefficient r: the signs of two normals with correlation c have
// the correlation 2/pi*asin(c).
func signTime(r float64) float64 {
	const negligible = 1e-4
	time := 1.0
	for c := r; c > negligible; c *= r {
		time += 4 / math.Pi * math.Asin(c)
	}
	return time
}
