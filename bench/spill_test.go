package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// What is counted of spills is what the machine code of each SKU holds: the
// accesses outside of the loop, once for each thread, and those of a trip, for
// each thread and trip. One word is one access.
func TestSpillsAreThoseOfTheMachineCode(t *testing.T) {
	d, err := virtual.Embedded()
	require.NoError(t, err)
	skus, err := d.Devices()
	require.NoError(t, err)
	require.Len(t, skus, 9)
	for _, sku := range skus {
		t.Run(sku.SpecName, func(t *testing.T) {
			e := newEngine(openVirtual(t, sku.SpecName), library(t), Options{Seed: 3})
			cases := []Case{spillCase()}
			if sku.SpecName != "h100-sxm" {
				cases = thin(cases)
			}
			for _, p := range smallPoints(cases[0]) {
				p.s.trips = 5
				r := p.verified(t, e)
				requirePassed(t, r)
				checkSpills(t, p, r, localOf(t, p, sku.ComputeCapability))
			}
			require.NoError(t, e.close(nil))
		})
	}
}

// localOf is what the manifest says of a point's kernel on an architecture.
func localOf(t *testing.T, p smallPoint, c cuda.ComputeCapability) *sass.Local {
	t.Helper()
	_, entry, _, err := library(t).Find(p.c.recipe.symbol(p.a), c.Number())
	require.NoError(t, err)
	build, _, err := entry.BuildFor(fmt.Sprintf("sm_%d", c.Number()))
	require.NoError(t, err)
	require.Equal(t, p.a[liveAxis] >= p.a[regsAxis], build.Local != nil, "%v", p.a)
	return build.Local
}

func checkSpills(t *testing.T, p smallPoint, r *results.Record, l *sass.Local) {
	t.Helper()
	loads, stores := r.Counters.Traffic["spill_load"], r.Counters.Traffic["spill_store"]
	if l == nil {
		assert.Empty(t, r.Counters.SpillSource, "%v", p.a)
		assert.Zero(t, loads, "%v", p.a)
		assert.Zero(t, stores, "%v", p.a)
		return
	}
	assert.Equal(t, "machine_code", r.Counters.SpillSource, "%v", p.a)
	threads, trips := uint64(p.s.allThreads()), int64(p.s.trips)
	moved := func(outside, trip int64) results.Traffic {
		bytes := threads * uint64(outside+trip*trips)
		requests := bytes / (wordBytes * warpThreads)
		return results.Traffic{Requests: requests, UsefulBytes: bytes, Sectors: 4 * requests}
	}
	assert.Equal(t, moved(l.Outside.LoadBytes, l.PerTrip.LoadBytes), loads, "%v", p.a)
	assert.Equal(t, moved(l.Outside.StoreBytes, l.PerTrip.StoreBytes), stores, "%v", p.a)
}
