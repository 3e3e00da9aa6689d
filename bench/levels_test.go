package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// Every SKU shows the rate of each memory level that its spec says.
func TestMemoryLevelsOfEverySKU(t *testing.T) {
	specs, err := spec.Embedded()
	require.NoError(t, err)
	for _, s := range specs {
		t.Run(s.Name, func(t *testing.T) { requireLevels(t, scaledSpec(t, s.Name)) })
	}
}

// requireLevels measures the levels of a virtual GPU.
func requireLevels(t *testing.T, device string) {
	t.Helper()
	s, err := spec.Open(device)
	require.NoError(t, err)
	cases := Quick.Cases(selected(t, "stream/read", "stream/copy", "l2", "l1", "bank/read"))
	records, err := runAll(t, openVirtual(t, device), Options{Seed: 1, Cases: cases})
	require.NoError(t, err)
	best := map[string]float64{}
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
		assert.Empty(t, r.Warnings, "%s %v", r.Case, r.Axes)
		best[r.Work.Measures] = max(best[r.Work.Measures], rate(r))
		checkLimit(t, r)
	}
	steady := s.SteadyState()
	for measures, want := range map[string]float64{
		"level:dram":   steady.DRAMBytesPerSecond,
		"level:l2":     steady.L2BytesPerSecond,
		"level:l1":     steady.L1BytesPerSecond,
		"level:shared": steady.SharedBytesPerSecond,
	} {
		assert.InEpsilon(t, want, best[measures], 0.02, measures)
	}
}

// Where the device does not tell the size of its L2, no set is surely in it.
func TestL2WithoutItsSize(t *testing.T) {
	dev := withoutL2{openVirtual(t, "t4")}
	records, err := runAll(t, dev, Options{Seed: 1, Cases: selected(t, "l2/read")})
	require.NoError(t, err)
	require.Len(t, records, 1)
	assert.Equal(t, results.OutcomeUnsupported, records[0].Outcome)
	assert.Contains(t, records[0].Reason, "does not tell the size of its L2 cache")
}

type withoutL2 struct{ cuda.Device }

func (d withoutL2) Info() cuda.Info {
	info := d.Device.Info()
	info.L2Bytes = 0
	return info
}
