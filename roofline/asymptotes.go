package roofline

import (
	"fmt"
	"math"
	"slices"
)

// fit places the knee where the asymptotes cross, chooses the far points from
// it, and repeats until the choice stands still. It is false where a side has
// too few points.
func (f *Fit) fit(r reach) bool {
	knee := f.firstKnee()
	for range maxRounds {
		left := f.pick(bandwidthOf, func(p FitPoint) bool { return p.Intensity*r.distance <= knee })
		right := f.pick(rateOfPoint, func(p FitPoint) bool { return p.Intensity >= knee*r.distance })
		if len(left) < r.left || len(right) < r.right {
			f.Bandwidth, f.Peak, f.Ridge, f.Caveat = nil, nil, nil, ""
			f.Reason = fmt.Sprintf("no fit: of %d points %d lie far left of the knee near %.3g and %d far right; one side needs 2 and the other 1",
				len(f.Points), len(left), knee, len(right))
			return false
		}
		bandwidth, peak := middle(left), middle(right)
		ridge := peak.over(bandwidth, OperationUnit(f.Path)+"/byte")
		f.Bandwidth, f.Peak, f.Ridge = &bandwidth, &peak, &ridge
		f.Caveat = caveat(left, right)
		settled := ridge.Median == knee
		if knee = ridge.Median; settled {
			break
		}
	}
	f.Reason, f.Distance = "", r.distance
	f.explainPoints(r.distance)
	return true
}

// caveat says which side has but one point, if any.
func caveat(left, right []Quantity) string {
	const text = "only one point lies far %s of the knee, so the %s and its interval are that point's"
	switch {
	case len(left) == 1:
		return fmt.Sprintf(text, "left", "bandwidth")
	case len(right) == 1:
		return fmt.Sprintf(text, "right", "peak")
	}
	return ""
}

// firstKnee is where the highest bandwidth and the highest rate of the sweep
// would cross.
func (f *Fit) firstKnee() float64 {
	var rate, bandwidth float64
	for _, p := range f.Points {
		rate, bandwidth = max(rate, p.rate.Median), max(bandwidth, p.bandwidth.Median)
	}
	return rate / bandwidth
}

func bandwidthOf(p FitPoint) Quantity { return p.bandwidth }

func rateOfPoint(p FitPoint) Quantity { return p.rate }

// pick is the values of the points that are far.
func (f *Fit) pick(value func(FitPoint) Quantity, far func(FitPoint) bool) []Quantity {
	var list []Quantity
	for _, p := range f.Points {
		if far(p) {
			list = append(list, value(p))
		}
	}
	return list
}

// middle is the median of the medians, between the lowest low and the highest
// high.
func middle(list []Quantity) Quantity {
	medians := make([]float64, len(list))
	q := list[0]
	for i, p := range list {
		medians[i] = p.Median
		q.Low, q.High = min(q.Low, p.Low), max(q.High, p.High)
	}
	slices.Sort(medians)
	n := len(medians)
	q.Median = (medians[(n-1)/2] + medians[n/2]) / 2
	return q
}

// explainPoints says what each point was used for and how far it is from the
// fitted roof.
func (f *Fit) explainPoints(distance float64) {
	for i := range f.Points {
		p := &f.Points[i]
		switch {
		case p.Intensity*distance <= f.Ridge.Median:
			p.Use = "bandwidth"
		case p.Intensity >= f.Ridge.Median*distance:
			p.Use = "peak"
		}
		residual := p.Rate/math.Min(f.Peak.Median, p.Intensity*f.Bandwidth.Median) - 1
		p.Residual = &residual
	}
}
