package profile

import (
	"bytes"
	"errors"
	"io"
)

// ncuCSV reads the tables of an Nsight Compute CSV, whatever stands between
// them, and gives each launch when its rows are over.
type ncuCSV struct {
	records *records
	cells   cellReader
	table   *ncuTable
	words   words
	out     *output
	// open is the launches whose rows may go on, one for each process, since the
	// output of processes that run side by side is mixed.
	open   []*ncuLaunch
	free   []*ncuLaunch
	tables int
	rows   int64
	notes  ncuNotes
}

// maxOpenLaunches bounds how many processes may write side by side.
const maxOpenLaunches = 1024

// readNCUCSV reads from the table whose header was just found.
func readNCUCSV(records *records, table *ncuTable, decimal Decimal, out *output) error {
	r := &ncuCSV{records: records, table: table, out: out, words: newWords(), cells: cellReader{decimal}, tables: 1}
	err := r.read()
	if flushed := r.flushAll(); err == nil || errors.As(err, new(*CutError)) {
		err = errors.Join(flushed, err)
	}
	for _, line := range r.records.broken {
		out.warn(line, "a record whose quotes are never closed was skipped")
	}
	if err == nil && r.rows == 0 {
		return &NoKernelsError{"the table at line " + itoa(table.line) + " has no rows", r.notes.remedy()}
	}
	return unwrapOne(err)
}

func (r *ncuCSV) read() error {
	for {
		cells, whole, err := r.records.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !whole && !r.looksCut(cells):
			r.notes.see(cells)
			return nil
		case !whole:
			return r.cut(cells, "within the quotes of a row")
		}
		if err := r.record(cells); err != nil {
			return err
		}
	}
}

// looksCut tells whether an unfinished record at the end is a row of the table
// and not a line of a program.
func (r *ncuCSV) looksCut(cells [][]byte) bool {
	if len(cells) == 0 {
		return false
	}
	return r.table.id < 0 || isDigits(at(cells, r.table.id))
}

func (r *ncuCSV) record(cells [][]byte) error {
	if table := newNCUTable(cells, r.records.line); table != nil {
		r.table = table
		r.tables++
		return r.flushAll()
	}
	if r.table.isUnits(cells) {
		r.table.takeUnits(cells)
		r.table.fresh = false
		return nil
	}
	if !r.table.isRow(cells) {
		r.notes.see(cells)
		return nil
	}
	if r.table.fresh && !r.table.isLong() {
		r.out.warn(r.table.line, "the table has no row of units: NVIDIA's base units are assumed, nanoseconds and bytes")
	}
	r.table.fresh = false
	if len(cells) < r.table.needs() || r.endsInValue(cells) {
		if r.records.ended() {
			return r.cut(cells, "a row has "+itoa(int64(len(cells)))+" of "+itoa(int64(r.table.width))+" cells")
		}
		r.out.warn(r.records.line, "a row with "+itoa(int64(len(cells)))+" of "+itoa(int64(r.table.width))+" cells was skipped")
		return nil
	}
	return r.row(cells)
}

// endsInValue tells whether the file ends just before a value: its cell is empty
// and there is no line end.
func (r *ncuCSV) endsInValue(cells [][]byte) bool {
	return r.records.ended() && r.table.isLong() && len(cells) == r.table.needs() &&
		len(cells[r.table.value]) == 0 && len(cells[r.table.metric]) > 0
}

// cut ends the reading: the file stops within a row. The launch of that row is
// given with what it has.
func (r *ncuCSV) cut(cells [][]byte, what string) error {
	for _, launch := range r.open {
		if launch.is(r.table, cells) {
			launch.warn("the file is cut within this launch")
		}
	}
	return &CutError{Line: r.records.line, What: what}
}

func (r *ncuCSV) row(cells [][]byte) error {
	r.rows++
	launch, err := r.launch(cells)
	if err != nil {
		return err
	}
	if r.table.isLong() {
		return r.long(launch, cells)
	}
	for i := range r.table.wide {
		column := &r.table.wide[i]
		if err := r.metric(launch, metricCell{column.name, column.unit, cells[column.place], r.records.line}); err != nil {
			return err
		}
	}
	return nil
}

// long reads a row of a long table: a metric or a rule.
func (r *ncuCSV) long(launch *ncuLaunch, cells [][]byte) error {
	name := bytes.TrimSpace(cells[r.table.metric])
	if len(name) == 0 {
		if len(at(cells, r.table.ruleName)) > 0 {
			launch.rules = append(launch.rules, r.rule(cells))
		}
		return nil
	}
	cell := metricCell{r.words.keep(name), r.words.unit(at(cells, r.table.unit)), cells[r.table.value], r.records.line}
	return r.metric(launch, cell)
}

func (r *ncuCSV) rule(cells [][]byte) Rule {
	rule := Rule{
		Section:        r.words.keep(at(cells, r.table.section)),
		Name:           r.words.keep(at(cells, r.table.ruleName)),
		Kind:           ruleKind(string(at(cells, r.table.ruleKind))),
		Message:        string(at(cells, r.table.ruleText)),
		SpeedupScope:   r.words.keep(at(cells, r.table.speedupKind)),
		SpeedupPercent: Missing("the rule gives no estimate"),
	}
	speedup := metricCell{"the estimated speedup", plain(), at(cells, r.table.speedup), r.records.line}
	if value, err := r.cells.number(speedup); err == nil {
		rule.SpeedupPercent = Known(value)
	}
	return rule
}

// ruleKind spells out the short words of the details page.
func ruleKind(word string) string {
	switch word {
	case "OPT":
		return RuleOptimization
	case "INF":
		return RuleInformation
	case "WRN":
		return RuleWarning
	}
	return word
}

// metric adds one value to a launch.
func (r *ncuCSV) metric(launch *ncuLaunch, cell metricCell) error {
	name := cell.metric
	if !isMetricName(name) {
		if inner, found := nameInBrackets(name); found {
			name = inner
		} else if name = labelledMetric(name, cell.unit.dimension); name != "" {
			launch.metrics.labelled = true
		}
	}
	if name == "" {
		return nil
	}
	value, err := r.cells.number(cell)
	switch {
	case err == nil:
		launch.metrics.set(name, value)
	case !errors.Is(err, errNotNumber):
		return err
	case isAbsent(cell.text):
		launch.metrics.lack(name)
	default:
		launch.metrics.texts[name] = string(cell.text)
	}
	return nil
}

// nameInBrackets takes the metric out of "Label (metric.name)".
func nameInBrackets(name string) (string, bool) {
	_, rest, found := bytes.Cut([]byte(name), []byte(" ("))
	inner, closed := bytes.CutSuffix(rest, []byte{')'})
	return string(inner), found && closed && isMetricName(string(inner))
}
