package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"ridgeline/roofline"
)

// newTable is a table without lines: two spaces part its columns.
func newTable(heads ...any) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.Style{Name: "plain", Box: table.BoxStyle{PaddingRight: "  "}, Format: table.FormatOptions{Header: text.FormatUpper}})
	t.AppendHeader(table.Row(heads))
	return t
}

// columnGap is what parts two columns.
const columnGap = 2

func wrapped(column, width int) table.ColumnConfig {
	return table.ColumnConfig{Number: column, WidthMax: width, WidthMaxEnforcer: text.WrapSoft}
}

func rightAligned(column int) table.ColumnConfig {
	return table.ColumnConfig{Number: column, Align: text.AlignRight, AlignHeader: text.AlignRight}
}

func (p *printer) ceilings(list []roofline.Ceiling) {
	p.heading("Ceilings")
	if len(list) == 0 {
		p.line("none: no case that measures one gave a number")
		return
	}
	t := newTable("", "per second", "per SM cycle", "of limit", "status", "from")
	t.SetColumnConfigs([]table.ColumnConfig{rightAligned(4), wrapped(6, 22)})
	long := slices.ContainsFunc(list, func(c roofline.Ceiling) bool { return len(c.Name) > shortName })
	for _, c := range list {
		t.AppendRow(table.Row{c.Name, scaled(c.PerSecond), perCycle(c, !long), percent(c.OfLimit), c.Status, roofline.Label(c.Case, c.Axes)})
	}
	p.write(t.Render())
	p.ceilingReasons(list)
}

// ceilingReasons writes what is to be said of the ceilings, once for those of
// which the same is to be said.
func (p *printer) ceilingReasons(list []roofline.Ceiling) {
	var texts []string
	names := map[string][]string{}
	for _, c := range list {
		if text := strings.Join(c.Reasons, "; "); text != "" {
			texts = appendNew(texts, text)
			names[text] = append(names[text], c.Name)
		}
	}
	for _, text := range texts {
		p.item(strings.Join(names[text], ", ") + ": " + text)
	}
}

// shortName is how long the names of paths and levels may be, so that the
// ceilings have room for both of their intervals.
const shortName = 6

// perCycle is the rate per SM and cycle. Its interval is as wide as that of the
// rate per second, and may be left out.
func perCycle(c roofline.Ceiling, withInterval bool) string {
	if c.PerSMCycle == nil {
		return "no clock"
	}
	unit := strings.TrimSuffix(c.PerSMCycle.Unit, "/SM/clk")
	if withInterval {
		return interval(*c.PerSMCycle, unit)
	}
	return perCycleMedian(*c.PerSMCycle)
}

// perCycleMedian is a rate per SM and cycle without its interval.
func perCycleMedian(q roofline.Quantity) string {
	return roofline.Significant(q.Median) + " " + strings.TrimSuffix(q.Unit, "/SM/clk")
}

// ridges writes the matrix of paths by levels.
func (p *printer) ridges(list []roofline.Ridge) {
	p.heading("Ridge points in operations per byte")
	if len(list) == 0 {
		p.line("none: a ridge needs the ceiling of a path and that of a level")
		return
	}
	paths, levels := pathsAndLevels(list)
	heads := []any{""}
	for _, level := range levels {
		heads = append(heads, level)
	}
	t := newTable(heads...)
	t.SetColumnConfigs(ridgeColumns(paths, len(levels)))
	for _, path := range paths {
		row := table.Row{path}
		for _, level := range levels {
			row = append(row, ridgeCell(roofline.FindRidge(list, path, level)))
		}
		t.AppendRow(row)
	}
	p.write(t.Render())
	if !slices.ContainsFunc(list, func(r roofline.Ridge) bool { return strings.Contains(ridgeCell(&r), "[") }) {
		p.item("the 95 % intervals are narrower than the digits shown")
	}
}

// ridgeColumns shares the width among the levels; an interval that finds no room
// goes to a line of its own.
func ridgeColumns(paths []string, levels int) []table.ColumnConfig {
	names := 0
	for _, path := range paths {
		names = max(names, len(path))
	}
	var columns []table.ColumnConfig
	for i := range levels {
		column := wrapped(i+2, (width-names)/levels-columnGap)
		column.WidthMaxEnforcer = wrapInterval
		columns = append(columns, column)
	}
	return columns
}

// wrapInterval breaks a cell that is too wide around its interval.
func wrapInterval(cell string, width int) string {
	if text.StringWidth(cell) > width {
		return strings.NewReplacer(" [", "\n[", "] ", "]\n").Replace(cell)
	}
	return cell
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// pathsAndLevels are the rows and the columns of the matrix of ridges.
func pathsAndLevels(list []roofline.Ridge) (paths, levels []string) {
	for _, r := range list {
		paths, levels = appendNew(paths, r.Path), appendNew(levels, r.Level)
	}
	return paths, levels
}

// ridgeCell is a ridge with its interval, and its status unless that is ok.
func ridgeCell(r *roofline.Ridge) string {
	switch {
	case r == nil:
		return "-"
	case r.Status != roofline.OK:
		return interval(r.Quantity, "") + " " + string(r.Status)
	}
	return interval(r.Quantity, "")
}

func (p *printer) incomplete(list []roofline.Incomplete) {
	entries := make([]string, len(list))
	for i, c := range list {
		entries[i] = fmt.Sprintf("%s: %s: %s", roofline.Label(c.Case, c.Axes), c.Outcome, c.Reason)
	}
	p.list("Cases without a number", entries)
}

func percent(fraction *float64) string {
	if fraction == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.1f %%", 100**fraction)
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
