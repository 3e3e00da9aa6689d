package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"ridgeline/results"
)

// inputKind is what an input buffer holds.
type inputKind int

const (
	wordsInput  inputKind = iota + 1 // random 32-bit words, repeated
	floatsInput                      // random floats in [-1, 1), repeated
	seedsInput                       // 1024 random floats in [-1, 1)
)

// A large input repeats, so that the CPU can check every output of a large
// launch. Its period is at least this many chunks.
const minPeriodChunks = 61

// poolValues is the number of different floats in a repeated input: the CPU
// computes a result for each of them once.
const poolValues = 1 << 14

// seedValues is the size of the table of the chain kernels.
const seedValues = 1024

// input is the content of a buffer: one period of words, repeated.
type input struct {
	kind  inputKind
	words []uint32
	// pool holds the different floats, and index says which of them each word
	// is; floats only.
	pool  []float32
	index []uint16
}

// inputKey is all that an input depends on.
type inputKey struct {
	kind   inputKind
	chunks int // of the period
	seed   uint64
}

// inputFor gives the key of the input for a launch.
func inputFor(kind inputKind, s shape, seed uint64) inputKey {
	if kind == seedsInput {
		return inputKey{kind: kind, seed: seed}
	}
	return inputKey{kind: kind, chunks: period(s), seed: seed}
}

// period is after how many chunks the input of a launch repeats. A block must
// meet no chunk twice: an XOR over equal words is zero whatever a kernel does to
// them. So the period is longer than the trips and has no factor in common with
// the grid, which is the step between a block's chunks.
func period(s shape) int {
	chunks := minPeriodChunks
	for chunks <= s.trips || gcd(chunks, s.grid) != 1 {
		chunks = 2*chunks + 1 // launches of like length share their input
	}
	return chunks
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// make computes the input.
func (k inputKey) make() input {
	rng := rand.New(rand.NewPCG(k.seed, uint64(k.kind)))
	switch k.kind {
	case seedsInput:
		pool := randomFloats(rng, seedValues)
		return input{kind: k.kind, words: bitsOf(pool), pool: pool}
	case floatsInput:
		return k.makeFloats(rng)
	default:
		words := make([]uint32, k.chunks*chunkWords)
		for i := range words {
			words[i] = rng.Uint32()
		}
		return input{kind: k.kind, words: words}
	}
}

func (k inputKey) makeFloats(rng *rand.Rand) input {
	in := input{
		kind:  k.kind,
		words: make([]uint32, k.chunks*chunkWords),
		pool:  randomFloats(rng, poolValues),
		index: make([]uint16, k.chunks*chunkWords),
	}
	for i := range in.words {
		j := rng.Uint32() % poolValues
		in.index[i] = uint16(j)
		in.words[i] = math.Float32bits(in.pool[j])
	}
	return in
}

// bytes is one period as the device sees it.
func (in input) bytes() []byte {
	b := make([]byte, 0, len(in.words)*wordBytes)
	for _, w := range in.words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// chunks is the length of the period.
func (in input) chunks() int { return len(in.words) / chunkWords }

func (k inputKey) record() *results.Data {
	return &results.Data{
		Pattern:     "random",
		Seed:        k.seed,
		PeriodBytes: int64(k.chunks) * chunkBytes,
	}
}

// randomFloats draws so many floats, uniform in [-1, 1).
func randomFloats(rng *rand.Rand, n int) []float32 {
	floats := make([]float32, n)
	for i := range floats {
		floats[i] = 2*rng.Float32() - 1
	}
	return floats
}

func bitsOf(floats []float32) []uint32 {
	words := make([]uint32, len(floats))
	for i, x := range floats {
		words[i] = math.Float32bits(x)
	}
	return words
}
