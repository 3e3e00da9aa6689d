package profile

import (
	"bytes"
	"errors"
	"io"
)

// readText reads a text file: the first table that is known decides what it is.
// A program may have printed any number of lines before it.
func readText(source io.Reader, options Options, out *output) error {
	head, err := io.ReadAll(io.LimitReader(source, headBytes))
	if err != nil {
		return err
	}
	records := newRecords(io.MultiReader(bytes.NewReader(head), source))
	var notes ncuNotes
	for {
		cells, _, err := records.next()
		if errors.Is(err, io.EOF) {
			return notes.verdict()
		}
		if err != nil {
			return err
		}
		if table := newNCUTable(cells, records.line); table != nil {
			out.file.Format = FormatNCUCSV
			return readNCUText(records, table, head, options, out)
		}
		if table := newNsysTable(cells, records.line); table != nil {
			out.file.Format = FormatNsysCSV
			return readNsysCSV(records, table, out)
		}
		if table := newDeclaredTable(cells); table != nil {
			out.file.Format = FormatDeclared
			return readDeclaredCSV(records, table, out)
		}
		notes.see(cells)
	}
}

// readNCUText settles the decimal mark of an Nsight Compute CSV in its head, and
// then reads it all.
func readNCUText(records *records, table *ncuTable, head []byte, options Options, out *output) error {
	decimal := options.Decimal
	if decimal == 0 {
		settled, err := settleDecimal(func(visit func(metricCell) error) error { return eachCell(head, visit) })
		if err != nil {
			return err
		}
		decimal = settled
	}
	return readNCUCSV(records, table, decimal, out)
}

// eachCell gives the metric cells of the head of an Nsight Compute CSV. An
// io.EOF from visit ends it without an error.
func eachCell(head []byte, visit func(metricCell) error) error {
	records := newRecords(bytes.NewReader(head))
	words := newWords()
	var table *ncuTable
	for {
		cells, whole, err := records.next()
		if errors.Is(err, io.EOF) || !whole {
			return nil
		}
		if err != nil {
			return err
		}
		if found := newNCUTable(cells, records.line); found != nil {
			table = found
			continue
		}
		if table == nil || len(cells) < table.needs() {
			continue
		}
		if err := tableCells(table, &words, cells, records.line, visit); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// tableCells gives the metric cells of one row.
func tableCells(table *ncuTable, words *words, cells [][]byte, line int64, visit func(metricCell) error) error {
	if table.isUnits(cells) {
		table.takeUnits(cells)
		table.fresh = false
		return nil
	}
	if !table.isRow(cells) {
		return nil
	}
	table.fresh = false
	if table.isLong() {
		name := words.keep(bytes.TrimSpace(cells[table.metric]))
		return visit(metricCell{name, words.unit(at(cells, table.unit)), cells[table.value], line})
	}
	for _, column := range table.wide {
		if err := visit(metricCell{column.name, column.unit, cells[column.place], line}); err != nil {
			return err
		}
	}
	return nil
}

// unwrapOne takes a joined error apart where it holds only one.
func unwrapOne(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if ok && len(joined.Unwrap()) == 1 {
		return joined.Unwrap()[0]
	}
	return err
}
