package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// PartialPath is where a run keeps its finished records until the document at
// path is complete: one line for the document without records, then one line a
// record.
func PartialPath(path string) string { return path + ".partial.jsonl" }

// foldRecords appends the records that follow the header of a partial document
// from offset on. A complete document is followed by nothing.
func foldRecords(src source, offset int64, newer bool, doc *Document) error {
	offset = src.skipSpace(offset)
	if offset < src.size() && (doc.Run.FinishedAt != nil || len(doc.Records) > 0) {
		return fmt.Errorf("%s: there is more after the end of the document", src.at(offset))
	}
	for offset < src.size() {
		line := src.line(offset)
		var record Record
		if err := decodeRecord(src, offset, line, newer, len(doc.Records), &record); err != nil {
			if torn := offset+int64(len(line)) == src.size(); !torn || json.Valid(line) {
				return err
			}
			doc.Warnings = append(doc.Warnings, "the last record was cut off while it was written and is dropped")
			break
		}
		doc.Records = append(doc.Records, record)
		offset = src.skipSpace(offset + int64(len(line)))
	}
	inPlace(doc.Records)
	if doc.Run.FinishedAt == nil {
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("the run did not finish: it left %d records", len(doc.Records)))
	}
	return nil
}

// inPlace puts records in the order of their places. Where one has none, as in
// documents before 1.2, all stay where they are.
func inPlace(records []Record) {
	if slices.ContainsFunc(records, func(r Record) bool { return r.Place == nil }) {
		return
	}
	slices.SortStableFunc(records, func(a, b Record) int { return cmp.Compare(*a.Place, *b.Place) })
}

// decodeRecord reads the record on one line of a partial document.
func decodeRecord(src source, start int64, line []byte, newer bool, index int, record *Record) error {
	walk := newShape(line)
	if err := walk.value(reflect.TypeFor[Record](), fmt.Sprintf("records[%d]", index)); err != nil {
		if !json.Valid(line) {
			return fmt.Errorf("%s: this record is damaged: %w", src.at(start), err)
		}
		return src.explain(err, start, walk.dec.InputOffset())
	}
	return decodeValue(src, start, start+int64(len(line)), newer, walk, record)
}
