package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/roofline"
)

// edgeRow is the edge of a cache.
type edgeRow struct{ Name, Size, Effect, Told, Bandwidth, Case string }

func edgeRows(m *roofline.MemoryLevels) []edgeRow {
	var rows []edgeRow
	for _, e := range m.Edges {
		row := edgeRow{
			Name: e.EdgeName(), Size: bytesText(e.Bytes), Case: e.Case, Told: "nothing", Bandwidth: "not measured",
			Effect: fmt.Sprintf("%.3g times as long", e.Effect),
		}
		if e.Told != nil {
			row.Told = fmt.Sprintf("%s, %+.1f %%", size(*e.Told), 100**e.Difference)
		}
		for _, c := range e.Checks {
			row.Bandwidth = "agrees"
			if c.Reason != "" {
				row.Bandwidth = c.Reason
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// size writes bytes as KiB, or as MiB from 1 on.
func size(bytes float64) string {
	if bytes >= 1<<20 {
		return roofline.Significant(bytes/(1<<20)) + " MiB"
	}
	return roofline.Significant(bytes/(1<<10)) + " KiB"
}

func bytesText(q roofline.Quantity) string {
	factor, unit := 1.0/(1<<10), "KiB"
	if q.Median >= 1<<20 {
		factor, unit = 1.0/(1<<20), "MiB"
	}
	return interval(roofline.Quantity{Median: q.Median * factor, Low: q.Low * factor, High: q.High * factor}, unit)
}

// tlbText says what is known of the reach of the TLB.
func tlbText(t roofline.TLBReach) string {
	if t.Bytes == nil {
		return "Reach of the TLB unknown: " + t.Reason + "."
	}
	return "Addresses take longer to translate from " + bytesText(*t.Bytes) + " on."
}

// memoryLevels writes the caches that the chases found.
func (p *printer) memoryLevels(m *roofline.MemoryLevels) {
	if m == nil {
		return
	}
	p.heading("Caches that the chases found")
	t := newTable("", "size, from and to", "a load behind it", "the device tells", "bandwidth", "from")
	t.SetColumnConfigs([]table.ColumnConfig{wrapped(5, 16)})
	for _, r := range edgeRows(m) {
		t.AppendRow(table.Row{r.Name, r.Size, r.Effect, r.Told, r.Bandwidth, r.Case})
	}
	if len(m.Edges) > 0 {
		p.write(t.Render())
	}
	p.item(tlbText(m.TLB))
}
