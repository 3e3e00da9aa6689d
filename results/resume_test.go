package results

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// placed are records of so many points, of which the last was skipped.
func placed(n int) []Record {
	records := make([]Record, n)
	for i := range records {
		records[i] = sampleStream("stream/read", 1, 1)
		records[i].Place, records[i].Order = new(i), new(n-1-i)
	}
	records[n-1] = Record{Case: "stream/copy", Outcome: OutcomeSkipped, Reason: "the run ended", Place: new(n - 1)}
	return records
}

func header() Document {
	doc := sampleDocument()
	doc.Records, doc.Run.FinishedAt = nil, nil
	return doc
}

func TestResumeGoesOnWithAPartialDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	w, err := Create(path, header())
	require.NoError(t, err)
	records := placed(4)
	for _, i := range []int{2, 0, 3} {
		require.NoError(t, w.Append(records[i]))
	}
	require.NoError(t, w.Close())
	torn, err := os.OpenFile(PartialPath(path), os.O_WRONLY|os.O_APPEND, 0o644)
	require.NoError(t, err)
	_, err = torn.WriteString(`{"case":"stre`)
	require.NoError(t, err)
	require.NoError(t, torn.Close())

	now := header()
	now.Run.StartedAt = now.Run.StartedAt.Add(time.Hour)
	w, done, err := Resume(path, now)
	require.NoError(t, err)
	require.Len(t, done, 2)
	assert.Equal(t, 0, *done[0].Place)
	assert.Equal(t, 2, *done[1].Place)
	for _, i := range []int{3, 1} {
		require.NoError(t, w.Append(records[i]))
	}
	require.NoError(t, w.Finish(now.Run.StartedAt.Add(time.Minute)))
	doc, err := Read(path)
	require.NoError(t, err)
	require.Len(t, doc.Records, 4)
	for i, r := range doc.Records {
		assert.Equal(t, i, *r.Place)
	}
	assert.Equal(t, header().Run.StartedAt, doc.Run.StartedAt)
	assert.Equal(t, []time.Time{now.Run.StartedAt}, doc.Run.ResumedAt)
	assert.Empty(t, doc.Warnings)
	assert.NoFileExists(t, PartialPath(path))
}

func TestResumeFillsInWhatWasSkipped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	w, err := Create(path, header())
	require.NoError(t, err)
	for _, r := range placed(3) {
		require.NoError(t, w.Append(r))
	}
	require.NoError(t, w.Finish(header().Run.StartedAt))
	w, done, err := Resume(path, header())
	require.NoError(t, err)
	assert.Len(t, done, 2)
	require.NoError(t, w.Close())
	assert.FileExists(t, path, "the document stays until the end")
}

func TestResumeBeginsWhereThereIsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	w, done, err := Resume(path, header())
	require.NoError(t, err)
	assert.Empty(t, done)
	require.NoError(t, w.Finish(header().Run.StartedAt))
	assert.FileExists(t, path)
}

func TestResumeRefusesAnotherRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	w, err := Create(path, header())
	require.NoError(t, err)
	require.NoError(t, w.Close())
	before, err := os.ReadFile(PartialPath(path))
	require.NoError(t, err)
	for want, spoil := range map[string]func(*Document){
		"device is":        func(d *Document) { d.Device.Name = "virtual other" },
		"device's UUID is": func(d *Document) { d.Device.UUID = "GPU-1" },
		"seed is 42":       func(d *Document) { d.Run.Seed = 1 },
		"preset is":        func(d *Document) { d.Run.Preset = "full" },
		"precision is":     func(d *Document) { d.Run.Precision = 0.1 },
		"model is":         func(d *Document) { d.Device.Model = &Model{"2", "h100-sxm", "0"} },
	} {
		now := header()
		spoil(&now)
		_, _, err := Resume(path, now)
		assert.ErrorContains(t, err, want)
	}
	after, err := os.ReadFile(PartialPath(path))
	require.NoError(t, err)
	assert.Equal(t, before, after)
}
