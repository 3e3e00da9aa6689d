package roofline

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// The sample has a ridge of 20 FLOP/byte under its sweep, and its best FMA
// kernel is 1.4 % faster than the plateau of the sweep.
func TestDeriveTheSample(t *testing.T) {
	doc, err := results.Read("../results/testdata/h100-sxm.json")
	require.NoError(t, err)
	d := Derive(doc)
	require.Len(t, d.Ridges, 1)
	require.Len(t, d.Fits, 1)
	assert.InEpsilon(t, 20.28, d.Ridges[0].Median, 0.001)
	assert.InEpsilon(t, 20.00, d.Fits[0].Ridge.Median, 0.001)
	assert.Equal(t, results.Simulated, d.Provenance)
	assert.Len(t, d.Points, 22)
	assert.Len(t, d.Incomplete, 2)
	assert.Empty(t, d.Warnings)
}

// Scripts index into lists, so that none may be null.
func TestListsAreNeverNull(t *testing.T) {
	text, err := json.Marshal(Derive(document()))
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(text, &fields))
	for _, name := range []string{"ceilings", "ridges", "fits", "points", "flagged", "incomplete", "warnings"} {
		assert.Equal(t, []any{}, fields[name], name)
	}
}

func TestEqualWarningsAreGivenOnce(t *testing.T) {
	a, b := stream(80e9), fma(400e9)
	a.Estimate.Warnings, b.Estimate.Warnings = []string{"it drifts"}, []string{"it drifts"}
	b.Warnings = []string{"registers are an estimate"}
	doc := document(a, b)
	doc.Warnings = []string{"the run did not finish"}
	assert.Equal(t, []string{"the run did not finish", "stream/read and 1 more: it drifts",
		"fma/fp32: registers are an estimate"}, Derive(doc).Warnings)
}

func TestReadable(t *testing.T) {
	for want, got := range map[string]string{
		"3200 GB/s":       Readable(3.2e12, "B/s"),
		"0.02500 GB/s":    Readable(25e6, "B/s"),
		"64.91 TFLOP/s":   Readable(64.9106e12, "FLOP/s"),
		"999.0 GFLOP/s":   Readable(999e9, "FLOP/s"),
		"1.500 TOP/s":     Readable(1.5e12, "OP/s"),
		"248.4 FLOP/SM":   Readable(248.357, "FLOP/SM"),
		"9.252e-07 GB/s":  Readable(925.2, "B/s"),
		"0 GB/s":          Readable(0, "B/s"),
		"-12.00 GFLOP/s":  Readable(-12e9, "FLOP/s"),
		"1000 FLOP/byte":  Readable(1000, "FLOP/byte"),
		"1.000 FLOP/byte": Readable(0.99999, "FLOP/byte"),
	} {
		assert.Equal(t, want, got)
	}
}
