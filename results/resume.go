package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Resume goes on with the document at path: with its partial file, or where
// there is none, with a document whose run skipped points. It gives the records
// that need not be measured again: all but the skipped. Where there is neither
// file, it begins the document as Create does.
//
// The header is that of a run that begins now. It must agree with that of the
// document in all that makes records belong together, or nothing is touched.
func Resume(path string, header Document) (w *Writer, done []Record, err error) {
	doc, err := unfinished(path)
	if err != nil {
		return nil, nil, err
	}
	if doc == nil {
		w, err = Create(path, header)
		return w, nil, err
	}
	if err := sameRun(doc, &header); err != nil {
		return nil, nil, fmt.Errorf("cannot resume %s: %w; name another file", path, err)
	}
	done = slices.DeleteFunc(doc.Records, func(r Record) bool { return r.Outcome == OutcomeSkipped || r.Place == nil })
	now := header.Run.StartedAt
	header.Schema, header.Run, header.Records = Schema, doc.Run, slices.Clone(done)
	header.Run.FinishedAt, header.Run.ResumedAt = nil, append(header.Run.ResumedAt, now)
	w, err = started(path, header, realDisk())
	return w, done, err
}

// unfinished reads the partial file of a document, or the document where that is
// all there is; nil where there is neither.
func unfinished(path string) (*Document, error) {
	for _, name := range []string{PartialPath(path), path} {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return Read(name)
	}
	return nil, nil
}

// sameRun fails where the records of two documents do not belong together.
func sameRun(was, now *Document) error {
	differs := func(what string, a, b any) error {
		return check(a == b, "its %s is %v, and now it is %v", what, a, b)
	}
	var wasModel, nowModel Model
	if was.Device.Model != nil {
		wasModel = *was.Device.Model
	}
	if now.Device.Model != nil {
		nowModel = *now.Device.Model
	}
	return first(
		differs("provenance", was.Provenance, now.Provenance),
		differs("device", was.Device.Name, now.Device.Name),
		differs("device's UUID", was.Device.UUID, now.Device.UUID),
		differs("driver", was.Device.Driver, now.Device.Driver),
		differs("model", wasModel, nowModel),
		differs("version of ridgeline", was.Run.Version, now.Run.Version),
		differs("seed", was.Run.Seed, now.Run.Seed),
		differs("preset", was.Run.Preset, now.Run.Preset),
		differs("precision", was.Run.Precision, now.Run.Precision),
	)
}
