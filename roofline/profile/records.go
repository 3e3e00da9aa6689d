package profile

import (
	"bytes"
	"errors"
	"io"
)

// records reads the records of CSV tables that stand among other lines. A
// record whose quotes are open at the end of its line goes on in the next, as
// the texts of rules do; but a line of noise with an odd quote must not swallow
// the rows after it.
type records struct {
	lines  *lines
	fields fields
	joined []byte
	held   []byte // a line that was read ahead and not used
	isHeld bool
	line   int64 // where the record begins
	// broken is the lines of records that never ended.
	broken []int64
}

// maxJoinedLines bounds how many lines a record may have.
const maxJoinedLines = 200

func newRecords(source io.Reader) *records { return &records{lines: newLines(source)} }

// next gives the cells of the next record. Whole is false for the last record of
// a file that ends within it.
func (r *records) next() (cells [][]byte, whole bool, err error) {
	line, err := r.take()
	if err != nil {
		return nil, false, err
	}
	r.line = r.lines.number
	cells, balanced := r.fields.split(line)
	if balanced {
		return cells, true, nil
	}
	return r.join(line)
}

// take gives the next line, be it held back or new.
func (r *records) take() ([]byte, error) {
	if r.isHeld {
		r.isHeld = false
		return r.held, nil
	}
	return r.lines.next()
}

// join reads on until the quotes of a record are closed.
func (r *records) join(first []byte) (cells [][]byte, whole bool, err error) {
	r.joined = append(r.joined[:0], first...)
	for range maxJoinedLines {
		line, err := r.lines.next()
		if errors.Is(err, io.EOF) {
			cells, _ = r.fields.split(r.joined)
			return cells, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		if beginsRecord(line) || len(r.joined)+len(line) > maxLineBytes {
			return r.giveUp(line)
		}
		r.joined = append(append(r.joined, '\n'), line...)
		if cells, balanced := r.fields.split(r.joined); balanced {
			return cells, true, nil
		}
	}
	r.broken = append(r.broken, r.line)
	return nil, true, nil
}

// giveUp drops a record that never ends, and keeps the line that shows it.
func (r *records) giveUp(line []byte) (cells [][]byte, whole bool, err error) {
	r.broken = append(r.broken, r.line)
	r.held = append(r.held[:0], line...)
	r.isHeld = true
	return nil, true, nil
}

// beginsRecord tells a line that can only be the start of a row or a header:
// `"12","` or `"ID",`.
func beginsRecord(line []byte) bool {
	if bytes.HasPrefix(line, []byte(`"ID",`)) || bytes.HasPrefix(line, []byte("==")) {
		return true
	}
	rest, quoted := bytes.CutPrefix(line, []byte{'"'})
	id, rest, found := bytes.Cut(rest, []byte(`","`))
	return quoted && found && isDigits(id) && len(rest) > 0
}

// ended tells whether the file ended without a line end after this record.
func (r *records) ended() bool { return r.lines.open && !r.isHeld }
