package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The bytes that a warp writes of its sectors are those of its lanes.
func TestWrittenBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := uint64(1) << rapid.IntRange(0, 5).Draw(t, "log2 bytes")
		w := &Warp{mask: rapid.Uint32().Draw(t, "lanes") | 1}
		want := map[uint64]uint32{}
		for lane := range w.address {
			w.address[lane] = bytes * rapid.Uint64Range(0, 200).Draw(t, "place")
			if w.mask>>lane&1 == 1 {
				for k := range bytes {
					want[(w.address[lane]+k)/32] |= 1 << ((w.address[lane] + k) % 32)
				}
			}
		}
		sectors := w.distinctSectors(w.mask)
		got := w.writtenBytes(bytes, w.mask, int(sectors))
		assert.Len(t, want, int(sectors))
		for i, s := range w.sectors[:sectors] {
			if got == nil {
				assert.Equal(t, ^uint32(0), want[s])
			} else {
				assert.Equal(t, want[s], got[i])
			}
		}
	})
}

func TestWholeSectorsAreWritten(t *testing.T) {
	w := &Warp{mask: allLanes}
	for first, whole := range map[uint64]bool{64: true, 68: false} {
		for lane := range w.address {
			w.address[lane] = first + 4*uint64(lane)
		}
		sectors := w.distinctSectors(allLanes)
		assert.Equal(t, whole, w.writtenBytes(4, allLanes, int(sectors)) == nil)
	}
}
