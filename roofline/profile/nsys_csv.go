package profile

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// nsysTable is a table of nsys stats as CSV: a trace of the GPU (every kernel
// and copy with its start), or a summary of kernels (totals by name).
type nsysTable struct {
	trace   bool
	columns map[string]int
	// toNs is the nanoseconds of the unit in which the times are.
	toNs float64
	line int64
}

// newNsysTable recognises the header of a table of kernels. It gives nil for any
// other line, and for the tables of nsys that are of no kernels: the calls of an
// API have "Num Calls", copies "Count" or "Operation", ranges "Range".
func newNsysTable(cells [][]byte, line int64) *nsysTable {
	t := &nsysTable{columns: map[string]int{}, toNs: 1, line: line}
	for i, cell := range cells {
		name, spelled := cutParens(strings.TrimSpace(string(cell)))
		t.columns[strings.ToLower(name)] = i
		if perUnit, isTime := nanoseconds(spelled); isTime {
			t.toNs = perUnit
		}
	}
	hasName := t.has("name") || t.has("kernel name")
	switch {
	case t.has("start") && t.has("duration") && hasName && t.ofGPU():
		t.trace = true
		return t
	case t.has("total time") && t.has("instances") && hasName && !t.has("range"):
		return t
	}
	return nil
}

// ofGPU tells a trace of a GPU from one of the host, whose rows have a thread.
func (t *nsysTable) ofGPU() bool {
	host := t.has("tid") || t.has("pid") || t.has("result") || t.has("thread name")
	return !host && (t.has("corrid") || t.has("grdx") || t.has("device") || t.has("strm"))
}

// isNsysHeader tells the header of any table of nsys, be it of kernels or not.
func isNsysHeader(cells [][]byte) bool {
	for _, cell := range cells {
		name, _ := cutParens(strings.TrimSpace(string(cell)))
		if name == "Total Time" || name == "Duration" || name == "Time" {
			return true
		}
	}
	return false
}

// cutParens takes "(ns)" off "Duration (ns)", or "(%)" off "Time(%)".
func cutParens(name string) (rest, unit string) {
	rest, after, found := strings.Cut(name, "(")
	if !found {
		return name, ""
	}
	return strings.TrimSpace(rest), strings.TrimSuffix(after, ")")
}

func (t *nsysTable) has(column string) bool {
	_, have := t.columns[column]
	return have
}

// text is the cell of the first of the columns that there is. The last column is
// the name of a kernel, which some tools write without quotes, commas and all.
func (t *nsysTable) text(cells [][]byte, columns ...string) string {
	for _, column := range columns {
		place, have := t.columns[column]
		switch {
		case !have:
		case place == len(t.columns)-1 && len(cells) > len(t.columns):
			return string(bytes.TrimSpace(bytes.Join(cells[place:], []byte{','})))
		default:
			return string(bytes.TrimSpace(at(cells, place)))
		}
	}
	return ""
}

// number reads a plain number; nsys writes no thousands marks into CSV.
func (t *nsysTable) number(cells [][]byte, column string) (float64, bool) {
	value, err := strconv.ParseFloat(t.text(cells, column), 64)
	return value, err == nil && !math.IsNaN(value) && !math.IsInf(value, 0)
}

// readNsysCSV reads the rows after a header, and those of tables that follow.
func readNsysCSV(records *records, table *nsysTable, out *output) error {
	builder := newTimelineBuilder()
	r := &nsysReader{table: table, builder: builder, out: out}
	for {
		cells, whole, err := records.next()
		if errors.Is(err, io.EOF) {
			return r.finish(nil)
		}
		if err != nil {
			return r.finish(err)
		}
		if found := newNsysTable(cells, records.line); found != nil {
			r.table, r.foreign = found, false
			continue
		}
		if isNsysHeader(cells) {
			r.foreign = true
		}
		if r.foreign {
			continue
		}
		if !whole || len(cells) < len(r.table.columns) {
			if records.ended() && len(cells) > 2 {
				return r.finish(&CutError{Line: records.line, What: "within a row"})
			}
			continue
		}
		if err := r.row(cells, records.line); err != nil {
			return r.finish(err)
		}
	}
}

// nsysReader gathers the rows of the tables of one file.
type nsysReader struct {
	table *nsysTable
	// foreign tells that a table of no kernels has begun.
	foreign bool
	builder *timelineBuilder
	out     *output
	// summaries is the kernels that a summary gave. Where there is a trace too, it
	// says the same better.
	summaries []Kernel
}

const maxSummaries = 1 << 20

func (r *nsysReader) finish(err error) error {
	if r.builder.spans > 0 {
		return unwrapOne(errors.Join(r.builder.finish(r.out), err))
	}
	for _, k := range r.summaries {
		if err := r.out.kernel(k); err != nil {
			return err
		}
	}
	if err == nil && len(r.summaries) == 0 {
		return &NoKernelsError{"the table of nsys at line " + itoa(r.table.line) + " has no rows", "did the run launch any kernel?"}
	}
	return err
}

func (r *nsysReader) row(cells [][]byte, line int64) error {
	if r.table.trace {
		return r.traceRow(cells)
	}
	total, okTotal := r.table.number(cells, "total time")
	count, okCount := r.table.number(cells, "instances")
	if !okTotal || !okCount || count < 1 {
		return nil // a line of another program, or of another table
	}
	if len(r.summaries) == maxSummaries {
		return &LimitError{"the number of kernels of a summary", maxSummaries}
	}
	k := timedKernel(r.table.text(cells, "name", "kernel name"), total*r.table.toNs/nanosecondsPerSecond/count, int64(count))
	k.Source.Row = line
	k.Launch = Launch{Grid: r.dim3(cells, "gridxyz"), Block: r.dim3(cells, "blockxyz")}
	r.summaries = append(r.summaries, k)
	return nil
}

func (r *nsysReader) traceRow(cells [][]byte) error {
	start, okStart := r.table.number(cells, "start")
	duration, okDuration := r.table.number(cells, "duration")
	name := r.table.text(cells, "name", "kernel name")
	if !okStart || !okDuration || start < 0 || start*r.table.toNs > math.MaxInt64/4 || duration*r.table.toNs > math.MaxInt64/4 {
		return nil
	}
	begin := int64(math.Round(start * r.table.toNs))
	index, facts := nsysDevice(r.table.text(cells, "device"))
	r.builder.facts[index] = facts
	return r.builder.add(spanEvent{
		device: index, name: name, start: begin, end: begin + int64(math.Round(duration*r.table.toNs)), kind: nsysKind(name),
		launch: Launch{
			Grid:               r.axes(cells, "grd"),
			Block:              r.axes(cells, "blk"),
			RegistersPerThread: anyNumber(r.table.text(cells, "reg/trd"), "registers per thread"),
		},
	})
}

// nsysKind tells copies and fills, whose names stand in brackets.
func nsysKind(name string) SpanKind {
	switch {
	case strings.HasPrefix(name, "[CUDA memcpy") || strings.HasPrefix(name, "[CUDA Unified Memory memcpy"):
		return SpanCopy
	case strings.HasPrefix(name, "[CUDA memset"):
		return SpanSet
	}
	return SpanKernel
}

// nsysDevice takes the index out of "NVIDIA A100-SXM4-80GB (0)".
func nsysDevice(text string) (index string, device Device) {
	name, rest, found := strings.Cut(text, " (")
	index, closed := strings.CutSuffix(rest, ")")
	if !found || !closed || !isDigits([]byte(index)) {
		return text, Device{Name: text}
	}
	return index, Device{Name: name}
}

func (r *nsysReader) axes(cells [][]byte, prefix string) *Dim3 {
	return parseDim3([]byte(r.table.text(cells, prefix+"x") + "," + r.table.text(cells, prefix+"y") + "," + r.table.text(cells, prefix+"z")))
}

func (r *nsysReader) dim3(cells [][]byte, column string) *Dim3 {
	return parseDim3([]byte(r.table.text(cells, column)))
}
