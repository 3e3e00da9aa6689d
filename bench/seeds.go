package bench

import (
	"math"
	"math/rand/v2"
)

// seedValues is the size of the table at whose values the chains of a kernel
// start.
const seedValues = 1024

// seeded is an input of seedValues values of so many bytes.
func seeded(kind inputKind, valueBytes int64) feed {
	return feed{
		key:   func(axes, shape) inputKey { return inputKey{kind: kind} },
		bytes: func(axes, shape) int64 { return seedValues * valueBytes },
	}
}

func (k inputKey) makeSeeds(rng *rand.Rand) input {
	switch k.kind {
	case floatSeedsInput:
		floats := randomFloats(rng, seedValues)
		in := ofWords(bitsOf(floats))
		in.floats = floats
		return in
	case doubleSeedsInput:
		return ofDoubles(randomDoubles(rng, seedValues))
	case pairSeedsInput:
		floats := randomFloats(rng, 2*seedValues)
		in := ofWords(bitsOf(floats))
		in.floats = floats
		return in
	case halfSeedsInput:
		return ofWords(randomPairs(rng, seedValues, roundToHalf))
	case brainSeedsInput:
		return ofWords(randomPairs(rng, seedValues, roundToBrain))
	}
	return ofWords(randomWords(rng, seedValues))
}

func ofDoubles(doubles []float64) input {
	words := make([]uint32, 0, 2*len(doubles))
	for _, x := range doubles {
		bits := math.Float64bits(x)
		words = append(words, uint32(bits), uint32(bits>>32))
	}
	in := ofWords(words)
	in.doubles = doubles
	return in
}

// randomPairs draws so many pairs of numbers of 16 bits, nearly uniform in [-1, 1].
func randomPairs(rng *rand.Rand, n int, round func(float64) uint16) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		low := round(2*rng.Float64() - 1)
		words[i] = uint32(low) | uint32(round(2*rng.Float64()-1))<<16
	}
	return words
}

func bitsOf(floats []float32) []uint32 {
	words := make([]uint32, len(floats))
	for i, x := range floats {
		words[i] = math.Float32bits(x)
	}
	return words
}

// foldDouble is the XOR of the two halves of the bits of a double.
func foldDouble(x float64) uint32 {
	bits := math.Float64bits(x)
	return uint32(bits) ^ uint32(bits>>32)
}
