package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/results"
)

// lessFromShared makes a word of shared memory zero that is added up.
var lessFromShared = mutation{"a word left out", `ld\.shared\.[ub]32\s+(%r\d+), [^;]*;`, "mov.u32 $1, 0;"}

// classicMutations are the mutations of the cases of the classical lessons, by their names.
func classicMutations() map[string][]mutation {
	return map[string][]mutation{
		"reduce/interleaved": {lessFromShared},
		"reduce/sequential":  {lessFromShared},
		"reduce/shuffle":     {lessFromShared, {"lanes that do not meet", `shfl\.sync\.down\.b32\s+([^,|]+)(\|%p\d+)?, (%r\d+), (%r\d+|\d+),`, "shfl.sync.down.b32 $1$2, $3, 0,"}},
		"reduce/vector":      {lessFromShared},
		"divergence/paths":   {lessFMA, twice, {"one way for all", `and\.b16\s+(%rs\d+), (%rs\d+), 31;`, "mov.u16 $1, 0;"}},
		"occupancy/read":     {lessXOR},
		"launch/empty":       nil,
		"launch/tail":        {lessFMA, lessXOR, twice},
		"launch/busy":        {lessFMA},
		"spill/array":        {lessFMA, lessXOR, {"a store to local memory left out", `st\.local[^\n]*`, ""}},
	}
}

// classicCounters says what the counters of those cases must be.
func classicCounters() map[string]func(*testing.T, smallPoint, *results.Record) {
	// In a slice of 256 words each halving reads two words an addition, and all threads
	// read the sum; in the kernel of shuffles each warp stores one, and all read those.
	const (
		halvings = 255
		tree     = (2*halvings + blockThreads) * wordBytes
		stored   = (halvings + blockThreads) * wordBytes
	)
	return map[string]func(*testing.T, smallPoint, *results.Record){
		"reduce/interleaved": countReduce(blockThreads, tree, stored),
		"reduce/sequential":  countReduce(blockThreads, tree, stored),
		"reduce/shuffle":     countReduce(blockThreads, blockThreads*wordBytes, blockWarps*wordBytes),
		"reduce/vector":      countReduce(0, blockThreads*wordBytes, blockWarps*wordBytes),
		"divergence/paths":   countDivergence,
		"occupancy/read":     countOccupancy,
		"launch/empty":       countEmpty,
		"spill/array":        countArray,
	}
}

// countReduce: slices of so many words, or the whole block once where it is 0, with bytes
// of shared memory loaded and stored in each.
func countReduce(slice, loaded, stored int) func(*testing.T, smallPoint, *results.Record) {
	return func(t *testing.T, p smallPoint, r *results.Record) {
		t.Helper()
		g, trips := p.s.grid, p.s.trips
		times, sectors := g, 16
		if slice > 0 {
			times, sectors = g*trips*chunkWords/slice, 4
		}
		traffic := r.Counters.Traffic
		assert.Equal(t, uint64(g*trips*chunkBytes), traffic["global_load"].UsefulBytes, r.Case)
		assert.Equal(t, uint64(sectors)*traffic["global_load"].Requests, traffic["global_load"].Sectors, r.Case)
		assert.Equal(t, results.Traffic{Requests: uint64(g), UsefulBytes: uint64(g * wordBytes), Sectors: uint64(g)},
			traffic["global_store"], r.Case)
		assert.Equal(t, uint64(times*loaded), traffic["shared_load"].UsefulBytes, r.Case)
		assert.Equal(t, uint64(times*stored), traffic["shared_store"].UsefulBytes, r.Case)
	}
}

// countDivergence: every way takes all of its steps of a warp's instructions, with its part
// of the lanes.
func countDivergence(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	warps := p.s.allThreads() / warpThreads
	steps := uint64(p.a[pathsAxis]) * divergenceSteps * uint64(int64(p.s.trips)*warps)
	const addresses = 4 // instructions of a warp on the FMA pipe besides
	assert.InDelta(t, steps, r.Counters.Pipes["fma"], float64(addresses*warps), "%v", p.a)
	assert.Equal(t, p.a[pathsAxis] > 1, r.Counters.DivergentBranches > 0, "%v", p.a)
}

func countOccupancy(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	requests := threadVectors * p.s.trips * int(p.s.allThreads()) / warpThreads
	want := results.Traffic{Requests: uint64(requests), UsefulBytes: uint64(p.s.vectorBytes()), Sectors: uint64(16 * requests)}
	assert.Equal(t, want, r.Counters.Traffic["global_load"], "%v", p.a)
}

func countEmpty(t *testing.T, _ smallPoint, r *results.Record) {
	t.Helper()
	assert.Equal(t, r.Work.Bytes["dram"], float64(r.Counters.Traffic["global_store"].UsefulBytes))
	assert.Zero(t, r.Counters.Traffic["global_load"])
}

// countArray: each float is stored before the first trip and loaded after the last, and
// both in each trip.
func countArray(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	bytes := uint64(wordBytes * p.a[liveAxis] * int64(p.s.trips+1) * p.s.allThreads())
	for _, kind := range []string{"local_load", "local_store"} {
		assert.Equal(t, bytes, r.Counters.Traffic[kind].UsefulBytes, "%s %v", kind, p.a)
	}
	assert.Zero(t, r.Counters.Traffic["spill_load"], "it is no spill: %v", p.a)
}

// The grid of a tail is made of the SMs that there are, and of one block at least.
func TestTailBlocks(t *testing.T) {
	blocks := selected(t, "launch/tail")[0].recipe.layout.blocks
	for percent, want := range map[int64]int{25: 33, 100: 132, 125: 165, 450: 594} {
		assert.Equal(t, want, blocks(axes{percentAxis: percent}, 132), "%d %%", percent)
	}
	assert.Equal(t, 1, blocks(axes{percentAxis: 25}, 3))
}
