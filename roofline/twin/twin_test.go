package twin

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

func byField(list []Value) map[string]Value {
	found := map[string]Value{}
	for _, v := range list {
		found[strings.Join(v.Field, ".")] = v
	}
	return found
}

// The committed document of a small run tells these, each from its own record.
func TestValuesOfASample(t *testing.T) {
	doc, err := results.Read("../../results/testdata/h100-sxm.json")
	require.NoError(t, err)
	got := byField(Values(doc))
	assert.Equal(t, 132.0, got["sm_count"].Number)
	assert.Equal(t, "told by the device", got["sm_count"].Source)
	assert.InDelta(t, 128, got["pipes.fma.lanes"].Number, 4)
	assert.Contains(t, got["pipes.fma.lanes"].Source, "measured: fma/fp32 chains=")
	assert.InDelta(t, 2, got["memory.transfers_per_clock"].Number, 0.01)
	assert.InDelta(t, 0.96, got["memory.efficiency"].Number, 0.02)
	assert.NotContains(t, got, "l1.bytes_per_cycle", "the document has no ceiling of L1")
	for _, field := range slices.Sorted(maps.Keys(got)) {
		assert.Positive(t, got[field].Number, field)
		assert.NotEmpty(t, got[field].Source, field)
	}
}

func chase(name string, kib, loads int64, cycles float64) results.Record {
	clock := 1000.0
	return results.Record{
		Case: name, Axes: map[string]int64{"footprint_kib": kib}, Outcome: results.OutcomeOK,
		Work:     &results.Work{DependentLoads: float64(loads), FootprintBytes: float64(kib * 1024 / 4), Bytes: map[string]float64{}},
		Estimate: &results.Estimate{SecondsMedian: cycles * float64(loads) / 1e9, SMClockMHz: &clock},
	}
}

// Latencies by hand: 128 of 1280 loads of the small chase come from L2, so that
// 0.9 × 40 + 0.1 × 300 = 66 cycles are measured of an L1 of 40.
func TestLatencies(t *testing.T) {
	doc := &results.Document{Device: results.Device{L2Bytes: 4 << 20}, Records: []results.Record{
		chase("chase/ca", 16, 1280, 66), chase("chase/cg", 512, 1e6, 290), chase("chase/cg", 1024, 1e6, 300),
		chase("chase/cg", 4096, 1e6, 450), chase("chase/ca", 65536, 1e6, 700),
	}}
	b := &builder{doc: doc}
	b.latencies()
	got := byField(b.list)
	assert.InDelta(t, 40, got["l1.latency_cycles"].Number, 1e-9)
	assert.InDelta(t, 300, got["l2.latency_cycles"].Number, 1e-9, "of the larger set that L2 surely holds")
	assert.InDelta(t, 700, got["memory.latency_cycles"].Number, 1e-9)
	assert.Len(t, got, 3)
}
