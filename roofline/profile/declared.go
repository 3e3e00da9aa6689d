package profile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// declaredRow is one row of declared work: a small format of our own for what
// no other reader reads.
//
// As CSV it has the header
//
//	name,time_s,flops,path,bytes,level
//
// in any order, of which name and time_s are needed; device, compute_capability
// and ai, which must then be flops over bytes, may stand beside them. As JSON it is a list of objects with
// these keys. Time is of one launch, in seconds; numbers have a decimal point.
// Rows that follow one another with the same name and time are one kernel with
// several paths or levels.
type declaredRow struct {
	Name       string   `json:"name"`
	Seconds    *float64 `json:"time_s"`
	FLOPs      *float64 `json:"flops"`
	Path       string   `json:"path"`
	Bytes      *float64 `json:"bytes"`
	Level      string   `json:"level"`
	Intensity  *float64 `json:"ai"` // operations a byte
	Device     string   `json:"device"`
	Capability string   `json:"compute_capability"`
}

// check says what a row lacks.
func (r declaredRow) check(line int64) error {
	what := ""
	switch {
	case r.Name == "":
		what = "the name is missing"
	case r.Seconds == nil || *r.Seconds <= 0:
		what = "time_s of " + r.Name + " must be above 0"
	case r.FLOPs != nil && (*r.FLOPs < 0 || r.Path == ""):
		what = "flops of " + r.Name + " need a path and must not be negative"
	case !r.intensityHolds():
		what = fmt.Sprintf("the ai of %s is %g, and its flops over its bytes are not: one of the three is wrong", r.Name, *r.Intensity)
	case r.Bytes != nil && (*r.Bytes < 0 || !isLevel(r.Level)):
		what = "bytes of " + r.Name + " need a level (dram, l2, l1 or shared) and must not be negative"
	}
	if what == "" {
		return nil
	}
	return &CorruptError{Line: line, What: what}
}

// intensityHolds tells whether the intensity, where the author gives one, is that
// of the operations and bytes.
func (r declaredRow) intensityHolds() bool {
	const rounding = 0.01
	if r.Intensity == nil || r.FLOPs == nil || r.Bytes == nil {
		return true
	}
	return math.Abs(*r.FLOPs-*r.Intensity**r.Bytes) <= rounding*math.Abs(*r.FLOPs)
}

func isLevel(level string) bool {
	switch level {
	case LevelDRAM, LevelL2, LevelL1, LevelShared:
		return true
	}
	return false
}

// declaredKernels joins rows into kernels.
type declaredKernels struct {
	out  *output
	open *Kernel
}

func (d *declaredKernels) add(row declaredRow, line int64) error {
	if err := row.check(line); err != nil {
		return err
	}
	if d.open == nil || d.open.Name != row.Name || d.open.TimeSeconds.Or(0) != *row.Seconds {
		if err := d.flush(); err != nil {
			return err
		}
		k := timedKernel(row.Name, *row.Seconds, 1)
		k.Source.Row = line
		k.Device = Device{Name: row.Device, ComputeCapability: row.Capability}
		d.open = &k
	}
	if row.FLOPs != nil {
		d.open.Work = append(d.open.Work, declaredWork(row.Path, *row.FLOPs, nil))
		d.open.Tier = TierDeclared
	}
	if row.Bytes != nil {
		d.open.Traffic = append(d.open.Traffic, declaredTraffic(row.Level, Known(*row.Bytes)))
		d.open.Tier = TierDeclared
	}
	return nil
}

func (d *declaredKernels) flush() error {
	if d.open == nil {
		return nil
	}
	k := *d.open
	d.open = nil
	return d.out.kernel(k)
}

// readDeclaredJSON reads a list of rows.
func readDeclaredJSON(r *jsonReader, out *output) error {
	if _, err := r.Token(); err != nil {
		return err
	}
	kernels := &declaredKernels{out: out}
	for line := int64(1); r.More(); line++ {
		var row declaredRow
		if err := r.value(&row); err != nil {
			return errors.Join(kernels.flush(), err)
		}
		if err := kernels.add(row, line); err != nil {
			return err
		}
	}
	if err := kernels.flush(); err != nil {
		return err
	}
	_, err := r.Token()
	return err
}

// declaredTable is the places of the columns of a declared CSV.
type declaredTable map[string]int

// newDeclaredTable recognises the header; nil for any other line.
func newDeclaredTable(cells [][]byte) declaredTable {
	table := declaredTable{}
	for i, cell := range cells {
		table[strings.ToLower(strings.TrimSpace(string(cell)))] = i
	}
	_, name := table["name"]
	_, time := table["time_s"]
	if !name || !time {
		return nil
	}
	return table
}

// readDeclaredCSV reads the rows after the header.
func readDeclaredCSV(records *records, table declaredTable, out *output) error {
	kernels := &declaredKernels{out: out}
	for {
		cells, _, err := records.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if isBlank(cells) {
			continue
		}
		row, err := table.row(cells, records.line)
		if err != nil {
			return err
		}
		if err := kernels.add(row, records.line); err != nil {
			return err
		}
	}
	if err := kernels.flush(); err != nil {
		return err
	}
	if out.file.Count == 0 {
		return &NoKernelsError{"the table of declared work has no rows", ""}
	}
	return nil
}

func isBlank(cells [][]byte) bool {
	for _, cell := range cells {
		if len(trimSpace(cell)) > 0 && cell[0] != '#' {
			return false
		}
		if len(cell) > 0 && cell[0] == '#' {
			return true
		}
	}
	return true
}

func (t declaredTable) row(cells [][]byte, line int64) (declaredRow, error) {
	text := func(column string) string {
		place, have := t[column]
		if !have {
			return ""
		}
		return strings.TrimSpace(string(at(cells, place)))
	}
	row := declaredRow{Name: text("name"), Path: text("path"), Level: text("level"), Device: text("device"), Capability: text("compute_capability")}
	for _, number := range []struct {
		column string
		into   **float64
	}{{"time_s", &row.Seconds}, {"flops", &row.FLOPs}, {"bytes", &row.Bytes}, {"ai", &row.Intensity}} {
		cell := text(number.column)
		if cell == "" {
			continue
		}
		value, err := strconv.ParseFloat(cell, 64)
		if err != nil || !Known(value).Known() {
			return row, &CorruptError{Line: line, What: number.column + " is no number with a decimal point: " + quoteStart(cell)}
		}
		*number.into = &value
	}
	return row, nil
}
