package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// What a killed run leaves is a document too, by either of its names.
func TestReportOfKilledRun(t *testing.T) {
	sample, err := results.Read(filepath.Join(moduleRoot, "results", "testdata", "h100-sxm.json"))
	require.NoError(t, err)
	header := *sample
	header.Records, header.Run.FinishedAt = nil, nil
	path := filepath.Join(t.TempDir(), "doc.json")
	writer, err := results.Create(path, header)
	require.NoError(t, err)
	require.NoError(t, writer.Append(sample.Records[0]))
	require.NoError(t, writer.Close())

	for _, name := range []string{path, results.PartialPath(path)} {
		code, stdout, stderr := outputs(t.Context(), t.TempDir(), "report", name)
		assert.Equal(t, exitFine, code)
		assert.Empty(t, stderr)
		assert.Contains(t, stdout, "stream/read")
		assert.Contains(t, stdout, "the run did not finish")
	}
}
