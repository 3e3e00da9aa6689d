package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

// The full preset alone multiplies other data, at one point of the other axes.
func TestPatternsOfPresets(t *testing.T) {
	count := func(p Preset, name string) map[int64]int {
		counts := map[int64]int{}
		for _, c := range p.Cases(selected(t, name)) {
			for _, a := range c.points() {
				_, named := a[dataAxis]
				assert.Equal(t, a[dataAxis] != 0, named, "random data is not named")
				counts[a[dataAxis]]++
			}
		}
		return counts
	}
	assert.Equal(t, map[int64]int{0: 1}, count(Quick, "gemm/fp32_register"))
	assert.Equal(t, map[int64]int{0: 2}, count(Standard, "gemm/fp32_register"))
	assert.Equal(t, map[int64]int{0: 3, 1: 1, 2: 1, 3: 1, 4: 1}, count(Full, "gemm/fp32_register"))
	assert.Equal(t, map[int64]int{0: 12, 1: 1, 2: 1, 3: 1, 4: 1}, count(Full, "tensor/fp16_fp32_wmma"))
	assert.Equal(t, map[int64]int{0: 12, 1: 1, 2: 1, 3: 1}, count(Full, "tensor/fp16_fp16_wmma"))
}

func TestDrawnElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[dataPattern]map[int64]bool{}
	for _, p := range []dataPattern{zerosPattern, constantPattern, integerPattern, mantissaPattern} {
		seen[p] = map[int64]bool{}
		for range 100_000 {
			seen[p][p.draw(rng, 4, false)] = true
		}
	}
	assert.Equal(t, map[int64]bool{0: true}, seen[zerosPattern])
	assert.Equal(t, map[int64]bool{1: true}, seen[constantPattern])
	assert.Equal(t, map[int64]bool{-1: true, 0: true, 1: true}, seen[integerPattern])
	want := map[int64]bool{}
	for v := int64(8); v < 16; v++ { // one exponent, three bits behind the first
		want[v], want[-v] = true, true
	}
	assert.Equal(t, want, seen[mantissaPattern])
	for range 100 {
		assert.Contains(t, []int64{-1, 1}, mantissaPattern.draw(rng, 4, true))
	}
}

// Each pattern is verified to the bit, is named in its record with the seed, and is
// no ceiling, whatever the instruction and its types are.
func TestPatternsAreVerified(t *testing.T) {
	requirePatterns(t, "a100-80-sxm", "tensor/fp16_fp32_wmma", "tensor/fp16_fp16_wmma", "tensor/fp64")
}

// requirePatterns measures cases on a virtual GPU, those that it can.
func requirePatterns(t *testing.T, sku string, names ...string) {
	t.Helper()
	var cases []Case
	for _, c := range selected(t, names...) {
		c = c.within(span{sizeAxis: {1024}, chainsAxis: {1}, warpsAxis: {0}})
		c.recipe.thin = nil
		cases = append(cases, c)
	}
	records, err := runAll(t, openVirtual(t, scaledSpec(t, sku)), Options{Seed: 3, Cases: cases})
	require.NoError(t, err)
	seen := map[string]int{}
	for _, r := range records {
		if r.Outcome == results.OutcomeUnsupported {
			continue
		}
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
		assert.Equal(t, dataPattern(r.Axes[dataAxis]).String(), r.Data.Pattern)
		assert.Equal(t, uint64(3), r.Data.Seed)
		if r.Axes[dataAxis] != 0 {
			assert.Empty(t, r.Work.Measures)
			seen[r.Data.Pattern]++
		}
	}
	assert.Positive(t, seen["mantissa"])
	assert.Greater(t, seen["zeros"], seen["mantissa"], "FP16 sums of mantissas are not exact")
	assert.Empty(t, roofline.Derive(&results.Document{Records: records}).Flagged)
}
