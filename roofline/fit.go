package roofline

import (
	"cmp"
	"slices"
)

const (
	// maxDifference is how far the fitted ridge may be from the quotient before a
	// warning says so.
	maxDifference = 0.03
	// maxRounds bounds the search for the knee; it settles in two or three.
	maxRounds = 10
)

// reach is which points an asymptote takes: those at least so many times away
// from the knee, and at least so many of them on either side.
type reach struct {
	distance    float64
	left, right int
}

// reaches are tried in turn. A knee is soft: GPUs deliver 85 to 92 % of the roof
// at the ridge (measured sweeps of A100, A40 and L40). With the softness of the
// worst of them a point is 0.1 % below the roof at four times the ridge, and
// 1.2 % at twice. The last two serve a knee near an end of the sweep, such as
// 200 FLOP/byte in a sweep that ends at 512.
func reaches() []reach {
	return []reach{{4, 2, 2}, {2, 2, 2}, {2, 2, 1}, {2, 1, 2}}
}

// Fit is a second estimate of a ridge, from an intensity sweep alone: the
// asymptotes are the median bandwidth of the points far left of the knee and the
// median rate of those far right, and the ridge is where they cross. Points near
// the knee are not used, since it is soft and would pull the crossing.
type Fit struct {
	Path  string `json:"path"`
	Level string `json:"level"`
	// Ridge, Peak and Bandwidth are null where there is no fit; Reason says why.
	// Their intervals run from the lowest to the highest end of the intervals of
	// the points used, so that they also hold what the points differ by.
	Ridge     *Quantity `json:"ridge"`
	Peak      *Quantity `json:"peak"`
	Bandwidth *Quantity `json:"bandwidth"`
	Reason    string    `json:"reason,omitempty"`
	// Caveat says that an asymptote stands on a single point.
	Caveat string `json:"caveat,omitempty"`
	Method string `json:"method"` // "far-point medians"
	// Distance is how many times away from the knee the points used are.
	Distance float64    `json:"distance,omitempty"`
	Points   []FitPoint `json:"points"` // by rising intensity
	// Difference is the fitted ridge over the quotient ridge, less one; null where
	// there is no quotient.
	Difference *float64 `json:"difference"`
}

// FitPoint is one point of a sweep.
type FitPoint struct {
	Intensity float64 `json:"intensity"`
	Rate      float64 `json:"rate"`
	// Use is "bandwidth" or "peak" for a far point, and "knee" for one that was
	// not used.
	Use string `json:"use"`
	// Residual is the rate over the fitted roof, less one; null without a fit.
	Residual *float64 `json:"residual"`

	rate, bandwidth Quantity
}

// fits makes one fit for each sweep in the document.
func fits(claims []claim) []Fit {
	sweeps := map[resource][]claim{}
	for _, c := range claims {
		if c.resource.kind == kindRidge && c.status != Refused && c.record.Work.Bytes[c.resource.level] > 0 {
			sweeps[c.resource] = append(sweeps[c.resource], c)
		}
	}
	list := []Fit{}
	for res, sweep := range sweeps {
		list = append(list, fitSweep(res, sweep))
	}
	slices.SortFunc(list, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Level, b.Level))
	})
	return list
}

func fitSweep(res resource, sweep []claim) Fit {
	f := Fit{Path: res.path, Level: res.level, Method: "far-point medians", Points: []FitPoint{}}
	for _, c := range sweep {
		bytes := c.record.Work.Bytes[res.level]
		f.Points = append(f.Points, FitPoint{
			Intensity: c.record.Work.Operations / bytes, Rate: c.rate.Median, Use: "knee",
			rate: c.rate, bandwidth: rateOf(bytes, c.record.Estimate, "B/s"),
		})
	}
	slices.SortStableFunc(f.Points, func(a, b FitPoint) int { return cmp.Compare(a.Intensity, b.Intensity) })
	for _, r := range reaches() {
		if f.fit(r) {
			break
		}
	}
	return f
}

func compareFits(list []Fit, quotients []Ridge) {
	for i := range list {
		list[i].compare(quotients)
	}
}

// compare sets the difference from the quotient ridge.
func (f *Fit) compare(quotients []Ridge) {
	if q := FindRidge(quotients, f.Path, f.Level); q != nil && f.Ridge != nil {
		difference := f.Ridge.Median/q.Median - 1
		f.Difference = &difference
	}
}

// FindRidge is the ridge of a path and a level, or nil.
func FindRidge(list []Ridge, path, level string) *Ridge {
	for i := range list {
		if list[i].Path == path && list[i].Level == level {
			return &list[i]
		}
	}
	return nil
}
