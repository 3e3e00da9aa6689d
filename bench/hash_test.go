package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The closed form of the hash is that of the loop in the kernels.
func TestHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.Uint32(), 1, 40).Draw(t, "loads")
		block, thread := rapid.IntRange(0, 1<<20).Draw(t, "block"), rapid.IntRange(0, blockThreads-1).Draw(t, "thread")
		want, sum := uint32(block*blockThreads+thread), []uint32{0}
		for _, x := range loads {
			want = 5*want + x
			hashTrip(sum, []uint32{x})
		}
		assert.Equal(t, want, hashed(shape{trips: len(loads)}, block, thread, sum[0]))
	})
}
