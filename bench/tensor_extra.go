package bench

import "math/rand/v2"

// What an A that is sparse, and blocks that have scales, need beside the elements.

// drawPlaces chooses the two places of a chunk of four, or the one of two, which is
// the same for every chunk of a matrix: then it is of no account which lane tells of
// which chunk (kernels/tensor/sparse.cuh).
func (f operandForm) drawPlaces(rng *rand.Rand) [2]int {
	if f.element == singleNumber {
		return [2]int{rng.IntN(2), 0}
	}
	first := rng.IntN(3)
	return [2]int{first, first + 1 + rng.IntN(3-first)}
}

// placesWord tells the places of eight chunks, four bits each: two indices of two
// bits, the first one lower; of TF32 0b0100 for the first place and 0b1110 for the
// second ("Sparse matrix storage", PTX ISA).
func (f operandForm) placesWord(places [2]int) uint32 {
	chunk := uint32(places[0] | places[1]<<2)
	if f.element == singleNumber {
		chunk = [...]uint32{0b0100, 0b1110}[places[0]]
	}
	return chunk * 0x11111111
}

// place is where the stored element number p of a row stands.
func (f operandForm) place(places [2]int, p int) int {
	switch f.element {
	case singleNumber:
		return 2*p + places[0]
	case nibbleInteger:
		return p/4*8 + 2*places[p/2%2] + p%2
	}
	return p/2*4 + places[p%2]
}

// drawScales makes the scales of so many lines: 1 or 2, or of ue4m3 1 to 3, as that has
// more than powers of two.
func (f operandForm) drawScales(rng *rand.Rand, lines int) []int64 {
	most := int64(2)
	if f.fourths() {
		most = 3
	}
	scales := make([]int64, lines*f.scales)
	for i := range scales {
		scales[i] = 1 + rng.Int64N(most)
	}
	return scales
}

// instructions are those that a line is as long as.
func (f operandForm) instructions() int {
	if f.block {
		return 2
	}
	return 1
}

// fourths tells whether there are four scales of a line in an instruction, which are
// ue4m3.
func (f operandForm) fourths() bool { return f.scales/f.instructions() == 4 }

// appendScales writes the scales of each line, in whole words: ue8m0, whose bits are the
// exponent plus 127, or ue4m3.
func (f operandForm) appendScales(raw []byte, scales []int64) []byte {
	for line := 0; line < len(scales); line += f.scales {
		codes := make([]byte, f.scaleBytes())
		for i, scale := range scales[line : line+f.scales] {
			codes[i] = byte(scale + 126)
			if f.fourths() {
				codes[i] = e4m3Number.code(scale)
			}
		}
		raw = append(raw, codes...)
	}
	return raw
}
