package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The proof in short; the long one has a thousand runs of each kind.
func TestProofInShort(t *testing.T) {
	p := newProof(t, "stream/read")
	for _, k := range noiseKinds() {
		row := p.noise(k, 10)
		t.Logf("%s: held %d of %d, width %.2f, %.0f samples, error %.4f; spread rule %.0f, %.4f; flagged %d",
			k.name, row.held, row.runs, row.width, row.samples, row.error95, row.spreadSamples, row.spreadError95, row.flagged)
		assert.GreaterOrEqual(t, row.held, 7, k.name)
	}
	for _, k := range driftKinds() {
		row := p.drift(k, 5)
		t.Logf("%s: burst flagged %d, near %d; under load flagged %d, wrong %d, %.0f s", k.name, row.burst, row.near, row.flagged, row.wrong, row.loadSeconds)
		assert.Zero(t, row.wrong, k.name)
		if k.name != "none" {
			assert.Equal(t, row.runs, row.flagged, k.name)
		}
	}
}
