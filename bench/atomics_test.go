package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// atomicsMutations are those of the cases of atomic operations.
func atomicsMutations() map[string][]mutation {
	all := map[string][]mutation{}
	for _, c := range atomicsCases() {
		all[c.Name] = []mutation{{"an operation left out", `(?:red|atom)\.(?:global|shared)[^;]*;`, ""}}
	}
	for _, c := range []string{"atomics/global_add", "atomics/global_add_returned", "atomics/shared_add", "atomics/shared_add_returned"} {
		all[c] = append(all[c], mutation{"another operation", `\.add\.u32`, ".max.u32"})
	}
	return all
}

func countAtomics(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	requests := 8 * tripAtomics * p.s.grid * p.s.trips
	space := "global"
	want := count(requests, 128*requests, requests*int(atomicSectors(p.a)), 0, 0)
	if strings.HasPrefix(p.c.Name, "atomics/shared") {
		space = "shared"
		passes := min(int(p.a[sharersAxis]), warpThreads)
		want = count(requests, 128*requests, 0, passes*requests, requests)
	}
	assert.Equal(t, want, r.Counters.Traffic[space+"_atomic"], "%s %v", p.c.Name, p.a)
	words := uint64(p.s.grid) * uint64(wordsOf(p.a))
	assert.Equal(t, 4*words, r.Counters.Traffic[space+"_store"].UsefulBytes)
}

func countConstant(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	loads := 8 * constantLoads * p.s.grid * p.s.trips
	parameters := r.Counters.Traffic["const_load"]
	parameters.Requests -= uint64(loads)
	parameters.UsefulBytes -= uint64(128 * loads)
	parameters.Passes -= uint64(int(p.a[differentAxis]) * loads)
	parameters.IdealPasses -= uint64(loads)
	assert.Equal(t, parameters.Requests, parameters.Passes, "what is left are loads of parameters, the same for all lanes")
	assert.Less(t, parameters.Requests, uint64(8*8*p.s.grid))
}

// What a word costs that threads share, and a constant that they do not, is what the
// model says: cycles of an SM for an instruction of a warp.
func TestAtomicsAndConstantsReachTheModel(t *testing.T) {
	path := scaledSpec(t, "h100-sxm")
	s, err := spec.Open(path)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		kind   string
		cycles map[int64]float64 // by the first axis
	}{
		"atomics/global_add": {"global_atomic", map[int64]float64{1: 20, 32: 144}},
		"atomics/global_cas": {"global_atomic", map[int64]float64{1: 40}},
		"atomics/shared_add": {"shared_atomic", map[int64]float64{1: 1, 32: 32}},
		"constant/read":      {"const_load", map[int64]float64{1: 1, 32: 32}},
	} {
		records, err := runAll(t, openVirtual(t, path), Options{Seed: 1, Cases: Standard.Cases(selected(t, name))})
		require.NoError(t, err)
		require.Len(t, records, len(c.cycles))
		for _, r := range records {
			require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
			requests := float64(r.Counters.Traffic[c.kind].Requests) / float64(s.SMCount)
			axis := sharersAxis
			if name == "constant/read" {
				axis = differentAxis
			}
			want := c.cycles[r.Axes[axis]]
			assert.InEpsilon(t, want, r.Estimate.SecondsMedian*s.ClockHz()/requests, 0.02, "%s %v", r.Case, r.Axes)
		}
	}
}
