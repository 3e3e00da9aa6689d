package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/roofline"
)

// points writes a table for each family of cases.
func (p *printer) points(list []roofline.Point) {
	for _, f := range families(list) {
		p.heading("Kernels under the roofs: " + f.name)
		p.family(f)
	}
}

// column is one column of the table of a family.
type column struct {
	head  string
	right bool
	cell  func(roofline.Point) string
}

// family writes the points of one family, and how many a long series left out.
func (p *printer) family(f family) {
	columns := columnsOf(f)
	heads, configs := []any{"case"}, []table.ColumnConfig{wrapped(1, caseWidth(f, columns))}
	for i, c := range columns {
		heads = append(heads, c.head)
		if c.right {
			configs = append(configs, rightAligned(i+2))
		}
	}
	t := newTable(heads...)
	t.SetColumnConfigs(configs)
	hidden := 0
	for _, s := range f.series {
		shown := s.condensed()
		hidden += len(s.points) - len(shown)
		for _, point := range shown {
			_, name, _ := strings.Cut(roofline.Label(point.Case, point.Axes), "/")
			row := table.Row{name}
			for _, c := range columns {
				row = append(row, c.cell(point))
			}
			t.AppendRow(row)
		}
	}
	p.write(t.Render())
	if hidden > 0 {
		p.item(count(hidden, "more point") + " of long sweeps; --json and the HTML report have them all")
	}
	p.doubts(f)
}

// doubtsShown is how many doubts of a family are written out; the others are
// mostly of the same kind.
const doubtsShown = 3

// doubts says why kernels of the table are undecided.
func (p *printer) doubts(f family) {
	var entries []string
	for _, s := range f.series {
		for _, point := range s.condensed() {
			if point.Verdict == roofline.Undecided {
				entries = append(entries, roofline.Label(point.Case, point.Axes)+" is undecided: "+point.Reason)
			}
		}
	}
	for _, entry := range entries[:min(len(entries), doubtsShown)] {
		p.item(entry)
	}
	if more := len(entries) - doubtsShown; more > 0 {
		p.item(fmt.Sprintf("%d more undecided; --json has the reasons", more))
	}
}

// columnsOf leaves out what no point of the family has.
func columnsOf(f family) []column {
	some := func(has func(roofline.Point) bool) bool {
		return slices.ContainsFunc(f.series, func(s series) bool { return slices.ContainsFunc(s.points, has) })
	}
	var list []column
	if some(func(p roofline.Point) bool { return len(p.Intensity) > 0 }) {
		list = append(list, column{"per byte", true, intensityCell})
	}
	list = append(list,
		column{"rate", true, func(p roofline.Point) string { return roofline.Readable(p.Rate, p.RateUnit) }},
		column{"of roof", true, func(p roofline.Point) string { return percent(p.OfRoof) }},
		column{"roof", false, func(p roofline.Point) string { return orDash(p.Roof) }})
	switch {
	case some(func(p roofline.Point) bool { return p.Latency != nil }):
		list = append(list, column{"a load", true, latencyCell})
	case some(func(p roofline.Point) bool { return p.Wasteful() != nil }):
		list = append(list, column{"useful", true, usefulCell})
	}
	return append(list, column{"verdict", false, func(p roofline.Point) string { return string(p.Verdict) }})
}

// caseWidth is what the other columns leave, which are about as wide as given
// here.
func caseWidth(f family, columns []column) int {
	wide := map[string]int{"per byte": 8, "rate": 13, "of roof": 7, "roof": len("roof"), "useful": 7, "a load": 20, "verdict": 13}
	for _, s := range f.series {
		for _, p := range s.points {
			wide["roof"] = max(wide["roof"], len(p.Roof))
		}
	}
	left := width
	for _, c := range columns {
		left -= columnGap + wide[c.head]
	}
	return min(left, 40)
}

func intensityCell(p roofline.Point) string {
	if value, ok := p.Intensity[p.Level]; ok {
		return roofline.Significant(value)
	}
	return "-"
}

// usefulCell is the efficiency of the access that wastes the most.
func usefulCell(p roofline.Point) string {
	switch a := p.Wasteful(); {
	case a != nil:
		return percent(&a.Efficiency)
	case len(p.Accesses) == 0:
		return "-"
	}
	return "100.0 %"
}

func latencyCell(p roofline.Point) string {
	if p.Latency == nil {
		return "-"
	}
	text := fmt.Sprintf("%s ns", roofline.Significant(1e9*p.Latency.Load.Median))
	if p.Latency.Cycles != nil {
		text += fmt.Sprintf(", %s clk", roofline.Significant(p.Latency.Cycles.Median))
	}
	return text
}
