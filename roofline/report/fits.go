package report

import (
	"fmt"

	"ridgeline/roofline"
)

// fits writes the second estimates of the ridges, a paragraph each.
func (p *printer) fits(list []roofline.Fit) {
	entries := make([]string, len(list))
	for i, f := range list {
		entries[i] = fmt.Sprintf("%s x %s: %s", f.Path, f.Level, fitText(f))
	}
	p.list("Ridge points fitted to the intensity sweep", entries)
}

func fitText(f roofline.Fit) string {
	if f.Ridge == nil {
		return f.Reason
	}
	text := interval(*f.Ridge, f.Ridge.Unit)
	if f.Difference != nil {
		text += fmt.Sprintf(", %+.1f %% from the quotient of the ceilings", 100**f.Difference)
	}
	used := map[string]int{}
	for _, point := range f.Points {
		used[point.Use]++
	}
	text += fmt.Sprintf("; asymptotes %s from %s and %s from %s, each at least %g times away from the knee",
		scaled(*f.Bandwidth), count(used["bandwidth"], "point"), scaled(*f.Peak), count(used["peak"], "point"), f.Distance)
	if f.Caveat != "" {
		text += "; " + f.Caveat
	}
	return text
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
