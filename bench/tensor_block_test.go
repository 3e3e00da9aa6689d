package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Sixteen numbers of 6 or 4 bits follow each other, and zeros follow them.
func TestPaddedNumbers(t *testing.T) {
	codes := make([]byte, 32)
	codes[0], codes[1], codes[15], codes[16] = 1, 2, 0xf, 3
	six := paddedSixNumber.pad(nil, codes)
	require.Len(t, six, 32)
	assert.Equal(t, []byte{0x81, 0}, six[:2]) // 1, and 2 from bit 6 on
	assert.Equal(t, byte(0xf<<2), six[11])    // 15 from bit 90 on
	assert.Equal(t, []byte{0, 0, 0, 0, 3}, six[12:17])
	four := paddedFourNumber.pad([]byte{9}, codes)
	assert.Equal(t, []byte{9, 0x21}, four[:2])
	assert.Equal(t, []byte{0xf0, 0, 0, 0, 0, 0, 0, 0, 0, 3}, four[8:18])
}

// The signs of A turn every two trips, one for each of two sums; integers have none.
func TestTimesAdded(t *testing.T) {
	floats := operandForm{sum: singleNumber, block: true}
	integers := operandForm{sum: wordInteger, block: true}
	for turn, want := range [][2]int64{{8, 8}, {0, 16}, {8, 24}, {0, 32}} {
		assert.Equal(t, want, [2]int64{floats.timesAdded(turn), integers.timesAdded(turn)}, "turn %d", turn)
	}
}

// A thread has half of a row, and folds it by 32 columns.
func TestFoldBlock(t *testing.T) {
	f := operandForm{rows: blockRows, columns: 128, sum: wordInteger, block: true}
	sums, product := make([]int64, 128*128), make([]int64, 128*128)
	at := func(row, column int) int { return row*128 + column }
	sums[at(3, 5)], sums[at(3, 37)], sums[at(3, 69)], product[at(4, 64)] = 1, 2, 4, 5
	fold := f.foldBlock(sums, product, 8)
	word := func(thread, i int) uint32 { return fold[thread*blockWords+i] }
	assert.Equal(t, uint32(1^2), word(3, 5))
	assert.Equal(t, uint32(4), word(128+3, 5))
	assert.Equal(t, uint32(40), word(128+4, 0))
	assert.Equal(t, uint32(0), word(4, 0))
}

// Scales follow each other in whole words of each line.
func TestScalesOfBlocks(t *testing.T) {
	two := operandForm{scales: 2, block: true}
	assert.Equal(t, []byte{127, 128, 0, 0, 128, 127, 0, 0}, two.appendScales(nil, []int64{1, 2, 2, 1}))
	eight := operandForm{scales: 8, block: true}
	assert.Equal(t, []byte{0x38, 0x40, 0x44, 0x38, 0x38, 0x38, 0x38, 0x40}, eight.appendScales(nil, []int64{1, 2, 3, 1, 1, 1, 1, 2}))
}
