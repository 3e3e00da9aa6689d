package profile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLineBytes is the longest line, or record of joined lines, that is kept. A
// raw page of every metric has headers of some 100 kB.
const maxLineBytes = 4 << 20

// lines reads a text file line by line.
type lines struct {
	source *bufio.Reader
	buffer []byte
	number int64 // of the line that next gave last, from 1 on
	// open tells that the last line had no line end: the file may be cut there.
	open bool
}

func newLines(source io.Reader) *lines {
	return &lines{source: bufio.NewReaderSize(source, 1<<16)}
}

// next gives a line without its end; it is valid until the next call.
func (l *lines) next() ([]byte, error) {
	l.buffer = l.buffer[:0]
	for {
		part, err := l.source.ReadSlice('\n')
		if len(l.buffer)+len(part) > maxLineBytes {
			return nil, &LimitError{"the length of line " + itoa(l.number+1), maxLineBytes}
		}
		switch {
		case err == nil && len(l.buffer) == 0:
			return l.finish(part), nil
		case errors.Is(err, bufio.ErrBufferFull):
			l.buffer = append(l.buffer, part...)
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		}
		l.buffer = append(l.buffer, part...)
		if len(l.buffer) == 0 {
			return nil, io.EOF
		}
		return l.finish(l.buffer), nil
	}
}

func (l *lines) finish(line []byte) []byte {
	l.number++
	line, ended := bytes.CutSuffix(line, []byte{'\n'})
	l.open = !ended
	line = bytes.TrimSuffix(line, []byte{'\r'})
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line
}
