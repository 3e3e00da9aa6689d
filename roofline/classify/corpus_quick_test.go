package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/bench"
)

// The proof in short, on one virtual GPU; the long one has five and every family.
func TestCorpusInShort(t *testing.T) {
	c := measured(t, "t4", bench.Quick, "stream/read", "fma/fp32", "fma/int32", "stride/read", "l1/read", "l2/read")
	assert.Len(t, c.list, 11)
	checkCorpus(t, c.list)
	assert.Equal(t, foundRow{"COALESCE", 1, 1, 1, 0}, c.found[0])
}
