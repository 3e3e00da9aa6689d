package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A buffer as large as the cache fits but for a few sets, wherever it lies and
// whatever the number of sets is.
func TestACacheHoldsABufferOfItsSize(t *testing.T) {
	for _, sets := range []int64{1, 2, 3, 96, 255, 4096, 131072} {
		for _, first := range []uint64{0, 1, 12345, 1 << 30} {
			c := newCache(sets * ways * LineBytes)
			lines := uint64(sets) * ways
			used := map[int]int{}
			for i := range lines {
				used[c.set(first+i)]++
			}
			over := 0
			for set, n := range used {
				assert.Less(t, set/ways, int(sets))
				assert.LessOrEqual(t, n, ways+2, "%d sets, from line %d", sets, first)
				if n > ways {
					over++
				}
			}
			assert.LessOrEqual(t, over, ways+2, "%d sets, from line %d", sets, first)
		}
	}
}

// No power of two, and no size of a cache, as a stride meets a few sets alone.
func TestStridesMeetAllSets(t *testing.T) {
	for _, sets := range []int64{96, 255, 256, 1024} {
		c := newCache(sets * ways * LineBytes)
		for _, stride := range []uint64{2, 32, 128, 256, 1024, 4096, 8 * uint64(sets), 1 << 16} {
			used := map[int]int{}
			for i := range uint64(sets) * ways / 2 {
				used[c.set(i*stride)]++
			}
			most := 0
			for _, n := range used {
				most = max(most, n)
			}
			assert.LessOrEqual(t, most, 3*ways, "stride %d of %d sets", stride, sets)
		}
	}
}
