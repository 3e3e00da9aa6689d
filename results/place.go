package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// source is the text being read, so that errors can say where they are.
type source struct {
	name string
	text []byte
}

// at says where an offset is, for people: "run.json: line 3, byte 41".
func (s source) at(offset int64) string {
	offset = min(max(offset, 0), s.size())
	line := 1 + bytes.Count(s.text[:offset], []byte("\n"))
	return fmt.Sprintf("%s: line %d, byte %d", s.name, line, offset)
}

func (s source) size() int64 { return int64(len(s.text)) }

// skipSpace is the offset of the next byte that is no white space.
func (s source) skipSpace(offset int64) int64 {
	return s.size() - int64(len(bytes.TrimLeft(s.text[offset:], " \t\r\n")))
}

// line is the text from offset up to its line end, or to the end of the file.
func (s source) line(offset int64) []byte {
	line, _, _ := bytes.Cut(s.text[offset:], []byte("\n"))
	return line
}

// errTruncated marks a text that ends inside a value.
var errTruncated = errors.New("the file is truncated: it ends inside a value")

// explain turns an error of encoding/json into one that says where it happened.
// The offset is where reading had come to; base is where the decoder started.
func (s source) explain(err error, base, offset int64) error {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: %w", s.at(s.size()), errTruncated)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: not JSON: %w", s.at(base+syntax.Offset), err)
	case errors.As(err, &wrongType):
		return fmt.Errorf("%s: %s cannot be a JSON %s", s.at(base+wrongType.Offset), orDocument(wrongType.Field), wrongType.Value)
	}
	return fmt.Errorf("%s: %w", s.at(base+offset), err)
}

// orDocument names the whole where a path names no part.
func orDocument(path string) string {
	if path == "" {
		return "the document"
	}
	return path
}
