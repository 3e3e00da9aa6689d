package main

import (
	"bufio"
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// stopper is a stderr that calls stop once it sees a text.
type stopper struct {
	bytes.Buffer
	text string
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.text) {
		s.stop()
	}
	return s.Buffer.Write(p)
}

// Ctrl-C ends the context. The point that was finished must be there, the rest
// must be skipped, and the document must be whole.
func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &stopper{text: "[1/2] ", stop: cancel}
	path := filepath.Join(t.TempDir(), "doc.json")
	var stdout bytes.Buffer
	a := &app{
		ctx: ctx, args: []string{"run", "--device", "virtual:t4", "--out", path, "stream/copy", "stream/read"},
		stdin: strings.NewReader(""), stdout: bufio.NewWriter(&stdout), stderr: stderr, devDir: t.TempDir(),
	}
	assert.Equal(t, exitIncomplete, a.run())
	assert.Contains(t, stderr.String(), "the run is incomplete: skipped 1 of 2 points; the report says why")
	assert.Contains(t, stdout.String(), "SIMULATED")
	assert.Contains(t, stdout.String(), "the run was interrupted")

	doc, err := results.Read(path)
	require.NoError(t, err)
	require.Len(t, doc.Records, 2)
	assert.Equal(t, results.OutcomeOK, doc.Records[0].Outcome)
	assert.Equal(t, results.OutcomeSkipped, doc.Records[1].Outcome)
	assert.NotNil(t, doc.Run.FinishedAt)
	assert.NoFileExists(t, results.PartialPath(path))
}
