package roofline

import "fmt"

const (
	// A second method that finds more than the ceiling says that the ceiling is too
	// low; one that finds less may only be the worse method.
	agreeAbove = 0.05
	agreeBelow = 0.15
	// agreeRidge is how far the ridge of a sweep may be from the quotient of the
	// ceilings.
	agreeRidge = 0.10
)

// agree holds ceilings against the plateaus of the intensity sweeps, which reach
// the same resources in another way: the bandwidth far left of the knee, and the
// peak far right of it.
func agree(ceilings []Ceiling, fits []Fit) {
	for i := range ceilings {
		c := &ceilings[i]
		for _, f := range fits {
			switch {
			case f.Ridge == nil:
			case c.Kind == KindLevel && c.Name == f.Level:
				c.add("agreement", plateau(f.Bandwidth.Median/c.PerSecond.Median-1, "bandwidth", f))
			case c.Kind == KindPath && c.Name == f.Path:
				c.add("agreement", plateau(f.Peak.Median/c.PerSecond.Median-1, "peak", f))
			}
		}
	}
}

// plateau judges how far a plateau of a sweep is from the ceiling.
func plateau(difference float64, what string, f Fit) finding {
	text := fmt.Sprintf("the %s of the intensity sweep of %s and %s is %+.1f %% off", what, f.Path, f.Level, 100*difference)
	found := passed()
	switch {
	case difference > agreeAbove && f.Caveat == "":
		found = suspect("%s: this is not the ceiling", text)
	case difference < -agreeBelow && f.Caveat == "":
		found = suspect("%s: the ceiling is not confirmed", text)
	case difference > agreeAbove || difference < -agreeAbove:
		found = note("%s", text)
	}
	return found.with("difference", difference)
}

// agreeRidges holds each ridge against the one that a sweep shows.
func agreeRidges(ridges []Ridge, fits []Fit) {
	for _, f := range fits {
		r := FindRidge(ridges, f.Path, f.Level)
		if r == nil || f.Difference == nil {
			continue
		}
		found := passed()
		if d := *f.Difference; d > agreeRidge || d < -agreeRidge {
			found = suspect("the ridge of the intensity sweep is %+.1f %% off the quotient of the ceilings", 100*d)
		}
		r.add("agreement", found.with("difference", *f.Difference))
	}
}

// add notes what a check found, as for a claim.
func (r *Ridge) add(name string, f finding) {
	c := claim{status: r.Status, reasons: r.Reasons, checks: r.Checks}
	c.add(name, f)
	r.Status, r.Reasons, r.Checks = c.status, c.reasons, c.checks
}

func (c *Ceiling) add(name string, f finding) {
	judged := claim{status: c.Status, reasons: c.Reasons, checks: c.Checks}
	judged.add(name, f)
	c.Status, c.Reasons, c.Checks = judged.status, judged.reasons, judged.checks
}
