package bench

import (
	"fmt"
	"iter"

	"ridgeline/results"
)

const (
	unrollAxis  = "loads"
	threadsAxis = "block_threads"
	oneWaveAxis = "one_wave"
)

// shapeCase sweeps the shape of a launch that reads DRAM. Its best point is the
// ceiling, if it is the best of all: nothing is tuned for a GPU by its name.
func shapeCase() Case {
	symbol := func(a axes) string { return fmt.Sprintf("stream_shape_b%d_u%d", 8*a[laneBytes], a[unrollAxis]) }
	var symbols []string
	for _, bytes := range []int64{8, 16} {
		for _, loads := range []int64{1, 4, 8} {
			symbols = append(symbols, symbol(axes{laneBytes: bytes, unrollAxis: loads}))
		}
	}
	return Case{
		Name:     "stream/shape",
		Family:   "stream",
		Question: "In which shape of a launch does the GPU read most bytes a second from DRAM?",
		Explanation: "By Little's law the bytes in flight must cover the latency of DRAM: the bytes of a load, times the loads " +
			"that a thread has in flight, times the threads that reside. A shape that has too few is bound by latency, and its " +
			"rate grows with each of the three. Beyond that the shapes differ by little: blocks that stay, one wave of them with " +
			"all the trips, spare the start of new ones; many short ones share out the rest more evenly. The fastest point of " +
			"all that read DRAM is the ceiling, and the document has every one of them.",
		Axes: []Axis{
			{Name: laneBytes, Unit: "B", Values: []int64{8, 16}, Meaning: "bytes that a lane loads in one instruction"},
			{Name: unrollAxis, Unit: "loads", Values: []int64{1, 4, 8}, Meaning: "loads of a thread in flight at a time"},
			{Name: threadsAxis, Unit: "threads", Values: []int64{128, 256, 512}, Meaning: "threads of a block"},
			{Name: oneWaveAxis, Unit: "", Values: []int64{0, 1},
				Meaning: "1: as many blocks as reside at a time, each with all of the trips; 0: many more, with few trips"},
		},
		WorkFormula: "bytes = grid * trips * block_threads * loads * bytes_per_lane read + grid * block_threads * 4 written; no FLOPs",
		Check:       "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		Symbols:     symbols,
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{laneBytes: {16}, unrollAxis: {4}, threadsAxis: {128, 512}, oneWaveAxis: {1}}}},
			symbol: symbol,
			layout: layout{
				overCache: true,
				threads:   func(a axes) int { return int(a[threadsAxis]) },
				oneWave:   func(a axes) bool { return a[oneWaveAxis] == 1 },
			},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: shapeBytes,
			}},
			output: func(_ axes, s shape) int64 { return s.allThreads() * wordBytes },
			args:   inOutTrips,
			expect: expectShape,
			work: func(a axes, s shape) results.Work {
				read := float64(shapeBytes(a, s))
				return streamWork(read+s.writtenBytes(), read, 0)
			},
		},
	}
}

// shapeBytes are the bytes that a launch reads.
func shapeBytes(a axes, s shape) int64 {
	return s.allThreads() * int64(s.trips) * a[unrollAxis] * a[laneBytes]
}

func expectShape(a axes, s shape, in []input) expectation {
	words, loads := int(a[laneBytes])/wordBytes, int(a[unrollAxis])
	word := func(block, thread int) uint32 {
		y := uint32(block*s.threads() + thread)
		for trip := range s.trips {
			var x uint32
			for u := range loads {
				vector := ((block+trip*s.grid)*loads+u)*s.threads() + thread
				x ^= xorFrom(in[0].words, vector*words, words)
			}
			y = hashFactor*y + x
		}
		return y
	}
	return expectation{
		outputs: s.allThreads(),
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				want := make([]byte, 0, s.threads()*wordBytes)
				for t := range s.threads() {
					want = appendWords(want, word(b, t))
				}
				yield(int64(b)*int64(s.threads())*wordBytes, want)
			}
		},
	}
}

// xorFrom is the XOR of so many words of a vector in an input that repeats; its
// length is a multiple of theirs.
func xorFrom(words []uint32, first, count int) (x uint32) {
	first %= len(words)
	for _, w := range words[first : first+count] {
		x ^= w
	}
	return x
}
