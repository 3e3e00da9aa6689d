package profile

import (
	"bytes"
	"strings"
)

// ncuTable is a table of an Nsight Compute CSV: where each column is.
//
// A long table has a row for each metric of a launch, a wide one a row for each
// launch and a column for each metric. Columns come and go with the version and
// the options, so each is found by its name. The summary that --print-summary
// prints is a long table whose values are the averages of some invocations.
type ncuTable struct {
	width int // cells of the header
	// Places of the columns, -1 where there is none.
	id, process, processName, host, kernel, context, stream, block, grid, device, cc int
	section, metric, unit, value, average, invocations                               int
	ruleName, ruleKind, ruleText, speedupKind, speedup                               int
	// wide is the metric columns of a wide table; nil in a long one.
	wide []wideColumn
	// fresh tells that no row was seen yet: the next may hold the units.
	fresh bool
	line  int64 // of the header
}

// wideColumn is a metric of a wide table.
type wideColumn struct {
	place int
	name  string
	unit  unit
}

// ncuColumn gives the place in a table for a column's name; nil for others.
func (t *ncuTable) column(name string) *int {
	switch strings.ToLower(name) {
	case "id":
		return &t.id
	case "process id":
		return &t.process
	case "process name":
		return &t.processName
	case "host name":
		return &t.host
	case "kernel name":
		return &t.kernel
	case "context":
		return &t.context
	case "stream":
		return &t.stream
	case "block size":
		return &t.block
	case "grid size":
		return &t.grid
	case "device":
		return &t.device
	case "cc":
		return &t.cc
	case "section name":
		return &t.section
	}
	return t.resultColumn(name)
}

// resultColumn is column for what differs between the rows of one launch.
func (t *ncuTable) resultColumn(name string) *int {
	switch strings.ToLower(name) {
	case "metric name":
		return &t.metric
	case "metric unit":
		return &t.unit
	case "metric value":
		return &t.value
	case "average":
		return &t.average
	case "invocations":
		return &t.invocations
	case "rule name":
		return &t.ruleName
	case "rule type":
		return &t.ruleKind
	case "rule description":
		return &t.ruleText
	case "estimated speedup type":
		return &t.speedupKind
	case "estimated speedup":
		return &t.speedup
	}
	return nil
}

// newNCUTable recognises the header of a table; nil for any other line.
func newNCUTable(cells [][]byte, line int64) *ncuTable {
	if len(cells) < 2 || isDigits(cells[0]) { // a row
		return nil
	}
	t := &ncuTable{width: len(cells), fresh: true, line: line}
	for _, place := range t.places() {
		*place = -1
	}
	for i, cell := range cells {
		name := string(bytes.TrimSpace(cell))
		if place := t.column(name); place != nil {
			*place = i
			continue
		}
		if metric, spelled := headerMetric(name); isMetricName(metric) {
			t.wide = append(t.wide, wideColumn{i, metric, spelled})
		}
	}
	if t.value < 0 && t.invocations >= 0 { // a summary of several launches
		t.value = t.average
	}
	switch {
	case t.metric >= 0 && t.value >= 0: // long
		t.wide = nil
		return t
	case len(t.wide) > 0 && (t.kernel >= 0 || t.id >= 0):
		return t
	}
	return nil
}

func (t *ncuTable) places() []*int {
	return []*int{
		&t.id, &t.process, &t.processName, &t.host, &t.kernel, &t.context, &t.stream, &t.block, &t.grid, &t.device, &t.cc,
		&t.section, &t.metric, &t.unit, &t.value, &t.average, &t.invocations, &t.ruleName, &t.ruleKind, &t.ruleText, &t.speedupKind, &t.speedup,
	}
}

// headerMetric takes a unit in brackets off a column's name, as in
// "gpu__time_duration.sum [us]".
func headerMetric(name string) (string, unit) {
	metric, rest, found := strings.Cut(name, " [")
	spelled, closed := strings.CutSuffix(rest, "]")
	if !found || !closed {
		return name, plain()
	}
	return metric, parseUnit(spelled)
}

// isMetricName tells a metric, such as "sm__cycles_active.avg", from a label.
func isMetricName(name string) bool {
	return strings.Contains(name, "__") && !strings.ContainsAny(name, " (")
}

// isLong tells which of the two kinds a table is.
func (t *ncuTable) isLong() bool { return t.wide == nil }

// needs is how many cells a row must have to be whole. A row of a metric ends at
// its value; a row of a rule has all the cells.
func (t *ncuTable) needs() int {
	if t.isLong() {
		return t.value + 1
	}
	return t.wide[len(t.wide)-1].place + 1
}

// at is the cell of a column; nil where the table or the row has none.
func at(cells [][]byte, place int) []byte {
	if place < 0 || place >= len(cells) {
		return nil
	}
	return cells[place]
}

// isUnits tells whether a row is the units of a wide table: what names the
// launch is empty in it.
func (t *ncuTable) isUnits(cells [][]byte) bool {
	if t.isLong() || !t.fresh || len(cells) < t.needs() {
		return false
	}
	for _, place := range []int{t.id, t.process, t.kernel, t.grid, t.block} {
		if len(bytes.TrimSpace(at(cells, place))) > 0 {
			return false
		}
	}
	return true
}

// takeUnits reads the units of a wide table.
func (t *ncuTable) takeUnits(cells [][]byte) {
	for i := range t.wide {
		t.wide[i].unit = parseUnit(string(cells[t.wide[i].place]))
	}
}

// isRow tells a row from what a program printed between rows: an id is digits.
func (t *ncuTable) isRow(cells [][]byte) bool {
	if len(cells) < 2 {
		return false
	}
	if t.id >= 0 {
		return isDigits(at(cells, t.id))
	}
	if t.isLong() {
		return len(cells) >= t.needs() && len(cells) <= t.width+1
	}
	return len(cells) == t.width
}

func isDigits(cell []byte) bool {
	for _, c := range cell {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(cell) > 0
}
