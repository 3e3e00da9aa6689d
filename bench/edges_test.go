package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
	"ridgeline/roofline"
)

// The edges of the caches are found on a chip that no table knows; and a run that is
// cut off while it looks for them goes on where it was.
func TestCacheEdgesOfARandomSpec(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	path := editSpec(t, "t4", func(f map[string]any) {
		set(f, "random", "name")
		set(f, (64+rng.IntN(200))<<10, "l1", "unified_bytes")
		set(f, (4096+rng.IntN(4096))<<10, "l2", "bytes")
		set(f, 20+rng.IntN(40), "l1", "latency_cycles")
		set(f, 150+rng.IntN(150), "l2", "latency_cycles")
		set(f, 400+rng.IntN(400), "memory", "latency_cycles")
	})
	records := requireEdges(t, path, 16, 512, 1024, 16384)

	const cut = 4
	options := Options{Seed: 1, Cases: chases(t, 16, 512, 1024, 16384), Done: records[:len(records)-cut]}
	rest, err := runAll(t, openVirtual(t, path), options)
	require.NoError(t, err)
	require.Len(t, rest, cut)
	for i, r := range records[len(records)-cut:] {
		assert.Equal(t, []any{r.Case, r.Axes, *r.Place, *r.Order}, []any{rest[i].Case, rest[i].Axes, *rest[i].Place, *rest[i].Order})
	}
	options.Preset = Standard
	_, err = runAll(t, openVirtual(t, path), options)
	var foreign *ForeignRecordError
	assert.ErrorAs(t, err, &foreign, "the standard preset looks for no edges")
}

// chases are the sweeps over these footprints in KiB.
func chases(t *testing.T, footprints ...int64) []Case {
	t.Helper()
	var cases []Case
	for _, c := range selected(t, "chase/ca", "chase/cg") {
		c = c.within(span{footprintAxis: footprints})
		c.recipe.thin = nil
		cases = append(cases, c)
	}
	return cases
}

// requireEdges finds the sizes of the caches of a virtual GPU within 5 %, from a few
// footprints in KiB on.
func requireEdges(t *testing.T, device string, footprints ...int64) []results.Record {
	t.Helper()
	s, err := spec.Open(device)
	require.NoError(t, err)
	dev := openVirtual(t, device)
	records, err := runAll(t, dev, Options{Seed: 1, Cases: chases(t, footprints...)})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
	}
	m := roofline.Derive(&results.Document{Device: DeviceFacts(dev.Info()), Records: records}).MemoryLevels
	require.NotNil(t, m)
	require.Len(t, m.Edges, 2)
	for i, want := range []struct {
		level string
		bytes int64
	}{{"l1", s.L1.UnifiedBytes}, {"l2", s.L2.Bytes}} {
		e := m.Edges[i]
		assert.Equal(t, want.level, e.Level)
		assert.InEpsilon(t, want.bytes, e.Bytes.Median, 0.05, "%s: %+v", want.level, e.Edge)
		assert.LessOrEqual(t, e.Bytes.Low, e.Bytes.Median)
		assert.GreaterOrEqual(t, e.Bytes.High, e.Bytes.Median)
	}
	assert.Nil(t, m.TLB.Bytes, "the virtual GPU has none")
	assert.Contains(t, m.TLB.Reason, "does not rise again")
	return records
}
