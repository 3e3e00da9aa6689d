package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/results"
)

// intensityMutations are the mutations of the sweeps, by their names.
func intensityMutations() map[string][]mutation {
	step := map[string]mutation{
		"fp32":   lessFMA,
		"fp64":   lessFMA64,
		"fp16x2": {"a step left out", `fma\.rn\.f16x2 (%r\d+), (%r\d+), %r\d+, %r\d+;`, "mov.b32 $1, $2;"},
		"bf16x2": {"a step left out", `fma\.rn\.bf16x2 (%r\d+), (%r\d+), %r\d+, %r\d+;`, "mov.b32 $1, $2;"},
		"int32":  {"a step left out", `mad\.lo\.s32\s+(%r\d+), %r\d+, (%r\d+), %r\d+;`, "mov.b32 $1, $2;"},
	}
	mutations := map[string][]mutation{}
	for path, m := range step {
		for _, level := range []string{"", "_l1", "_l2"} {
			mutations["intensity/"+path+level] = []mutation{m, lessXOR}
		}
	}
	return mutations
}

// countIntensity: every word is loaded once in a trip, by 16 bytes a lane.
func countIntensity(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	load := r.Counters.Traffic["global_load"]
	assert.Equal(t, uint64(p.s.grid*p.s.trips*chunkBytes), load.UsefulBytes, "%s %v", r.Case, p.a)
	assert.Equal(t, 16*load.Requests, load.Sectors, "%s %v", r.Case, p.a)
}

// A step done so many times by squaring is that many steps.
func TestRepeatedly(t *testing.T) {
	step := squareTable(brain16(), brainConstants&0xffff)
	for _, times := range []int{0, 1, 2, 5, 64} {
		many := repeatedly(step, times)
		for seed := -1.0; seed <= 1; seed += 1.0 / 32 {
			want := roundToBrain(seed)
			for range times {
				want = step[want]
			}
			assert.Equal(t, want, many[roundToBrain(seed)], "%d steps from %v", times, seed)
		}
	}
}

// The roof of a sweep over a cache is that of the cache: at one operation a byte the cache
// binds a GPU of 256 operations a cycle and 128 bytes, at four the path.
func TestRoofOfACache(t *testing.T) {
	l := limits{info: openVirtual(t, "h100-sxm").Info(), dev: openVirtual(t, "h100-sxm")}
	for operations, want := range map[float64]float64{1024: 128, 4096: 256} {
		w := results.Work{Path: "fp32", Operations: operations, Bytes: map[string]float64{"l1": 1024, "dram": 1}, Measures: "ridge:fp32:l1"}
		limit := l.record(w, &l.info.SMClockMHz)
		assert.Equal(t, want, *limit.PerSMCycle, "%v operations", operations)
	}
}
