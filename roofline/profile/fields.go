package profile

import (
	"bytes"
	"strconv"
)

// fields splits records of a CSV file. The standard reader is of no use here: it
// gives up on the lines that programs print between the rows.
type fields struct {
	cells   [][]byte
	scratch []byte
}

// split gives the cells of a record, without their quotes. They are valid until
// the next call or until the line is gone. Balanced is false where a quote is
// still open at the end.
func (f *fields) split(line []byte) (cells [][]byte, balanced bool) {
	f.cells, f.scratch = f.cells[:0], f.scratch[:0]
	for {
		cell, rest, more, closed := f.cell(line)
		if !closed {
			return f.cells, false
		}
		f.cells = append(f.cells, cell)
		if !more {
			return f.cells, true
		}
		line = rest
	}
}

// cell takes one cell off a line. More tells that a comma follows it.
func (f *fields) cell(line []byte) (cell, rest []byte, more, closed bool) {
	if spaced := bytes.TrimLeft(line, " "); len(spaced) > 0 && spaced[0] == '"' {
		line = spaced // a space after the comma
	}
	if len(line) == 0 || line[0] != '"' {
		cell, rest, more = bytes.Cut(line, []byte{','})
		return cell, rest, more, true
	}
	line = line[1:]
	end := bytes.IndexByte(line, '"')
	if end < 0 {
		return nil, nil, false, false
	}
	if end+1 == len(line) || line[end+1] == ',' { // no quote within
		return line[:end], afterComma(line[end+1:]), end+1 < len(line), true
	}
	return f.escaped(line)
}

// escaped is cell for one that has quotes within, doubled or stray.
func (f *fields) escaped(line []byte) (cell, rest []byte, more, closed bool) {
	start := len(f.scratch)
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] != '"':
			f.scratch = append(f.scratch, line[i])
		case i+1 < len(line) && line[i+1] == '"':
			f.scratch = append(f.scratch, '"')
			i++
		case i+1 == len(line) || line[i+1] == ',':
			return f.scratch[start:len(f.scratch):len(f.scratch)], afterComma(line[i+1:]), i+1 < len(line), true
		default: // a stray quote stands for itself
			f.scratch = append(f.scratch, '"')
		}
	}
	return nil, nil, false, false
}

func afterComma(line []byte) []byte {
	if len(line) == 0 {
		return nil
	}
	return line[1:]
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
