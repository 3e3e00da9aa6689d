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
	for _, c := range []struct{ step, trips, want int }{
		{1, 1, 61}, {528, 60, 61}, {528, 61, 247}, {160, 61, 123}, {61, 1, 123}, {183, 1, 247}, {61 * 3 * 13 * 5, 1, 991}, {7, 5000, 7935},
	} {
		assert.Equal(t, c.want, period(c.step, c.trips), "%+v", c)
	}
}

// inputOf is the input of a kind for a launch.
func inputOf(kind inputKind, s shape, seed uint64) input {
	key := repeated(kind).key(nil, s)
	key.seed = seed
	return key.make()
}

func TestRepeatedInputs(t *testing.T) {
	s := shape{grid: 4, trips: 3}
	for _, kind := range []inputKind{wordsInput, floatsInput, doublesInput} {
		a := inputOf(kind, s, 1)
		assert.Equal(t, a, inputOf(kind, s, 1))
		assert.NotEqual(t, a.words, inputOf(kind, s, 2).words)
		assert.Equal(t, 61, a.chunks())
		assert.Len(t, a.raw, 61*16384)
		for i, w := range a.words {
			require.Equal(t, w, binary.LittleEndian.Uint32(a.raw[4*i:]))
		}
	}
	floats, doubles := inputOf(floatsInput, s, 1), inputOf(doublesInput, s, 1)
	for i, w := range floats.words {
		require.Equal(t, math.Float32bits(floats.floats[floats.index[i]]), w)
	}
	for i, j := range doubles.index {
		require.Equal(t, math.Float64bits(doubles.doubles[j]), binary.LittleEndian.Uint64(doubles.raw[8*i:]))
	}
	for i, x := range floats.floats {
		assert.True(t, x >= -1 && x < 1)
		assert.True(t, doubles.doubles[i] >= -1 && doubles.doubles[i] < 1)
	}
	assert.Equal(t, 123, inputOf(floatsInput, shape{grid: 122, trips: 1}, 1).chunks())
}

func TestSeeds(t *testing.T) {
	for kind, bytes := range map[inputKind]int{wordSeedsInput: 4, floatSeedsInput: 4, doubleSeedsInput: 8, halfSeedsInput: 4} {
		in := inputKey{kind: kind, seed: 1}.make()
		assert.Len(t, in.raw, bytes*1024)
		assert.NotEqual(t, in.raw, inputKey{kind: kind, seed: 2}.make().raw)
		for _, x := range in.doubles {
			assert.True(t, x >= -1 && x < 1)
		}
		for _, w := range in.words {
			if kind == halfSeedsInput {
				assert.LessOrEqual(t, math.Abs(halfValue(uint16(w))), 1.0)
				assert.LessOrEqual(t, math.Abs(halfValue(uint16(w>>16))), 1.0)
			}
		}
	}
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
		chunks := period(s.grid, s.trips)
		folds, made := inputs[chunks]
		if !made {
			in := inputOf(wordsInput, s, 1)
			folds = foldChunks(in, 4, func(first int) uint32 { return in.words[first] })
			inputs[chunks] = folds
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
	in := inputOf(wordsInput, s, 9)
	e := copied(s, in.raw)
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
		mismatch("block 3", 16, []byte{1, 0, 0, 0, 9, 0, 0, 0}, want))
	assert.Contains(t, mismatch("block 0", 0, []byte{0xef, 0xbe, 0xad, 0xde, 2, 0, 0, 0}, want), "it was not written")
}
