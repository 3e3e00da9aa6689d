package results

import (
	"bytes"
	"encoding/json"
	"io"
)

// Encode checks the document and writes it as indented JSON. The same document
// always gives the same bytes, and every number reads back as it was.
func Encode(w io.Writer, doc *Document) error {
	if err := Validate(doc); err != nil {
		return err
	}
	text, err := marshal(normal(*doc), "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// marshal is JSON with a line end, on one line where indent is empty.
func marshal(value any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(value)
	return text.Bytes(), err
}

// normal gives lists and maps that the format requires as [] and {}, not null.
// It leaves the argument's own records alone.
func normal(doc Document) Document {
	doc.Run.CommandLine = append([]string{}, doc.Run.CommandLine...)
	if doc.Environment != nil {
		doc.Environment = &Environment{normalState(doc.Environment.Start), normalState(doc.Environment.End)}
	}
	records := make([]Record, len(doc.Records))
	for i, record := range doc.Records {
		records[i] = normalRecord(record)
	}
	doc.Records = records
	return doc
}

func normalState(s *DeviceState) *DeviceState {
	if s == nil {
		return nil
	}
	state := *s
	state.Missing = orEmpty(state.Missing)
	return &state
}

func normalRecord(r Record) Record {
	r.Axes = orEmpty(r.Axes)
	if r.Work != nil {
		work := *r.Work
		work.Bytes = orEmpty(work.Bytes)
		r.Work = &work
	}
	if r.Counters != nil {
		counters := *r.Counters
		counters.Operations = orEmpty(counters.Operations)
		counters.Pipes = orEmpty(counters.Pipes)
		counters.Traffic = orEmpty(counters.Traffic)
		r.Counters = &counters
	}
	return r
}

func orEmpty[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}
