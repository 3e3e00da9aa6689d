package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/roofline"
)

// sustainedRow is a ceiling under a load that goes on.
type sustainedRow struct{ Name, Rate, PerCycle, OfBurst, Load, Steady string }

// sustainedRows are those of the ceilings that were measured so.
func sustainedRows(list []roofline.Ceiling) []sustainedRow {
	var rows []sustainedRow
	for _, c := range list {
		s := c.Sustained
		if s == nil {
			continue
		}
		row := sustainedRow{
			Name: c.Name, Rate: scaled(s.PerSecond), PerCycle: "no clock", OfBurst: percent(&s.OfBurst),
			Load:   fmt.Sprintf("%.0f s, %.0f %% busy", s.LoadSeconds, 100*s.DutyCycle),
			Steady: map[bool]string{true: "yes", false: "no"}[s.Steady],
		}
		if s.PerSMCycle != nil {
			row.PerCycle = perCycleMedian(*s.PerSMCycle)
		}
		rows = append(rows, row)
	}
	return rows
}

// sustained writes the ceilings under a load that goes on.
func (p *printer) sustained(list []roofline.Ceiling) {
	rows := sustainedRows(list)
	if len(rows) == 0 {
		return
	}
	p.heading("Ceilings under a load that goes on")
	t := newTable("", "per second", "per SM cycle", "of burst", "load", "steady")
	t.SetColumnConfigs([]table.ColumnConfig{rightAligned(4)})
	for _, r := range rows {
		t.AppendRow(table.Row{r.Name, r.Rate, r.PerCycle, r.OfBurst, r.Load, r.Steady})
	}
	p.write(t.Render())
}
