package report

import (
	"fmt"
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

// chart is a small diagram of one sweep, ready for the template. All lengths are
// in units of its view box.
type chart struct {
	Title, XLabel, YLabel  string
	Width, Height          float64
	Left, Top, Right, Base float64 // of the area of the data
	XTicks, YTicks         []chartTick
	Lines                  []chartLine
}

type chartTick struct {
	At    float64
	Label string
}

type chartLine struct {
	Name   string
	Colour int    // which of the colours of the style
	Path   string // "x,y x,y …"
	Dots   []chartDot
}

type chartDot struct {
	X, Y float64
	Tip  string
}

// bars compares cases that sweep nothing.
type bars struct {
	Title string
	Rows  []bar
}

type bar struct {
	Name, Value string
	Percent     float64 // of the longest
	Tip         string
}

const (
	// fewestDots is how many points make a line.
	fewestDots = 3
	// mostLines is how many lines can be told apart.
	mostLines = 5
)

// charts draws the sweeps and compares the cases that have none. The points of
// the roofline's own sweeps are not repeated.
func charts(doc *results.Document, points []roofline.Point) (list []chart, compared []bars) {
	ridgeCases := map[string]bool{}
	for _, r := range doc.Records {
		if r.Work != nil && strings.HasPrefix(r.Work.Measures, "ridge:") {
			ridgeCases[r.Case] = true
		}
	}
	for _, f := range families(points) {
		var lines, single []series
		for _, s := range f.series {
			switch {
			case ridgeCases[s.name]:
			case s.axis != "" && len(s.points) >= fewestDots:
				lines = append(lines, s)
			default:
				single = append(single, s)
			}
		}
		for _, group := range together(f.name, lines) {
			list = append(list, newChart(group))
		}
		compared = append(compared, barsOf(f.name, single)...)
	}
	return list, compared
}

// chartGroup is the series that share a chart.
type chartGroup struct {
	title  string
	series []series
}

// together puts the series of a family that have the same axes and units into
// one chart, or into one for each case where that would be too many lines.
func together(family string, list []series) []chartGroup {
	var groups []chartGroup
	put := func(title string, s series) {
		i := slices.IndexFunc(groups, func(g chartGroup) bool { return g.title == title && sameAxes(g.series[0], s) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, chartGroup{title: title})
		}
		groups[i].series = append(groups[i].series, s)
	}
	for _, s := range list {
		put(family, s)
	}
	if slices.ContainsFunc(groups, func(g chartGroup) bool { return len(g.series) > mostLines }) {
		groups = nil
		for _, s := range list {
			put(s.name, s)
		}
	}
	for i, g := range groups {
		if name := g.series[0].name; !slices.ContainsFunc(g.series, func(s series) bool { return s.name != name }) {
			groups[i].title = name
		}
	}
	return groups
}

func sameAxes(a, b series) bool {
	m, n := measureOf(a), measureOf(b)
	return a.axis == b.axis && m.name == n.name && m.unit == n.unit
}

// measure is what a chart shows of a point.
type measure struct {
	name, unit string
	value      func(roofline.Point) float64
}

// measureOf is the latency of a chase, the useful bytes a second where some
// sectors are in vain, and the rate of other kernels.
func measureOf(s series) measure {
	first := s.points[0]
	switch {
	case first.Latency != nil && first.Latency.Cycles != nil:
		return measure{"Latency of a load", "clk", func(p roofline.Point) float64 { return p.Latency.Cycles.Median }}
	case first.Latency != nil:
		return measure{"Latency of a load", "ns", func(p roofline.Point) float64 { return 1e9 * p.Latency.Load.Median }}
	case first.Path == "" && slices.ContainsFunc(s.points, wastesSectors) && !slices.ContainsFunc(s.points, uncounted):
		return measure{"Useful bytes", first.RateUnit, usefulRate}
	}
	return measure{"Rate", first.RateUnit, func(p roofline.Point) float64 { return p.Rate }}
}

// wastesSectors tells whether the rate of a point counts bytes that no lane
// asked for.
func wastesSectors(p roofline.Point) bool {
	a := p.Wasteful()
	return a != nil && a.Unit == "sectors"
}

// uncounted tells whether a point has no counters.
func uncounted(p roofline.Point) bool { return len(p.Accesses) == 0 }

// usefulRate is what the lanes asked of global and local memory.
func usefulRate(p roofline.Point) float64 {
	sum := 0.0
	for _, a := range p.Accesses {
		if a.Unit == "sectors" {
			sum += a.UsefulBytesPerSecond
		}
	}
	return sum
}

// lineName is what tells a series from the others of its chart.
func (g chartGroup) lineName(s series) string {
	_, name, _ := strings.Cut(s.name, "/")
	if g.title == s.name {
		name = ""
	}
	return strings.TrimSpace(name + " " + s.fixed)
}

// barsOf compares the series that have one unit; a series alone has nothing to be
// compared with.
func barsOf(family string, single []series) []bars {
	var list []bars
	var units []string
	for _, s := range single {
		units = appendNew(units, s.points[0].RateUnit)
	}
	for _, unit := range units {
		same := slices.DeleteFunc(slices.Clone(single), func(s series) bool { return s.points[0].RateUnit != unit })
		if len(same) > 1 {
			list = append(list, newBars(family, same))
		}
	}
	return list
}

func newBars(family string, list []series) bars {
	b := bars{Title: family}
	var most float64
	for _, s := range list {
		most = max(most, s.fastest().Rate)
	}
	for _, s := range list {
		p := s.fastest()
		_, name, _ := strings.Cut(roofline.Label(p.Case, p.Axes), "/")
		b.Rows = append(b.Rows, bar{name, roofline.Readable(p.Rate, p.RateUnit), 100 * p.Rate / most, fmt.Sprintf("%s: %s", p.Verdict, p.Reason)})
	}
	return b
}

func (s series) fastest() roofline.Point {
	return slices.MaxFunc(s.points, func(a, b roofline.Point) int {
		switch {
		case a.Rate < b.Rate:
			return -1
		case a.Rate > b.Rate:
			return 1
		}
		return 0
	})
}
