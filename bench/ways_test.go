package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

func countCopiedRead(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	chunks := uint64(p.s.grid * p.s.trips)
	traffic := r.Counters.Traffic
	for kind, sectors := range map[string]uint64{"global_load": 512 * chunks, "shared_load": 0} {
		assert.Equal(t, 16384*chunks, traffic[kind].UsefulBytes, "%s %s", p.c.Name, kind)
		assert.Equal(t, sectors, traffic[kind].Sectors, "%s %s", p.c.Name, kind)
	}
	assert.Equal(t, 128*chunks, traffic["shared_load"].Passes, p.c.Name)
	assert.Equal(t, count(8*p.s.grid, 1024*p.s.grid, 32*p.s.grid, 0, 0), traffic["global_store"], p.c.Name)
}

func countShape(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	bytes := int(shapeBytes(p.a, p.s))
	written := int(p.s.allThreads()) * wordBytes
	requireTraffic(t, p, r, map[string]results.Traffic{
		"global_load":  count(bytes/int(p.a[laneBytes])/warpThreads, bytes, bytes/sectorBytes, 0, 0),
		"global_store": count(written/wordBytes/warpThreads, written, written/sectorBytes, 0, 0),
	})
}

func countMatrixBank(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	warpTrips := 8 * p.s.grid * p.s.trips
	load := count(matrixLoads*warpTrips, 16384*p.s.grid*p.s.trips, 0, matrixPasses(p.a)*warpTrips/2, 16*warpTrips)
	assert.Equal(t, load, r.Counters.Traffic["shared_load"], "%v", p.a)
}

// What rows cost that lie in the same banks, by hand.
func TestMatrixPasses(t *testing.T) {
	for row, each := range map[int64]int{16: 1, 32: 2, 64: 4, 128: 8, 144: 1} {
		assert.Equal(t, 8*matrixLoads*each, matrixPasses(axes{rowAxis: row, swizzleAxis: 0}), "%d", row)
	}
	assert.Equal(t, 8*matrixLoads, matrixPasses(axes{rowAxis: 128, swizzleAxis: 1}))
}

func countSharedChase(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	hops := tripHops * p.s.trips * p.s.grid
	assert.Equal(t, count(hops, 128*hops, 0, hops, hops), r.Counters.Traffic["shared_load"])
	assert.Equal(t, uint64(4096*p.s.grid), r.Counters.Traffic["shared_store"].UsefulBytes)
}

// Each level has the latency that the model says, in cycles.
func TestLatenciesOfTheLevels(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		s, err := spec.Open(sku)
		require.NoError(t, err)
		cases := selected(t, "chase/shared", "chase/l1", "chase/l2", "chase/dram")
		records, err := runAll(t, openVirtual(t, sku), Options{Seed: 1, Cases: cases})
		require.NoError(t, err)
		require.Len(t, records, 4)
		want := map[string]int{"chase/shared": s.Shared.LatencyCycles, "chase/l1": s.L1.LatencyCycles,
			"chase/l2": s.L2.LatencyCycles, "chase/dram": s.Memory.LatencyCycles}
		for _, r := range records {
			require.Equal(t, results.OutcomeOK, r.Outcome, "%s: %s", r.Case, r.Reason)
			cycles := r.Estimate.SecondsMedian * s.ClockHz() / r.Work.DependentLoads
			assert.InEpsilon(t, want[r.Case], cycles, 0.02, "%s on %s", r.Case, sku)
		}
	}
}

// The ways to read DRAM find the same.
func TestWaysToReadDRAM(t *testing.T) {
	path := scaledSpec(t, "b200")
	s, err := spec.Open(path)
	require.NoError(t, err)
	cases := Standard.Cases(selected(t, "stream/read", "stream/copy", "stream/read_async", "stream/read_bulk", "stream/shape"))
	records, err := runAll(t, openVirtual(t, path), Options{Seed: 1, Cases: cases})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
		assert.Equal(t, "level:dram", r.Work.Measures)
		assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, rate(r), 0.02, "%s %v", r.Case, r.Axes)
	}
}
