package results

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// partialText is what a run leaves that ends after so many records.
func partialText(t testing.TB, records int) []byte {
	t.Helper()
	sample := sampleDocument()
	path := filepath.Join(t.TempDir(), "doc.json")
	w := begin(t, path, realDisk())
	for _, record := range sample.Records[:records] {
		require.NoError(t, w.Append(record))
	}
	require.NoError(t, w.Close())
	text, err := os.ReadFile(w.Partial())
	require.NoError(t, err)
	return text
}

func begin(t testing.TB, path string, disk disk) *Writer {
	t.Helper()
	w, err := create(path, sampleDocument(), disk)
	require.NoError(t, err)
	return w
}

func TestWriterWritesTheDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	require.NoError(t, os.WriteFile(path, []byte("an older document"), 0o644))
	want := sampleDocument()
	w := begin(t, path, realDisk())
	for _, record := range want.Records {
		require.NoError(t, w.Append(record))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "an older document", string(text), "kept until the end")

	require.NoError(t, w.Finish(*want.Run.FinishedAt, "a warning of the run"))
	doc, err := Read(path)
	require.NoError(t, err)
	want.Warnings = []string{"a warning of the run"}
	want = normal(want)
	assert.Equal(t, &want, doc)
	onlyFile(t, path)
}

// onlyFile checks that nothing else lies in the folder.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1)
	assert.Equal(t, filepath.Base(path), entries[0].Name())
}

func TestReadFoldsAPartialDocument(t *testing.T) {
	for name, test := range map[string]struct {
		tail     string
		records  int
		warnings []string
	}{
		"whole lines":      {"", 3, []string{"the run did not finish: it left 3 records"}},
		"torn last record": {`{"case":"stream/copy","ax`, 3, []string{"the last record was cut off while it was written and is dropped", "the run did not finish: it left 3 records"}},
		"zeros at the end": {"\x00\x00\x00", 3, []string{"the last record was cut off while it was written and is dropped", "the run did not finish: it left 3 records"}},
		"no line end":      {`{"case":"a/b","axes":{},"outcome":"skipped","reason":"r"}`, 4, []string{"the run did not finish: it left 4 records"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "doc.json")
			require.NoError(t, os.WriteFile(PartialPath(path), append(partialText(t, 3), test.tail...), 0o644))
			doc, err := Read(path)
			require.NoError(t, err)
			assert.Len(t, doc.Records, test.records)
			assert.Equal(t, test.warnings, doc.Warnings)
			assert.Equal(t, normalRecord(sampleDocument().Records[1]), doc.Records[1])
		})
	}
}

func TestDecodeRefusesADamagedPartial(t *testing.T) {
	for name, test := range map[string]struct{ tail, want string }{
		"cut off inside": {"{\"case\":\n" + `{"case":"a/b","axes":{},"outcome":"skipped","reason":"r"}` + "\n", "p: line 4, byte"},
		"unknown key":    {`{"case":"a/b","axes":{},"outcome":"skipped","reason":"r","x":1}`, `unknown key "x" in records[2]`},
		"inconsistent":   {`{"case":"a/b","axes":{},"outcome":"skipped"}`, "records[2] (a/b): reason: missing"},
		"wrong type":     {`{"case":"a/b","axes":[],"outcome":"skipped","reason":"r"}`, "axes cannot be a JSON array"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode(bytes.NewReader(append(partialText(t, 2), test.tail...)), "p")
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestCreateFailsAtOnceWhereNothingCanBeWritten(t *testing.T) {
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	require.NoError(t, os.WriteFile(plain, nil, 0o644))
	for name, path := range map[string]string{
		"no such folder":     filepath.Join(folder, "none", "doc.json"),
		"a file as a folder": filepath.Join(plain, "doc.json"),
		"a folder":           folder,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Create(path, sampleDocument())
			require.ErrorContains(t, err, "cannot write results to "+path)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	_, err := create(filepath.Join(folder, "doc.json"), sampleDocument(), disk{
		func(name string, _ int, _ fs.FileMode) (file, error) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
		}})
	require.ErrorIs(t, err, fs.ErrPermission)
	onlyFile(t, plain)
}

func TestCreateKeepsTheRecordsOfAnEarlierRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	require.NoError(t, os.WriteFile(PartialPath(path), []byte("earlier"), 0o644))
	require.NoError(t, begin(t, path, realDisk()).Close())
	text, err := os.ReadFile(PartialPath(path) + ".old")
	require.NoError(t, err)
	assert.Equal(t, "earlier", string(text))
}

func TestAppendRefusesWhatTheReaderWouldRefuse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	w := begin(t, path, realDisk())
	record := sampleDocument().Records[0]
	samples := append([]Sample{}, record.Samples...)
	samples[2].Seconds = math.NaN()
	record.Samples = samples
	assert.EqualError(t, w.Append(record), "record stream/read: samples[2].seconds: NaN is not a finite number")
	assert.ErrorContains(t, w.Append(Record{Case: "a/b"}), `record a/b: outcome: "" is unknown`)
	require.NoError(t, w.Finish(*sampleDocument().Run.FinishedAt))
	doc, err := Read(path)
	require.NoError(t, err)
	assert.Empty(t, doc.Records)
}

// smallDisk is a disk with room for so many bytes.
func smallDisk(room int) disk {
	return disk{func(name string, flag int, mode fs.FileMode) (file, error) {
		inner, err := os.OpenFile(name, flag, mode)
		return &fullFile{File: inner, room: &room}, err
	}}
}

type fullFile struct {
	*os.File
	room *int
}

func (f *fullFile) Write(p []byte) (int, error) {
	n := min(len(p), *f.room)
	*f.room -= n
	written, err := f.File.Write(p[:n])
	if n < len(p) {
		return written, &fs.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	return written, err
}

func TestFullDiskLosesNothing(t *testing.T) {
	record := sampleDocument().Records[0]
	whole := len(partialText(t, 1))
	t.Run("at the start", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "doc.json")
		_, err := create(path, sampleDocument(), smallDisk(10))
		require.ErrorIs(t, err, syscall.ENOSPC)
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.Empty(t, entries)
	})
	t.Run("while recording", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "doc.json")
		w := begin(t, path, smallDisk(whole+100))
		require.NoError(t, w.Append(record))
		err := w.Append(record)
		require.True(t, errors.Is(err, syscall.ENOSPC))
		require.ErrorContains(t, err, "cannot keep record stream/read in "+w.Partial())
		require.NoError(t, w.Close())
		doc, err := Read(path)
		require.NoError(t, err)
		assert.Len(t, doc.Records, 1)
	})
	t.Run("at the end", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "doc.json")
		require.NoError(t, os.WriteFile(path, []byte("older"), 0o644))
		w := begin(t, path, smallDisk(whole+100))
		require.NoError(t, w.Append(record))
		err := w.Finish(*sampleDocument().Run.FinishedAt)
		require.ErrorIs(t, err, syscall.ENOSPC)
		require.ErrorContains(t, err, "every record is kept in "+w.Partial())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, "older", string(text), "nothing half-written")
		doc, err := Read(w.Partial())
		require.NoError(t, err)
		assert.Len(t, doc.Records, 1)
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.Len(t, entries, 2)
	})
}
