package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/roofline"
)

// launchRow is what one way to start a kernel costs.
type launchRow struct{ What, Cost, From string }

// launchRows are those that the document tells of.
func launchRows(c *roofline.LaunchCost) []launchRow {
	if c == nil {
		return nil
	}
	var rows []launchRow
	if c.Empty != nil {
		rows = append(rows, launchRow{"a launch that does next to nothing", microseconds(*c.Empty), ""})
	}
	host := func(what string, h *roofline.HostCost) {
		if h != nil {
			q := roofline.Quantity{Median: 1e6 * h.Median, Low: 1e6 * h.Low, High: 1e6 * h.High}
			rows = append(rows, launchRow{what, interval(q, "µs"), fmt.Sprintf("%s of %s", count(h.Windows, "window"), count(h.Cases, "case"))})
		}
	}
	host("the host asks for one by itself", c.Alone)
	host("the host asks for many as a graph, each", c.Graph)
	return rows
}

func microseconds(seconds float64) string { return roofline.Significant(1e6*seconds) + " µs" }

// launchCost writes what it costs to start a kernel.
func (p *printer) launchCost(c *roofline.LaunchCost) {
	rows := launchRows(c)
	if len(rows) == 0 {
		return
	}
	p.heading("Cost of a launch")
	t := newTable("", "median, least and most", "from")
	for _, r := range rows {
		t.AppendRow(table.Row{r.What, r.Cost, r.From})
	}
	p.write(t.Render())
}
