package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/results"
)

// ordered are the points of cases with so many points each.
func ordered(sizes []int) []point {
	var points []point
	for i, n := range sizes {
		for range n {
			points = append(points, point{c: Case{Name: fmt.Sprintf("family/%d", i)}, place: len(points)})
		}
	}
	return points
}

// Every point is measured once, each case along its axes from one end or the
// other, in an order that the seed fixes.
func TestShuffledIsAPermutationOfSweeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 9), 1, 12).Draw(t, "sizes")
		seed := rapid.Uint64().Draw(t, "seed")
		mixed := shuffled(ordered(sizes), seed)
		assert.Equal(t, mixed, shuffled(ordered(sizes), seed))
		seen := map[int]bool{}
		places := map[string][]int{}
		for _, p := range mixed {
			seen[p.place] = true
			places[p.c.Name] = append(places[p.c.Name], p.place)
		}
		assert.Len(t, seen, len(ordered(sizes)))
		for name, sweep := range places {
			for i := 2; i < len(sweep); i++ {
				assert.Equal(t, sweep[1]-sweep[0], sweep[i]-sweep[i-1], name)
			}
		}
	})
}

// Cases are interleaved and half of the sweeps run backwards.
func TestShuffledMixes(t *testing.T) {
	sizes := []int{8, 8, 8, 8, 8, 8}
	mixed := shuffled(ordered(sizes), 1)
	assert.NotEqual(t, mixed, shuffled(ordered(sizes), 2))
	changes, backwards := 0, 0
	last := map[string]int{}
	for i, p := range mixed {
		if i > 0 && p.c.Name != mixed[i-1].c.Name {
			changes++
		}
		if before, seen := last[p.c.Name]; seen && p.place < before {
			backwards++
		}
		last[p.c.Name] = p.place
	}
	assert.Greater(t, changes, len(mixed)/2)
	assert.Equal(t, 3*7, backwards)
}

// A run that was cut off anywhere goes on with what is left, and gives in all
// what it would have given in one.
func TestRunGoesOnAfterACut(t *testing.T) {
	cases := fakeCases(t, "stream", "fma")
	whole, err := runAll(t, newFake(), Options{Seed: 3, Cases: cases})
	require.NoError(t, err)
	for _, cut := range []int{0, 1, 5, len(whole)} {
		rest, err := runAll(t, newFake(), Options{Seed: 3, Cases: cases, Done: whole[:cut]})
		require.NoError(t, err)
		assert.Equal(t, whole, append(whole[:cut:cut], rest...), "cut after %d", cut)
	}
	_, err = runAll(t, newFake(), Options{Cases: fakeCases(t, "stream"), Done: whole})
	assert.ErrorContains(t, err, "is no point of this run")
	_, err = runAll(t, newFake(), Options{Cases: cases, Done: []results.Record{{Case: "stream/copy"}}})
	assert.ErrorContains(t, err, "is no point of this run")
}
