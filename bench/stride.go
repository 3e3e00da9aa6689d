package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	strideAxis = "stride"
	offsetAxis = "offset"

	// strideElements are the elements that a block reads in a trip.
	strideElements = 2048
	sectorWords    = 8 // of a sector of 32 bytes
)

// strideCases are the cases that ask what a warp pays for words that do not lie
// side by side.
func strideCases() []Case { return []Case{strideCase(), offsetCase()} }

func strideCase() Case {
	return Case{
		Name:     "stride/read",
		Family:   "stride",
		Question: "What does a load cost whose lanes read words that lie apart?",
		Explanation: "Each lane loads one word, and the words of neighbours lie stride words apart. Memory moves sectors " +
			"of 32 bytes, used or not: a warp asks for 4 sectors at stride 1, for 8 at stride 2, and from stride 8 on for " +
			"one a lane, of which an eighth is used. So the time of a useful byte grows with the stride up to eight times " +
			"and then no more. One and the same code runs at all strides: only the addresses differ. The span is at " +
			"least eight times the L2 cache at each of them, and no word is read twice.",
		Axes: []Axis{{Name: strideAxis, Unit: "words", Values: []int64{1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 32},
			Meaning: "words of 4 bytes from one lane's word to the next lane's"}},
		WorkFormula: "E = grid * trips * 2048 elements; bytes of DRAM = min(stride, 8) * 4 * E read + grid * 256 * 4 written; " +
			"sectors = 4 * min(stride, 8) for each of E / 32 requests of a warp; useful bytes = 4 * E; no FLOPs",
		Check:   "exact: every thread's XOR of the words it reads, on random words",
		Symbols: []string{"stride_read_b32"},
		recipe: recipe{
			from: Quick,
			thin: map[Preset][]span{
				Quick:    {{strideAxis: {1, 8}}},
				Standard: {{strideAxis: {1, 2, 4, 8, 16, 32}}},
			},
			symbol: only("stride_read_b32"),
			layout: layout{overCache: true},
			inputs: []feed{strided(strideAxis)},
			output: perThreadOutput,
			args:   strideArgs(strideAxis),
			expect: func(a axes, s shape, in []input) expectation {
				return foldedTrips(s, foldElements(in[0], int(a[strideAxis]), 0))
			},
			work: func(a axes, s shape) results.Work {
				stride := float64(a[strideAxis])
				moved := min(stride, sectorWords) * elementBytes(s)
				return strideWork(s, moved, moved, stride*elementBytes(s))
			},
		},
	}
}

func offsetCase() Case {
	return Case{
		Name:     "stride/offset",
		Family:   "stride",
		Question: "What does a load cost that does not begin on a sector?",
		Explanation: "Neighbouring lanes load neighbouring words, but the first one lies offset words into a sector. Then " +
			"a warp touches five sectors instead of four. DRAM hardly notices: the fifth sector is the first of the next " +
			"warp's, and a cache has it. What remains are the fifth lookups. An offset that is a multiple of 8 words is " +
			"aligned again.",
		Axes: []Axis{{Name: offsetAxis, Unit: "words", Values: []int64{0, 1, 2, 4, 8, 16, 31},
			Meaning: "words of 4 bytes from the start of the array to the first one read"}},
		WorkFormula: "E = grid * trips * 2048 elements; bytes of DRAM = 4 * E read + grid * 256 * 4 written; sectors = 4, or 5 " +
			"where the offset is no multiple of 8, for each of E / 32 requests of a warp; no FLOPs",
		Check:   "exact: every thread's XOR of the words it reads, on random words",
		Symbols: []string{"stride_offset_b32"},
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{offsetAxis: {0, 1, 8}}}},
			symbol: only("stride_offset_b32"),
			layout: layout{overCache: true},
			inputs: []feed{strided(offsetAxis)},
			output: perThreadOutput,
			args:   strideArgs(offsetAxis),
			expect: func(a axes, s shape, in []input) expectation {
				return foldedTrips(s, foldElements(in[0], 1, int(a[offsetAxis])))
			},
			work: func(_ axes, s shape) results.Work {
				return strideWork(s, elementBytes(s), 0, elementBytes(s))
			},
		},
	}
}

// strided is an input of which elements are read at a stride or an offset. Its
// period has no factor in common with the stride.
func strided(axis string) feed {
	return feed{
		key: func(a axes, s shape) inputKey {
			step := s.grid
			if axis == strideAxis {
				step *= int(a[axis])
			}
			return inputKey{kind: wordsInput, chunks: period(step, s.trips)}
		},
		bytes: func(a axes, s shape) int64 {
			elements := int64(elementBytes(s)) / wordBytes
			if axis == strideAxis {
				return ((elements-1)*a[axis] + 1) * wordBytes
			}
			return (elements + a[axis]) * wordBytes
		},
	}
}

func strideArgs(axis string) func(axes, shape, []cuda.Ptr, cuda.Ptr) []cuda.Arg {
	return func(a axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
		return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(uint32(a[axis])), cuda.ArgU32(uint32(s.trips))}
	}
}

// elementBytes are the useful bytes that a launch reads.
func elementBytes(s shape) float64 {
	return float64(s.grid) * float64(s.trips) * strideElements * wordBytes
}

// strideWork is the work of a launch that moves so many bytes from DRAM, and as
// many through L2 where that is known (else 0).
func strideWork(s shape, dram, l2, footprint float64) results.Work {
	w := results.Work{
		Bytes:          map[string]float64{"dram": dram + s.writtenBytes()},
		FootprintBytes: footprint,
	}
	if l2 > 0 {
		w.Bytes["l2"] = l2 + s.writtenBytes()
	}
	return w
}

// foldElements is what each thread makes of the elements of a block and trip, by
// where in the period these begin.
func foldElements(in input, stride, offset int) fold {
	words := len(in.words)
	folds := make(fold, words/gcd(words, strideElements*stride))
	for tile := range folds {
		for e := range strideElements {
			word := in.words[((tile*strideElements+e)*stride+offset)%words]
			folds[tile][e%blockThreads] ^= word
		}
	}
	return folds
}
