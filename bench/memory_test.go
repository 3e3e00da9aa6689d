package bench

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// memoryMutations are the mutations of the cases that ask one thing of memory, by
// their names.
func memoryMutations() map[string][]mutation {
	all := map[string][]mutation{
		"stream/read_async": {lessXOR, {"a copy left out", `cp\.async\.cg[^;]*;`, ""}},
		"stream/read_bulk":  {lessXOR},
		"stream/shape":      {lessXOR},
		"bank/matrix":       {lessXOR3},
		"chase/l1":          {fewerHop},
		"chase/l2":          {fewerHop},
		"chase/dram":        {fewerHop},
		"chase/shared":      {{"a hop left out", `ld\.shared\.u32\s+(%r\d+), \[%r\d+\];`, ""}},
		"constant/read":     {lessXOR3, {"every trip at one place", `and\.b32\s+(%r\d+), (%r\d+), 1023;`, "mov.b32 $1, 0;"}},
		"shared/read":       {lessXOR3, {"every trip at one place", `and\.b32\s+(%r\d+), (%r\d+), 6144;`, "mov.b32 $1, 0;"}},
		"gather/read":       {lessXOR},
		"scatter/write":     {{"the same index twice", `(%r\d+), \[(%rd\d+)\+512\];`, "$1, [$2];"}},
		"shared/write": {
			{"a store to shared memory left out", `st\.shared[^\n]*`, ""},
			{"the same words each trip", `mul\.lo\.s32\s+(%r\d+), (%r\d+), 5;`, "mov.b32 $1, $2;"},
		},
	}
	maps.Copy(all, atomicsMutations())
	return all
}

var lessXOR3 = mutation{"a word left out", `lop3\.b32 (%\w+), (%\w+), (%\w+), (%\w+), 0x96;`, "xor.b32 $1, $2, $3;"}

// memoryCounters says what the counters of those cases must be.
func memoryCounters() map[string]func(*testing.T, smallPoint, *results.Record) {
	all := map[string]func(*testing.T, smallPoint, *results.Record){
		"bank/matrix":       countMatrixBank,
		"chase/shared":      countSharedChase,
		"stream/shape":      countShape,
		"stream/read_async": countCopiedRead,
		"stream/read_bulk":  countCopiedRead,
		"constant/read":     countConstant,
		"shared/read":       countSharedRead,
		"shared/write":      countSharedWrite,
		"gather/read":       countGather,
		"scatter/write":     countScatter,
	}
	for _, c := range atomicsCases() {
		all[c.Name] = countAtomics
	}
	return all
}

// count is a traffic that a formula gives.
func count(requests, bytes, sectors, passes, ideal int) results.Traffic {
	return results.Traffic{Requests: uint64(requests), UsefulBytes: uint64(bytes), Sectors: uint64(sectors),
		Passes: uint64(passes), IdealPasses: uint64(ideal)}
}

// requireTraffic compares all traffic of a record, that of constants aside.
func requireTraffic(t *testing.T, p smallPoint, r *results.Record, want map[string]results.Traffic) {
	t.Helper()
	delete(r.Counters.Traffic, "const_load")
	assert.Equal(t, want, r.Counters.Traffic, "%s %v", p.c.Name, p.a)
}

func countSharedRead(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	g, loads := p.s.grid, 8*p.s.grid*p.s.trips*512/int(p.a[bitsAxis])
	passes := 128 * p.s.grid * p.s.trips
	requireTraffic(t, p, r, map[string]results.Traffic{
		"global_load":  count(64*g, 8192*g, 256*g, 0, 0),
		"global_store": count(8*g, 1024*g, 32*g, 0, 0),
		"shared_store": count(64*g, 8192*g, 0, 64*g, 64*g),
		"shared_load":  count(loads, 16384*p.s.grid*p.s.trips, 0, passes, passes),
	})
}

func countSharedWrite(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	g, stores := p.s.grid, 8*p.s.grid*p.s.trips*512/int(p.a[bitsAxis])
	passes := 128 * p.s.grid * p.s.trips
	load := r.Counters.Traffic["shared_load"]
	assert.Equal(t, uint64(16384*g), load.UsefulBytes)
	requireTraffic(t, p, r, map[string]results.Traffic{
		"global_store": count(8*g, 1024*g, 32*g, 0, 0),
		"shared_store": count(stores, 16384*p.s.grid*p.s.trips, 0, passes, passes),
		"shared_load":  load,
	})
}

// On every SKU the counters are the closed form, whatever it was made for.
func TestMemoryCountersOnEverySKU(t *testing.T) {
	specs, err := spec.Embedded()
	require.NoError(t, err)
	for _, s := range specs {
		e := newEngine(openVirtual(t, s.Name), library(t), Options{Seed: 5})
		for _, c := range thin(Cases()) {
			if memoryCounters()[c.Name] == nil && c.Family != "stream" && c.Family != "chase" {
				continue
			}
			for _, p := range smallPoints(c) {
				if r := p.verified(t, e); r != nil {
					requirePassed(t, r)
					checkCounters(t, p, r)
				}
			}
		}
		require.NoError(t, e.close(nil))
	}
}

// steadyCases are cases whose rate the steady state of the model gives: bytes a
// second at a level.
func TestMemoryReachesSteadyState(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4", "l4"} {
		path := scaledSpec(t, sku)
		s, err := spec.Open(path)
		require.NoError(t, err)
		steady := s.SteadyState()
		rates := map[string]float64{"dram": steady.DRAMBytesPerSecond, "shared": steady.SharedBytesPerSecond}
		for pattern, level := range map[string]string{"shared": "shared", "gather": "dram", "scatter": "dram"} {
			records, err := runAll(t, openVirtual(t, path), Options{Seed: 1, Cases: Standard.Cases(selected(t, pattern))})
			require.NoError(t, err)
			for _, r := range records {
				require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
				assert.InEpsilon(t, rates[level], r.Work.Bytes[level]/r.Estimate.SecondsMedian, 0.02, "%s on %s %v", r.Case, sku, r.Axes)
			}
		}
	}
}
