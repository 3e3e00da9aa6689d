package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with testdata/NAME, or rewrites that with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "stale; go test ./roofline/report -update")
}

func sample(t testing.TB) *results.Document {
	t.Helper()
	doc, err := results.Read("../../results/testdata/h100-sxm.json")
	require.NoError(t, err)
	return doc
}

// troubled is a measured document in which much is wrong.
func troubled(t testing.TB) *results.Document {
	doc := sample(t)
	doc.Provenance, doc.Device.Model = results.Measured, nil
	doc.Device.Name, doc.Device.Driver = "NVIDIA H100 80GB HBM3", "13.0"
	doc.Run.Host, doc.Run.FinishedAt = "node7", nil
	doc.Warnings = []string{"the run did not finish: it left 10 records"}
	doc.Records = append(doc.Records[:10], doc.Records[len(doc.Records)-2:]...)
	doc.Records[0].Data.Pattern = "zeros"
	doc.Records[1].Estimate.Samples = 4
	doc.Records[1].Estimate.SecondsHigh *= 1.02
	for i := range doc.Records[:10] {
		doc.Records[i].Estimate.SMClockMHz = nil
		doc.Records[i].Warnings = []string{"the interval is ±2 % after 8 samples, not ±0.5 %: the budget ended"}
	}
	return doc
}

// matrix has two paths and two levels, and wide intervals.
func matrix(t testing.TB) *results.Document {
	doc := sample(t)
	for _, i := range []int{0, 3} {
		r := doc.Records[i]
		work, estimate := *r.Work, *r.Estimate
		if work.Path == "" {
			r.Case, work.Measures, work.Bytes = "l2/read", "level:l2", map[string]float64{"l2": 2.2 * work.Bytes["dram"]}
		} else {
			r.Case, work.Path, work.Measures = "fma/fp64", "fp64", "path:fp64"
			work.Operations /= 2
		}
		estimate.SecondsLow *= 0.96
		estimate.SecondsHigh *= 1.03
		r.Work, r.Estimate, r.Limit = &work, &estimate, nil
		doc.Records = append(doc.Records, r)
	}
	return doc
}

func empty() *results.Document {
	return &results.Document{
		Schema: results.Schema, Provenance: results.Measured,
		Run:    results.Run{Version: "0.1.0", Platform: "linux/arm64", StartedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Device: results.Device{Name: "an unknown GPU"},
	}
}

func TestText(t *testing.T) {
	for name, doc := range map[string]*results.Document{
		"h100-sxm.txt": sample(t), "troubled.txt": troubled(t), "matrix.txt": matrix(t), "empty.txt": empty(),
		"families.txt": suiteDocument(t, results.Simulated, 0), "noisy.txt": suiteDocument(t, results.Measured, 0.004),
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			require.NoError(t, Text(&text, doc, roofline.Derive(doc)))
			golden(t, name, text.Bytes())
			assert.NotContains(t, text.String(), "\x1b", "no colours")
			for line := range strings.SplitSeq(text.String(), "\n") {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), width, line)
				assert.Equal(t, strings.TrimRight(line, " "), line)
			}
		})
	}
}

// Parts get cut out and pasted, so that every one must say what it is.
func TestEveryPartShowsTheProvenance(t *testing.T) {
	var text bytes.Buffer
	doc := sample(t)
	require.NoError(t, Text(&text, doc, roofline.Derive(doc)))
	for part := range strings.SplitSeq(text.String(), "\n\n") {
		first, _, _ := strings.Cut(part, "\n")
		assert.Contains(t, first, "SIMULATED")
	}
}

func TestJSON(t *testing.T) {
	for name, doc := range map[string]*results.Document{"h100-sxm.derived.json": sample(t), "troubled.derived.json": troubled(t),
		"families.derived.json": suiteDocument(t, results.Simulated, 0)} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			require.NoError(t, JSON(&text, doc, roofline.Derive(doc)))
			golden(t, name, text.Bytes())
		})
	}
}
