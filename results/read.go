package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
)

// maxBytes bounds what a reader takes in; a thousand cases need a few MB.
const maxBytes = 1 << 28

// Read reads and checks the document at path: a finished one, or the
// PATH.partial.jsonl of a run that did not finish. Where path does not exist
// but its partial does, that is read. Errors are one line that names the file
// and the place.
func Read(path string) (*Document, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		if partial, errPartial := os.Open(PartialPath(path)); errPartial == nil {
			file, err = partial, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read results document: %w", err)
	}
	defer file.Close() //nolint:errcheck // nothing was written
	return Decode(file, file.Name())
}

// Decode reads a document, or the lines of a partial one, from r and checks it.
// The name stands in errors.
//
// Decode is strict. A key that the format does not have, lacks or repeats is an
// error, except that unknown keys of a newer minor version are passed over with
// a warning in the document.
func Decode(r io.Reader, name string) (*Document, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxBytes {
		return nil, fmt.Errorf("%s: longer than %d bytes, which no results document is", name, maxBytes)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, fmt.Errorf("%s: the file is empty", name)
	}
	src := source{name, text}
	var doc Document
	end, newer, err := decodeHead(src, &doc)
	if err != nil {
		return nil, err
	}
	if err := foldRecords(src, end, newer, &doc); err != nil {
		return nil, err
	}
	if err := Validate(&doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &doc, nil
}

// decodeHead reads the document at the start of the text, or the header of a
// partial one. It returns where that ends, and whether its schema is newer than
// ours.
func decodeHead(src source, doc *Document) (end int64, newer bool, err error) {
	walk := newShape(src.text)
	if err := walk.value(reflect.TypeFor[Document](), ""); err != nil {
		return 0, false, src.explain(err, 0, walk.dec.InputOffset())
	}
	end = walk.dec.InputOffset()
	var head struct {
		Schema *string `json:"schema"`
	}
	if err := json.Unmarshal(src.text[:end], &head); err != nil || head.Schema == nil {
		return 0, false, fmt.Errorf("%s: not a results document: it names no schema such as %q", src.name, Schema)
	}
	if newer, err = readable(*head.Schema); err != nil {
		return 0, false, fmt.Errorf("%s: %w", src.name, err)
	}
	if err := decodeValue(src, 0, end, newer, walk, doc); err != nil {
		return 0, false, err
	}
	if newer && len(walk.faults) > 0 {
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("written as %s, newer than %s: %s was passed over", doc.Schema, Schema, walk.faults[0].text))
	}
	return end, newer, nil
}

// decodeValue fills a Go value from src.text[base:end], whose keys walk has
// seen.
func decodeValue(src source, base, end int64, newer bool, walk *shape, into any) error {
	for _, fault := range walk.faults {
		if !fault.unknown || !newer {
			return fmt.Errorf("%s: %s", src.at(base+fault.offset), fault.text)
		}
	}
	if err := json.Unmarshal(src.text[base:end], into); err != nil {
		return src.explain(err, base, end-base)
	}
	return nil
}
