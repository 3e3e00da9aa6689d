package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Writer writes the document of a run while the run goes on. Each finished
// record is synced to a partial file beside the document (see PartialPath), so
// that nothing measured is lost, and Finish makes the document of them. A
// document that already stands at the path stays until then. A Writer is for
// one goroutine.
type Writer struct {
	path    string
	doc     Document
	partial file
	written int64 // bytes of the partial file that are whole lines
	disk    disk
}

// file and disk are what a Writer needs of the operating system; tests fill the
// disk with them.
type file interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
	Name() string
}

type disk struct {
	open func(name string, flag int, mode fs.FileMode) (file, error)
}

func realDisk() disk {
	return disk{func(name string, flag int, mode fs.FileMode) (file, error) {
		return os.OpenFile(name, flag, mode) //nolint:gosec // the user names the file
	}}
}

// Create begins the document at path. The header is the document without its
// records; Create sets its schema. Create fails at once, before anything
// is measured, where the document could not be written. The partial file of an
// earlier run that did not finish is kept under the name PARTIAL.old.
func Create(path string, header Document) (*Writer, error) {
	return create(path, header, realDisk())
}

func create(path string, header Document, disk disk) (*Writer, error) {
	header.Schema, header.Records, header.Run.FinishedAt = Schema, nil, nil
	if err := Validate(&header); err != nil {
		return nil, fmt.Errorf("results document: %w", err)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write results to %s: it is not a regular file; name a file", path)
	}
	name := PartialPath(path)
	if err := os.Rename(name, name+".old"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, cannotWrite(path, err)
	}
	return started(path, header, disk)
}

// started puts a partial file with the document and the records it has in place in
// one step, and opens it for more.
func started(path string, doc Document, disk disk) (*Writer, error) {
	w := &Writer{path: path, doc: doc, disk: disk}
	if err := w.begin(); err != nil {
		return nil, cannotWrite(path, err)
	}
	return w, nil
}

func (w *Writer) begin() (err error) {
	temporary := w.Partial() + ".tmp"
	if w.partial, err = w.disk.open(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644); err != nil {
		return err
	}
	if err = first(w.appendAll(), w.partial.Close()); err == nil {
		err = os.Rename(temporary, w.Partial())
	}
	if err != nil {
		_ = os.Remove(temporary)
		return err
	}
	w.partial, err = w.disk.open(w.Partial(), os.O_WRONLY|os.O_APPEND, 0o644)
	return err
}

// appendAll writes the header and every record.
func (w *Writer) appendAll() error {
	header := w.doc
	header.Records = nil
	err := w.appendLine(normal(header))
	for _, r := range w.doc.Records {
		err = first(err, w.appendLine(normalRecord(r)))
	}
	return err
}

func cannotWrite(path string, err error) error {
	if where, ok := errors.AsType[*fs.PathError](err); ok {
		err = where.Err
	} else if where, ok := errors.AsType[*os.LinkError](err); ok {
		err = where.Err
	}
	return fmt.Errorf("cannot write results to %s: %w; name a file in a folder that exists, is writable and has space", path, err)
}

// Append adds a finished record and syncs it to the partial file. A record that
// is inconsistent is an error and is not added. After any error the records
// already there stay, and more may be tried.
func (w *Writer) Append(record Record) error {
	if err := first(finite(record), validateRecord(&record)); err != nil {
		return fmt.Errorf("record %s: %w", record.Case, err)
	}
	if err := w.appendLine(normalRecord(record)); err != nil {
		return fmt.Errorf("cannot keep record %s in %s: %w; the %d records before it are kept", record.Case, w.Partial(), err, len(w.doc.Records))
	}
	w.doc.Records = append(w.doc.Records, record)
	return nil
}

// appendLine writes a whole line or nothing.
func (w *Writer) appendLine(value any) error {
	line, err := marshal(value, "")
	if err != nil {
		return err
	}
	if _, err = w.partial.Write(line); err == nil {
		err = w.partial.Sync()
	}
	if err != nil {
		if undo := w.partial.Truncate(w.written); undo != nil {
			return fmt.Errorf("%w; nor can the part written be taken back: %w", err, undo)
		}
		return err
	}
	w.written += int64(len(line))
	return nil
}

// Partial is the path of the partial file.
func (w *Writer) Partial() string { return PartialPath(w.path) }

// Document is what has been recorded so far. The caller must not change it.
func (w *Writer) Document() *Document { return &w.doc }

// End sets what the device was at the end of the run. Finish checks it.
func (w *Writer) End(state *DeviceState) {
	environment := Environment{End: state}
	if w.doc.Environment != nil {
		environment.Start = w.doc.Environment.Start
	}
	w.doc.Environment = &environment
}

// Finish writes the document with the time and any warnings of the whole run,
// puts it at its path in one step and removes the partial file. Where that
// fails, nothing changes at the path, and the error names the partial file,
// which keeps every record.
func (w *Writer) Finish(finishedAt time.Time, warnings ...string) error {
	w.doc.Run.FinishedAt = &finishedAt
	w.doc.Warnings = append(w.doc.Warnings, warnings...)
	inPlace(w.doc.Records)
	err := w.replace()
	closed := w.partial.Close()
	if err != nil {
		w.doc.Run.FinishedAt = nil
		return fmt.Errorf("cannot write results to %s: %w; every record is kept in %s", w.path, err, w.Partial())
	}
	return first(closed, os.Remove(w.Partial()))
}

// Close ends the writing without a document: the partial file stays.
func (w *Writer) Close() error { return w.partial.Close() }

// replace writes a temporary file in the same folder and renames it, so that a
// reader sees the old document or the new one, and never a part.
func (w *Writer) replace() error {
	temporary := filepath.Join(filepath.Dir(w.path), "."+filepath.Base(w.path)+".tmp")
	out, err := w.disk.open(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	err = first(Encode(out, &w.doc), out.Sync())
	if err = first(err, out.Close()); err == nil {
		err = os.Rename(temporary, w.path)
	}
	if err != nil {
		_ = os.Remove(temporary)
		return err
	}
	return syncFolder(filepath.Dir(w.path))
}

// syncFolder makes a rename last through a power cut, where the system can.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = folder.Sync() // not every file system can; the document itself is synced
	return folder.Close()
}
