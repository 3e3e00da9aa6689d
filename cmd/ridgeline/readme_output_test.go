package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench"
	"ridgeline/results"
)

// What the README shows is what the program says of a committed run: the text
// after each "$ bin/ridgeline …" line, and the figure. -update rewrites both.
func TestReadmeShowsRealOutput(t *testing.T) {
	t.Chdir(moduleRoot)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```text\n(\\$ bin/ridgeline [^\n]*\n).*?```")
	require.True(t, blocks.Match(readme))
	current := blocks.ReplaceAllStringFunc(string(readme), func(block string) string {
		prompt := blocks.FindStringSubmatch(block)[1]
		code, stdout, stderr := outputs(t.Context(), t.TempDir(), strings.Fields(prompt)[2:]...)
		require.Equal(t, exitFine, code, "%s%s", prompt, stderr)
		return "```text\n" + prompt + stdout + "```"
	})
	compare(t, "README.md", current)

	figure := "docs/roofline-virtual-h100-sxm.svg"
	require.Contains(t, current, "("+figure+")")
	_, svg, _ := outputs(t.Context(), t.TempDir(), "report", "results/data/virtual-h100-sxm.json", "--svg", "-")
	compare(t, figure, svg)
}

// compare fails when a committed file is not what it should be, or makes it so.
func compare(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, want, string(have), "%s is stale: go test ./cmd/ridgeline -update", path)
}

// A committed run of a virtual GPU is of the model and the spec as they are now.
// The fall-back has one at least, which the README shows.
func TestCommittedRunsAreCurrent(t *testing.T) {
	skus, err := virtualSKUs()
	require.NoError(t, err)
	committed := []string{}
	for _, sku := range skus {
		path := filepath.Join("results", "data", "virtual-"+sku.SpecName+".json")
		if _, err := os.Stat(filepath.Join(moduleRoot, path)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		committed = append(committed, sku.SpecName)
		doc, err := results.Read(filepath.Join(moduleRoot, path))
		require.NoError(t, err)
		remedy := "ridgeline run --quiet --preset quick --device virtual:" + sku.SpecName + " --out " + path
		assert.Equal(t, bench.DeviceFacts(sku), doc.Device, "stale: %s", remedy)
		assert.Equal(t, pointsOf(bench.Quick), len(doc.Records), "stale: %s", remedy)
		for _, record := range doc.Records {
			assert.Contains(t, []results.Outcome{results.OutcomeOK, results.OutcomeUnsupported}, record.Outcome, record.Reason)
		}
	}
	assert.Contains(t, committed, fallbackSKU)
}

// pointsOf is how many records a run of a preset has.
func pointsOf(preset bench.Preset) int {
	points := 0
	for _, c := range preset.Cases(nil) {
		points += infoOf(c).points()
	}
	return points
}
