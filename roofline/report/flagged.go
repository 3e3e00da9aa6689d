package report

import (
	"fmt"
	"strings"

	"ridgeline/roofline"
)

// flagged writes what is suspect or refused; what is equal stands once.
func (p *printer) flagged(list []roofline.Flagged) {
	var order, entries []string
	labels := map[string][]string{}
	for _, f := range list {
		text := fmt.Sprintf("%s as evidence of %s: %s", f.Status, measuresText(f.Measures), strings.Join(f.Reasons, "; "))
		if len(labels[text]) == 0 {
			order = append(order, text)
		}
		labels[text] = append(labels[text], roofline.Label(f.Case, f.Axes))
	}
	for _, text := range order {
		label := labels[text][0]
		if more := len(labels[text]) - 1; more > 0 {
			label += fmt.Sprintf(" and %d more", more)
		}
		entries = append(entries, label+": "+text)
	}
	p.list("Suspect and refused measurements", entries)
}

// measuresText writes what a record measures for people: "the dram ceiling", or
// "the ridge of fp32 x dram".
func measuresText(measures string) string {
	switch parts := strings.Split(measures, ":"); len(parts) {
	case 2:
		return "the " + parts[1] + " ceiling"
	case 3:
		return "the ridge of " + parts[1] + " x " + parts[2]
	}
	return measures
}
