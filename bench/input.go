package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"ridgeline/cuda"
	"ridgeline/results"
)

// inputKind is what an input buffer holds.
type inputKind int

const (
	wordsInput       inputKind = iota + 1 // random 32-bit words, repeated
	floatsInput                           // random floats in [-1, 1), repeated
	doublesInput                          // random doubles in [-1, 1), repeated
	wordSeedsInput                        // 1024 random 32-bit words
	floatSeedsInput                       // 1024 random floats in [-1, 1)
	doubleSeedsInput                      // 1024 random doubles in [-1, 1)
	halfSeedsInput                        // 1024 random pairs of halves in [-1, 1]
	halfPairsInput                        // random pairs of halves in [-1, 1], repeated
	brainPairsInput                       // random pairs of BF16 numbers in [-1, 1], repeated
	pairSeedsInput                        // 1024 random pairs of floats in [-1, 1)
	brainSeedsInput                       // 1024 random pairs of BF16 numbers in [-1, 1]
	floatMatrixInput                      // a matrix of random integers as floats
	halfMatrixInput                       // a matrix of random integers as halves
	nodesInput                            // a random cycle of addresses
	startInput                            // the address of the first node
	cycleInput                            // a random cycle of numbers
	operandsInput                         // small random matrices for tensor instructions
	indicesInput                          // the sectors of a window, each once
)

// feed is an input of a kernel.
type feed struct {
	// key says what the buffer holds; the engine adds its place and the seed.
	key   func(axes, shape) inputKey
	bytes func(axes, shape) int64
}

// inputKey is all that the content of an input depends on.
type inputKey struct {
	kind    inputKind
	pattern dataPattern // of matrices
	place   int         // among the inputs of the kernel
	chunks  int         // of the period of an input that repeats
	size    matrixSize
	form    operandForm
	nodes   int
	// shuffled indices do not rise.
	shuffled bool
	base     cuda.Ptr // of the buffer of the nodes, whose addresses they hold
	seed     uint64
}

// input is the content of a buffer, as its kind needs it to compute results.
type input struct {
	raw   []byte   // one period as the device sees it
	words []uint32 // the same as words; not of nodes
	// floats or doubles hold the different numbers, and index says which of them
	// each element of the period is. Seeds are all different and have no index.
	floats  []float32
	doubles []float64
	index   []uint16
	matrix  matrix
	pool    operandPool
	next    []uint32 // the node after each node
	base    cuda.Ptr // of the nodes
}

// repeated is an input of which every block takes a chunk a trip.
func repeated(kind inputKind) feed {
	return feed{
		key:   func(_ axes, s shape) inputKey { return inputKey{kind: kind, chunks: period(s.grid, s.trips)} },
		bytes: chunked,
	}
}

// chunked is the size of a buffer of which every block takes a chunk a trip.
func chunked(_ axes, s shape) int64 { return s.chunkedBytes() }

// perThreadOutput is the size of a buffer with a word for each thread.
func perThreadOutput(_ axes, s shape) int64 { return s.threadBytes() }

// A large input repeats, so that the CPU can check every output of a large
// launch. Its period is at least this many chunks.
const minPeriodChunks = 61

// poolValues is the number of different numbers in a repeated input: the CPU
// computes a result for each of them once.
const poolValues = 1 << 14

// period is after how many chunks an input repeats of which a block takes every
// stepth, so many times. A block must meet no chunk twice: an XOR over equal
// words is zero whatever a kernel does to them. So the period is longer than the
// trips and has no factor in common with the step.
func period(step, trips int) int {
	chunks := minPeriodChunks
	for chunks <= trips || gcd(chunks, step) != 1 {
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
	rng := rand.New(rand.NewPCG(k.seed, uint64(k.kind)<<8|uint64(k.place)))
	switch k.kind {
	case wordsInput:
		return ofWords(randomWords(rng, k.chunks*chunkWords))
	case halfPairsInput:
		return ofWords(randomPairs(rng, k.chunks*chunkWords, roundToHalf))
	case brainPairsInput:
		return ofWords(randomPairs(rng, k.chunks*chunkWords, roundToBrain))
	case floatsInput:
		return k.makeFloats(rng)
	case doublesInput:
		return k.makeDoubles(rng)
	case floatMatrixInput, halfMatrixInput:
		return k.makeMatrix(rng)
	case nodesInput:
		return k.makeNodes(rng)
	case operandsInput:
		return k.makeOperands(rng)
	case indicesInput:
		return k.makeIndices(rng)
	case cycleInput:
		return k.makeCycle(rng)
	case startInput:
		return input{raw: binary.LittleEndian.AppendUint64(nil, uint64(k.base))}
	}
	return k.makeSeeds(rng)
}

func (k inputKey) makeFloats(rng *rand.Rand) input {
	pool := randomFloats(rng, poolValues)
	index := randomIndex(rng, k.chunks*chunkWords)
	words := make([]uint32, len(index))
	for i, j := range index {
		words[i] = math.Float32bits(pool[j])
	}
	in := ofWords(words)
	in.floats, in.index = pool, index
	return in
}

func (k inputKey) makeDoubles(rng *rand.Rand) input {
	pool := randomDoubles(rng, poolValues)
	index := randomIndex(rng, k.chunks*chunkWords/2)
	words := make([]uint32, 0, 2*len(index))
	for _, j := range index {
		bits := math.Float64bits(pool[j])
		words = append(words, uint32(bits), uint32(bits>>32))
	}
	in := ofWords(words)
	in.doubles, in.index = pool, index
	return in
}

// ofWords is an input of words, with its bytes.
func ofWords(words []uint32) input {
	raw := make([]byte, 0, len(words)*wordBytes)
	for _, w := range words {
		raw = binary.LittleEndian.AppendUint32(raw, w)
	}
	return input{raw: raw, words: words}
}

// holdsAddresses tells whether the content depends on where it lies.
func (k inputKey) holdsAddresses() bool { return k.kind == nodesInput || k.kind == startInput }

// chunks is the length of the period.
func (in input) chunks() int { return len(in.words) / chunkWords }

// record describes the data of a case by its first input.
func (r recipe) record(keys []inputKey, seed uint64) *results.Data {
	data := &results.Data{Pattern: r.pattern, Seed: seed}
	if data.Pattern == "" {
		data.Pattern = "random"
	}
	if len(keys) > 0 {
		if keys[0].pattern != randomPattern {
			data.Pattern = keys[0].pattern.String()
		}
		data.PeriodBytes = int64(keys[0].chunks) * chunkBytes
	}
	return data
}

func randomWords(rng *rand.Rand, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = rng.Uint32()
	}
	return words
}

// randomIndex draws indices into a pool.
func randomIndex(rng *rand.Rand, n int) []uint16 {
	index := make([]uint16, n)
	for i := range index {
		index[i] = uint16(rng.Uint32() % poolValues)
	}
	return index
}

// randomFloats draws so many floats, uniform in [-1, 1).
func randomFloats(rng *rand.Rand, n int) []float32 {
	floats := make([]float32, n)
	for i := range floats {
		floats[i] = 2*rng.Float32() - 1
	}
	return floats
}

// randomDoubles draws so many doubles, uniform in [-1, 1).
func randomDoubles(rng *rand.Rand, n int) []float64 {
	doubles := make([]float64, n)
	for i := range doubles {
		doubles[i] = 2*rng.Float64() - 1
	}
	return doubles
}
