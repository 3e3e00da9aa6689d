package roofline

import "ridgeline/results"

// Quantity is a value with its interval. Low and High have the confidence that
// the estimates in the document state.
type Quantity struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Unit   string  `json:"unit"`
}

// rateOf is an amount of work a second. The shortest time gives the highest
// rate, so the ends of the interval change places.
func rateOf(amount float64, e *results.Estimate, unit string) Quantity {
	return Quantity{amount / e.SecondsMedian, amount / e.SecondsHigh, amount / e.SecondsLow, unit}
}

// times scales a quantity by an exact positive factor.
func (q Quantity) times(factor float64, unit string) Quantity {
	return Quantity{q.Median * factor, q.Low * factor, q.High * factor, unit}
}

// over is the quotient of two independent quantities. Its interval runs from
// the least to the greatest quotient that the two intervals allow. It is
// conservative: with two 95 % intervals it holds the true quotient in at least
// 0.95*0.95 = 90 % of cases whatever the distributions are, and in more than
// 95 % where both errors are near normal and alike, since it adds the widths
// where independent errors would add their squares.
func (q Quantity) over(d Quantity, unit string) Quantity {
	return Quantity{q.Median / d.Median, q.Low / d.High, q.High / d.Low, unit}
}

// halfWidth is half of the interval relative to the median.
func (q Quantity) halfWidth() float64 { return (q.High - q.Low) / 2 / q.Median }
