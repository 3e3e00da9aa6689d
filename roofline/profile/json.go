package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// sniffJSON tells what a JSON input is by its first keys; "" for no JSON that is
// known.
func sniffJSON(head []byte) Format {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return ""
	}
	list := text[0] == '['
	if !list && bytes.Contains(text, []byte(`"ridgeline-kernel/`)) {
		return FormatKernelRun
	}
	if !list && isResults(text) {
		return FormatResults
	}
	for _, known := range []struct {
		key    string
		format Format
		list   bool
	}{
		{`"traceEvents"`, FormatKineto, false},
		{`"deviceProperties"`, FormatKineto, false},
		{`"frame"`, FormatProton, true},
		{`"time_s"`, FormatDeclared, true},
		{`"ph"`, FormatKineto, true},
	} {
		if list == known.list && bytes.Contains(text, []byte(known.key)) {
			return known.format
		}
	}
	return ""
}

// isResults tells a results document, or a part of one, by its schema, which is
// its first key.
func isResults(text []byte) bool {
	text = bytes.TrimLeft(text[1:], " \t\r\n")
	value, found := bytes.CutPrefix(text, []byte(`"schema":`))
	return found && bytes.HasPrefix(bytes.TrimLeft(value, " "), []byte(`"ridgeline/`))
}

// readJSON reads an input whose format sniffJSON told.
func readJSON(format Format, source io.Reader, out *output) error {
	if format == FormatResults {
		return readResults(source, out)
	}
	reader := newJSONReader(source)
	var err error
	switch format {
	case FormatProton:
		err = readProton(reader, out)
	case FormatKernelRun:
		err = readKernelRun(reader, out)
	case FormatDeclared:
		err = readDeclaredJSON(reader, out)
	default:
		err = readKineto(reader, out)
	}
	return reader.explain(err)
}

// maxJSONValue bounds one value of a JSON input: an event of a trace, or the
// whole tree of Proton.
const maxJSONValue = 64 << 20

// jsonReader decodes a stream and bounds how much one value may take.
type jsonReader struct {
	*json.Decoder
	budget *budgetReader
}

func newJSONReader(source io.Reader) *jsonReader {
	budget := &budgetReader{source: source, left: maxJSONValue}
	decoder := json.NewDecoder(budget)
	decoder.UseNumber()
	return &jsonReader{decoder, budget}
}

// value decodes the next value, with a fresh budget.
func (r *jsonReader) value(into any) error {
	r.budget.left = maxJSONValue
	return r.Decode(into)
}

// skip reads past the next value, in pieces, whatever its size.
func (r *jsonReader) skip() error {
	depth := 0
	for {
		r.budget.left = maxJSONValue
		token, err := r.Token()
		if err != nil {
			return err
		}
		if delim, ok := token.(json.Delim); ok {
			switch delim {
			case '{', '[':
				depth++
			default:
				depth--
			}
		}
		if depth == 0 {
			return nil
		}
	}
}

// explain turns the decoder's errors into those of the package.
func (r *jsonReader) explain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &CutError{Offset: r.InputOffset(), What: "within a value of the JSON"}
	case errors.As(err, &syntax):
		return &CorruptError{Offset: syntax.Offset, What: "broken JSON: " + syntax.Error()}
	case errors.As(err, &kind):
		return &CorruptError{Offset: r.InputOffset(), What: "unexpected JSON: " + kind.Error()}
	}
	return err
}

// budgetReader gives at most so many bytes before its budget is renewed.
type budgetReader struct {
	source io.Reader
	left   int64
}

func (b *budgetReader) Read(into []byte) (int, error) {
	if b.left <= 0 {
		return 0, &LimitError{"the size of one JSON value", maxJSONValue}
	}
	n, err := b.source.Read(into)
	b.left -= int64(n)
	return n, err
}
