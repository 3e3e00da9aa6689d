package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestContention(t *testing.T) {
	w := &Warp{}
	at := func(of func(lane int) uint64) {
		for lane := range w.address {
			w.address[lane] = of(lane)
		}
	}
	for name, c := range map[string]struct {
		of                 func(lane int) uint64
		form               memoryForm
		lanes              uint32
		operations, serial int
	}{
		"own words":       {func(l int) uint64 { return 4 * uint64(l) }, memoryForm{bytes: 4}, allLanes, 32, 1},
		"one word":        {func(int) uint64 { return 64 }, memoryForm{bytes: 4}, allLanes, 32, 32},
		"pairs":           {func(l int) uint64 { return 4 * uint64(l/2) }, memoryForm{bytes: 4}, allLanes, 32, 2},
		"some lanes":      {func(int) uint64 { return 64 }, memoryForm{bytes: 4}, 0b10110, 3, 3},
		"64 bits":         {func(l int) uint64 { return 8 * uint64(l) }, memoryForm{bytes: 8}, allLanes, 64, 1},
		"halves of words": {func(l int) uint64 { return 2 * uint64(l) }, memoryForm{bytes: 2}, allLanes, 32, 2},
		"a swap":          {func(int) uint64 { return 64 }, memoryForm{bytes: 4, compares: true}, allLanes, 64, 64},
	} {
		at(c.of)
		operations, serial := w.contention(&c.form, c.lanes)
		assert.Equal(t, [2]int{c.operations, c.serial}, [2]int{operations, serial}, name)
	}
}

func TestDistinctWords(t *testing.T) {
	w := &Warp{}
	for different := 1; different <= 32; different *= 2 {
		for lane := range w.address {
			w.address[lane] = 128 * uint64(lane%different)
		}
		assert.Equal(t, uint64(different), w.distinctWords(4, allLanes))
		assert.Equal(t, uint64(1), w.distinctWords(4, 1<<7))
	}
}
