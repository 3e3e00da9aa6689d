package bench

import (
	"encoding/binary"
	"iter"
)

// expectation is what a kernel must write.
type expectation struct {
	outputs int64 // 32-bit words that the whole grid writes
	// block gives what one block writes: offsets into the output, and the bytes
	// that must stand there. The bytes are valid until the next step.
	block func(b int) iter.Seq2[int64, []byte]
	// whole gives what the whole grid writes, where that is in longer stretches
	// than a block's; nil is block by block.
	whole func() iter.Seq2[int64, []byte]
}

// perThread expects one word from each thread, as word computes it.
func perThread(s shape, word func(block, thread int) uint32) expectation {
	return expectation{
		outputs: s.allThreads(),
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				want := make([]byte, 0, s.threads()*wordBytes)
				for t := range s.threads() {
					want = binary.LittleEndian.AppendUint32(want, word(b, t))
				}
				yield(int64(b)*blockThreads*wordBytes, want)
			}
		},
	}
}

// fold is the word that each thread makes of a chunk, by chunk of the period:
// the XOR of what the kernel makes of its elements.
type fold [][blockThreads]uint32

// foldChunks makes a fold of a period, for a kernel that loads vectors of so
// many words. vector is what it makes of the one that begins at this word of the
// period.
func foldChunks(in input, vectorWords int, vector func(word int) uint32) fold {
	folds := make(fold, in.chunks())
	for c := range folds {
		for u := range chunkWords / blockThreads / vectorWords {
			for t := range blockThreads {
				first := c*chunkWords + (u*blockThreads+t)*vectorWords
				folds[c][t] ^= vector(first)
			}
		}
	}
	return folds
}

// xorChunks is the fold of a kernel that takes the XOR of the words of its
// vectors, of so many words each.
func xorChunks(in input, vectorWords int) fold {
	return foldChunks(in, vectorWords, func(first int) uint32 {
		var word uint32
		for _, w := range in.words[first : first+vectorWords] {
			word ^= w
		}
		return word
	})
}

// foldedTrips expects from each thread the XOR over its trips of what it makes
// of a chunk.
func foldedTrips(s shape, folds fold) expectation {
	return perThread(s, func(block, thread int) uint32 {
		var word uint32
		for t := range s.trips {
			word ^= folds[(block+t*s.grid)%len(folds)][thread]
		}
		return word
	})
}

// chunkwise expects a chunk from each block in each of its trips: the bytes that
// content gives for a chunk. They are valid until its next call.
func chunkwise(s shape, content func(chunk int) []byte) expectation {
	return expectation{
		outputs: s.chunkedBytes() / wordBytes,
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				for t := range s.trips {
					chunk := b + t*s.grid
					if !yield(int64(chunk)*chunkBytes, content(chunk)) {
						return
					}
				}
			}
		},
	}
}

// copied expects a period of chunks again and again.
func copied(s shape, period []byte) expectation {
	chunks := len(period) / chunkBytes
	return chunkwise(s, func(chunk int) []byte {
		first := chunk % chunks * chunkBytes
		return period[first : first+chunkBytes]
	})
}
