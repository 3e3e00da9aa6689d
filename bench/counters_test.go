package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// Every point of every case, in a small shape: the results are right to the bit,
// the counters are what the formulas say, and twice the trips are twice the
// work. A point that a device cannot run, another one can.
func TestEveryPointOfEveryCase(t *testing.T) {
	ran := map[string]bool{}
	for _, sku := range []string{"h100-sxm", "t4", "rtx-5090", "a100-80-sxm", "b200"} {
		t.Run(sku, func(t *testing.T) {
			dev := openVirtual(t, sku)
			for _, c := range Cases() {
				switch {
				case !thorough:
					c = ends(c)
				case sku != "h100-sxm":
					c = thin([]Case{c})[0]
				}
				if ran[c.Name] && (!thorough || sku != "t4") {
					continue
				}
				e := newEngine(dev, library(t), Options{Seed: 3})
				for _, p := range smallPoints(c) {
					once := p.verified(t, e)
					if once == nil && p.a[laneBytes] == 32 {
						continue
					}
					if once == nil {
						assert.True(t, !runsOn(t, c, dev.Info().ComputeCapability.Number()) || c.Family == "tensor" || c.Name == "gemm/fp16_mma_k16" || strings.HasPrefix(c.Name, "stream/read_"), c.Name)
						continue
					}
					ran[c.Name] = true
					requirePassed(t, once)
					checkCounters(t, p, once)
					twice := p.twice().verified(t, e)
					requirePassed(t, twice)
					checkCounters(t, p.twice(), twice)
					checkDoubled(t, once, twice)
				}
				require.NoError(t, e.close(nil))
			}
		})
	}
	for _, c := range Cases() {
		assert.True(t, ran[c.Name], "%s runs on none of the devices", c.Name)
	}
}

// runsOn tells whether the kernels of a case are built for a compute capability.
func runsOn(t *testing.T, c Case, capability int) bool {
	t.Helper()
	_, _, _, err := library(t).Find(c.Symbols[0], capability)
	return err == nil
}

func requirePassed(t *testing.T, r *results.Record) {
	t.Helper()
	require.True(t, r.Verification.Passed, "%s %v: %s", r.Case, r.Axes, r.Verification.Detail)
	require.Equal(t, r.Verification.Total, r.Verification.Checked, r.Case)
}

// thin leaves about every third value of each axis, to be quick.
func thin(cases []Case) []Case {
	for _, c := range cases {
		for i, axis := range c.Axes {
			var some []int64
			for j, value := range axis.Values {
				if j%3 == 0 || j == len(axis.Values)-1 {
					some = append(some, value)
				}
			}
			c.Axes[i].Values = some
		}
	}
	return cases
}

// ends leaves the first and the last value of each axis.
func ends(c Case) Case {
	for i, axis := range c.Axes {
		if n := len(axis.Values); n > 2 {
			c.Axes[i].Values = []int64{axis.Values[0], axis.Values[n-1]}
		}
	}
	return c
}

// checkDoubled: the trips that were added do the work of those that there were.
func checkDoubled(t *testing.T, once, twice *results.Record) {
	t.Helper()
	label := []any{"%s %v", once.Case, once.Axes}
	if path := once.Work.Path; path != "" {
		added := float64(twice.Counters.Operations[path] - once.Counters.Operations[path])
		spare := 0.0
		if path == "int32" {
			spare = added / 100 // the loop counts its trips
			if strings.HasPrefix(once.Case, "intensity/") {
				spare = 32 * float64(once.Launch.Grid[0]*blockThreads*2) // and those of the rounds
			}
		}
		assert.InDelta(t, twice.Work.Operations-once.Work.Operations, added, spare, label...)
		assert.InEpsilon(t, once.Work.Operations, added, 0.3, label...)
	}
	moved := func(r *results.Record) float64 {
		sum := 0.0
		for kind, traffic := range r.Counters.Traffic {
			if kind != "const_load" {
				sum += float64(traffic.UsefulBytes)
			}
		}
		return sum
	}
	if once.Case != "bank/read" && once.Case != "stream/read" && memoryCounters()[once.Case] == nil && once.Case != "launch/empty" && once.Work.Path == "" {
		assert.InEpsilon(t, 2*moved(once), moved(twice), 0.1, label...)
	}
	if once.Case == "launch/empty" {
		return // its work is its grid
	}
	assert.Greater(t, twice.Counters.ThreadInstructions, once.Counters.ThreadInstructions, label...)
}

// checkCounters compares what was counted with the formulas of the case.
func checkCounters(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	label := []any{"%s %v", r.Case, r.Axes}
	if path := r.Work.Path; path != "" {
		// A device that counts integer operations also counts those that make
		// addresses, some for each thread.
		spare := 0.0
		if path == "int32" {
			spare = 16 * float64(p.s.allThreads())
			if p.c.Family == "intensity" { // and those of each trip and round
				spare *= float64(2 + 2*p.s.trips)
			}
		}
		assert.InDelta(t, r.Work.Operations+spare/2, float64(r.Counters.Operations[path]), spare/2, label...)
	}
	traffic := r.Counters.Traffic
	switch {
	case memoryCounters()[p.c.Name] != nil:
		memoryCounters()[p.c.Name](t, p, r)
	case p.c.Family == "stream":
		useful := traffic["global_load"].UsefulBytes + traffic["global_store"].UsefulBytes
		assert.Equal(t, r.Work.Bytes["dram"], float64(useful), label...)
		perRequest := uint64(p.a[laneBytes])
		for _, kind := range []string{"global_load", "global_store"} {
			if traffic[kind].UsefulBytes > 1024*uint64(p.s.grid) {
				assert.Equal(t, perRequest*traffic[kind].Requests, traffic[kind].Sectors, label...)
			}
		}
	case p.c.Family == "stride":
		requests := uint64(p.s.grid * p.s.trips * strideElements / warpThreads)
		assert.Equal(t, requests, traffic["global_load"].Requests, label...)
		assert.Equal(t, requests*stridedSectors(p.a), traffic["global_load"].Sectors, label...)
	case p.c.Family == "l2":
		useful := traffic["global_load"].UsefulBytes + traffic["global_store"].UsefulBytes
		assert.Equal(t, r.Work.Bytes["l2"], float64(useful), label...)
		assert.Equal(t, 16*traffic["global_load"].Requests, traffic["global_load"].Sectors, label...)
	case p.c.Family == "l1":
		assert.Equal(t, r.Work.Bytes["l1"], float64(traffic["global_load"].UsefulBytes), label...)
		assert.Equal(t, 16*traffic["global_load"].Requests, traffic["global_load"].Sectors, label...)
	case p.c.Name == "bank/read":
		passes, fewest := bankPasses(p.a)
		load := traffic["shared_load"]
		assert.Equal(t, uint64(bankVectors(p.a))*8*uint64(p.s.grid*p.s.trips), load.Requests, label...)
		assert.Equal(t, uint64(passes)*load.Requests, load.Passes, label...)
		assert.Equal(t, uint64(fewest)*load.Requests, load.IdealPasses, label...)
		assert.Equal(t, r.Work.Bytes["shared"], float64(load.UsefulBytes+traffic["shared_store"].UsefulBytes), label...)
	case p.c.Family == "bank":
		checkTranspose(t, p, traffic)
	case p.c.Family == "chase":
		assert.Equal(t, uint64(p.s.trips*tripHops+1), traffic["global_load"].Requests, label...)
		assert.Equal(t, float64(p.s.trips*tripHops), r.Work.DependentLoads, label...)
	case p.c.Family == "intensity":
		countIntensity(t, p, r)
	case classicCounters()[p.c.Name] != nil:
		classicCounters()[p.c.Name](t, p, r)
	}
}

// stridedSectors are the sectors of a request: kernels.md's table.
func stridedSectors(a axes) uint64 {
	if stride, swept := a[strideAxis]; swept {
		return uint64(4 * min(stride, 8))
	}
	if a[offsetAxis]%8 == 0 {
		return 4
	}
	return 5
}

func checkTranspose(t *testing.T, p smallPoint, traffic map[string]results.Traffic) {
	t.Helper()
	warpTrips := uint64(16 * 8 * p.s.grid * p.s.trips)
	stored, loaded := traffic["global_store"], traffic["shared_load"]
	want := map[string]struct{ sectors, loads, excess uint64 }{
		"bank/transpose_naive":    {32, 0, 0},
		"bank/transpose_shared":   {4, warpTrips, 31 * warpTrips},
		"bank/transpose_padded":   {4, warpTrips, 0},
		"bank/transpose_swizzled": {4, warpTrips, 0},
	}[p.c.Name]
	assert.Equal(t, want.sectors*warpTrips, stored.Sectors, p.c.Name)
	assert.Equal(t, 4*warpTrips, traffic["global_load"].Sectors, p.c.Name)
	assert.Equal(t, want.loads, loaded.Requests, p.c.Name)
	assert.Equal(t, want.excess, loaded.Passes-loaded.IdealPasses, p.c.Name)
	assert.Equal(t, traffic["shared_store"].IdealPasses, traffic["shared_store"].Passes, p.c.Name)
}
