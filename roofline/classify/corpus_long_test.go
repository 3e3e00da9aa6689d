//go:build long

package classify_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench"
)

var update = flag.Bool("update", false, "rewrite docs/classify-proof.md")

// TestCorpus runs the suite on five virtual GPUs and holds what the classifier
// says of each kernel against what limits it by construction. With -update it
// writes docs/classify-proof.md (make proof-classify).
func TestCorpus(t *testing.T) {
	var corpora []corpus
	var all []labelled
	for _, sku := range []string{"t4", "a100-80-sxm", "rtx-4090", "h100-sxm", "b200"} {
		c := measured(t, sku, bench.Standard, "stream/*", "stride/*", "bank/*", "shared/*", "fma/*", "intensity/*", "chase/*",
			"tensor/*", "spill/*", "l1/*", "l2/*")
		corpora, all = append(corpora, c), append(all, c.list...)
	}
	assert.GreaterOrEqual(t, len(all), 200)
	checkCorpus(t, all)
	path := filepath.Join("..", "..", "docs", "classify-proof.md")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(page(corpora, all)), 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(have), page(corpora, all), "stale: make proof-classify")
}
