package bench

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPeriod(t *testing.T) {
	for _, c := range []struct{ grid, trips, want int }{
		{1, 1, 61}, {528, 60, 61}, {528, 61, 247}, {160, 61, 123}, {61, 1, 123}, {183, 1, 247}, {61 * 3 * 13 * 5, 1, 991}, {7, 5000, 7935},
	} {
		assert.Equal(t, c.want, period(shape{grid: c.grid, trips: c.trips}), "%+v", c)
	}
}

func TestInputIsSeeded(t *testing.T) {
	s := shape{grid: 4, trips: 3}
	for _, kind := range []inputKind{wordsInput, floatsInput, seedsInput} {
		a := inputFor(kind, s, 1).make()
		assert.Equal(t, a, inputFor(kind, s, 1).make())
		assert.NotEqual(t, a.words, inputFor(kind, s, 2).make().words)
		assert.Len(t, a.bytes(), 4*len(a.words))
		for _, x := range a.pool {
			assert.True(t, x >= -1 && x < 1)
		}
	}
	in := inputFor(floatsInput, s, 1).make()
	for i, w := range in.words {
		require.Equal(t, math.Float32bits(in.pool[in.index[i]]), w)
	}
	assert.Len(t, inputFor(seedsInput, s, 1).make().words, 1024)
	assert.Equal(t, 61, in.chunks())
	assert.Equal(t, 123, inputFor(floatsInput, shape{grid: 122, trips: 1}, 1).make().chunks())
	assert.Equal(t, int64(61*16384), inputFor(floatsInput, s, 1).record().PeriodBytes)
	assert.Zero(t, inputFor(seedsInput, s, 1).record().PeriodBytes)
}

// What a thread must write depends on each of its trips: no two words of a
// period may cancel for every thread.
func TestExpectationSeesEveryTrip(t *testing.T) {
	inputs := map[int]fold{}
	rapid.Check(t, func(t *rapid.T) {
		s := shape{
			grid:  rapid.IntRange(1, 3000).Draw(t, "grid"),
			trips: rapid.IntRange(1, 400).Draw(t, "trips"),
		}
		key := inputFor(wordsInput, s, 1)
		folds, made := inputs[key.chunks]
		if !made {
			in := key.make()
			folds = foldChunks(in, func(first int) uint32 { return in.words[first] })
			inputs[key.chunks] = folds
		}
		want := words(foldedTrips(s, folds), 0)
		for _, fewer := range []int{s.trips / 2, s.trips - 1} {
			less := s
			less.trips = fewer
			same := 0
			for i, w := range words(foldedTrips(less, folds), 0) {
				if w == want[i] {
					same++
				}
			}
			assert.Zero(t, same, "%d trips look like %d on a grid of %d", fewer, s.trips, s.grid)
		}
	})
}

// words are all the words that a block must write.
func words(e expectation, block int) []uint32 {
	var all []uint32
	for _, bytes := range e.block(block) {
		for i := 0; i < len(bytes); i += 4 {
			all = append(all, binary.LittleEndian.Uint32(bytes[i:]))
		}
	}
	return all
}

func TestCopiedExpectsTheInput(t *testing.T) {
	s := shape{grid: 5, trips: 30}
	in := inputFor(wordsInput, s, 9).make()
	e := copied(s, in)
	assert.Equal(t, int64(5*30*4096), e.outputs)
	seen := map[int64]bool{}
	for b := range s.grid {
		for offset, bytes := range e.block(b) {
			assert.False(t, seen[offset])
			seen[offset] = true
			chunk := int(offset / 16384)
			assert.Equal(t, b, chunk%5)
			first := chunk % 61 * 4096
			assert.Equal(t, in.words[first], binary.LittleEndian.Uint32(bytes))
			assert.Equal(t, in.words[first+4095], binary.LittleEndian.Uint32(bytes[16380:]))
		}
	}
	assert.Len(t, seen, 150)
}

func TestMismatchNamesTheWord(t *testing.T) {
	want := []byte{1, 0, 0, 0, 2, 0, 0, 0}
	assert.Equal(t, "word 5 of the output, of block 3, is 0x00000009; the CPU computed 0x00000002",
		mismatch(3, 16, []byte{1, 0, 0, 0, 9, 0, 0, 0}, want))
	assert.Contains(t, mismatch(0, 0, []byte{0xef, 0xbe, 0xad, 0xde, 2, 0, 0, 0}, want), "it was not written")
}
