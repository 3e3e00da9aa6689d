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

func rightAligned(column int) table.ColumnConfig {
	return table.ColumnConfig{Number: column, Align: text.AlignRight, AlignHeader: text.AlignRight}
}

func (p *printer) ceilings(list []roofline.Ceiling) {
	p.heading("Ceilings")
	if len(list) == 0 {
		p.line("none: no case that measures one gave a number")
		return
	}
	t := newTable("", "per second", "per SM and cycle", "of limit", "status", "from")
	t.SetColumnConfigs([]table.ColumnConfig{
		rightAligned(4),
		{Number: 6, WidthMax: 24, WidthMaxEnforcer: text.WrapSoft},
	})
	for _, c := range list {
		perCycle := "no clock"
		if c.PerSMCycle != nil {
			perCycle = interval(*c.PerSMCycle, strings.TrimSuffix(c.PerSMCycle.Unit, "/SM/clk"))
		}
		t.AppendRow(table.Row{c.Name, scaled(c.PerSecond), perCycle, percent(c.OfLimit), c.Status, roofline.Label(c.Case, c.Axes)})
	}
	p.write(t.Render())
	for _, c := range list {
		if len(c.Reasons) > 0 {
			p.item(c.Name + ": " + strings.Join(c.Reasons, "; "))
		}
	}
}

// ridges writes the matrix of paths by levels.
func (p *printer) ridges(list []roofline.Ridge) {
	p.heading("Ridge points in operations per byte")
	if len(list) == 0 {
		p.line("none: a ridge needs the ceiling of a path and that of a level")
		return
	}
	var paths, levels []string
	for _, r := range list {
		paths, levels = appendNew(paths, r.Path), appendNew(levels, r.Level)
	}
	heads := []any{""}
	for _, level := range levels {
		heads = append(heads, level)
	}
	t := newTable(heads...)
	for _, path := range paths {
		row := table.Row{path}
		for _, level := range levels {
			row = append(row, ridgeCell(list, path, level))
		}
		t.AppendRow(row)
	}
	p.write(t.Render())
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// ridgeCell is a ridge with its interval, and its status unless that is ok.
func ridgeCell(list []roofline.Ridge, path, level string) string {
	for _, r := range list {
		if r.Path == path && r.Level == level {
			cell := interval(r.Quantity, "")
			if r.Status != roofline.OK {
				cell += " " + string(r.Status)
			}
			return cell
		}
	}
	return "-"
}

func (p *printer) points(list []roofline.Point) {
	if len(list) == 0 {
		return
	}
	p.heading("Kernels under the roofs")
	t := newTable("case", "per byte", "rate", "of roof", "roof", "verdict")
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 1, WidthMax: 40, WidthMaxEnforcer: text.WrapSoft},
		rightAligned(2), rightAligned(3), rightAligned(4),
	})
	for _, point := range list {
		intensity := "-"
		if value, ok := point.Intensity[point.Level]; ok {
			intensity = roofline.Significant(value)
		}
		t.AppendRow(table.Row{roofline.Label(point.Case, point.Axes), intensity, roofline.Readable(point.Rate, point.RateUnit),
			percent(point.OfRoof), orDash(point.Roof), point.Verdict})
	}
	p.write(t.Render())
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
