package roofline

import (
	"fmt"
	"math"

	"ridgeline/results"
)

// warnings is what a reader of the derived numbers must know besides them.
func warnings(doc *results.Document, d *Derived) []string {
	var list gathered
	for i := range doc.Records {
		r := &doc.Records[i]
		for _, text := range r.Warnings {
			list.add(Label(r.Case, r.Axes), text)
		}
		if r.Estimate != nil {
			for _, text := range r.Estimate.Warnings {
				list.add(Label(r.Case, r.Axes), text)
			}
		}
	}
	for _, f := range d.Fits {
		list.addFit(f)
	}
	for _, p := range d.Points {
		if p.OfRoof != nil && *p.OfRoof > aboveRoof {
			list.add(Label(p.Case, p.Axes), p.Reason)
		}
	}
	return list.lines()
}

// gathered collects warnings and gives equal texts once.
type gathered struct {
	order  []string
	labels map[string][]string
}

func (g *gathered) add(label, text string) {
	if g.labels == nil {
		g.labels = map[string][]string{}
	}
	if len(g.labels[text]) == 0 {
		g.order = append(g.order, text)
	}
	g.labels[text] = append(g.labels[text], label)
}

func (g *gathered) addFit(f Fit) {
	label := f.Path + " x " + f.Level
	switch {
	case f.Ridge == nil:
		g.add(label, f.Reason)
	case f.Difference != nil && math.Abs(*f.Difference) > maxDifference:
		g.add(label, fmt.Sprintf("the fitted ridge is %+.1f %% off the quotient of the ceilings", 100**f.Difference))
	}
}

func (g *gathered) lines() []string {
	list := make([]string, 0, len(g.order))
	for _, text := range g.order {
		label := g.labels[text][0]
		if more := len(g.labels[text]) - 1; more > 0 {
			label += fmt.Sprintf(" and %d more", more)
		}
		list = append(list, label+": "+text)
	}
	return list
}
