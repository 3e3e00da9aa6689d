//go:build long

package bench

import (
	"cmp"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
)

// What docs/published.md rests on is what the virtual SKUs give today.
func TestPublishedVirtualFigures(t *testing.T) {
	wanted := map[[2]string]bool{}
	for _, p := range readPublished(t) {
		if p.rule.class == isReproduced {
			wanted[[2]string{p.sku, p.rule.how}] = true
		}
	}
	rows := [][]string{{"sku", "how", "value"}}
	for key := range wanted {
		rows = append(rows, []string{key[0], key[1], strconv.FormatFloat(askVirtual(t, key[0], key[1]), 'g', 6, 64)})
	}
	slices.SortFunc(rows[1:], func(a, b []string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	path := filepath.Join(publishedFolder, "virtual.csv")
	if *update {
		file, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, csv.NewWriter(file).WriteAll(rows))
		require.NoError(t, file.Close())
	}
	assert.Equal(t, rows[1:], readTable(t, "virtual.csv"), "run the test with -tags long -update")
}

// askVirtual gives cycles of a chase, the rate of a case, or the quotient of two.
func askVirtual(t *testing.T, sku, how string) float64 {
	t.Helper()
	kind, what, _ := strings.Cut(how, ":")
	dev := openVirtual(t, sku)
	switch kind {
	case "chase":
		return chaseCycles(t, dev, what)
	case "case":
		return bestRate(t, dev, what)
	case "ridge":
		path, level, _ := strings.Cut(what, ":")
		return bestRate(t, dev, path) / bestRate(t, dev, level)
	}
	t.Fatalf("%s: nobody knows how to ask for that", how)
	return 0
}

// bestRate is the highest rate that a case reaches in the preset that has it.
func bestRate(t *testing.T, dev cuda.Device, name string) float64 {
	t.Helper()
	best := 0.0
	for _, preset := range []Preset{Quick, Standard} {
		if best > 0 {
			break
		}
		records, err := runAll(t, dev, Options{Seed: 1, Cases: selected(t, name), Preset: preset})
		require.NoError(t, err)
		for _, r := range records {
			if r.Outcome == results.OutcomeOK {
				best = max(best, amount(r)/r.Estimate.SecondsMedian)
			}
		}
	}
	require.Positive(t, best, name)
	return best
}

// amount is the operations of a record, or the bytes of the level that its case
// is about.
func amount(r results.Record) float64 {
	level, isLevel := strings.CutPrefix(r.Work.Measures, "level:")
	switch {
	case isLevel:
		return r.Work.Bytes[level]
	case r.Work.Operations > 0:
		return r.Work.Operations
	}
	return r.Work.Bytes["dram"]
}
