package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

// streamCases are the cases that ask how fast DRAM is.
func streamCases() []Case { return []Case{readCase(), copyCase()} }

func readCase() Case {
	return Case{
		Name:     "stream/read",
		Family:   "stream",
		Question: "How many bytes a second can the GPU read from DRAM?",
		Explanation: "Every SM is filled with blocks, and every thread has four 16-byte loads in flight, so that by " +
			"Little's law the bytes in flight cover the latency of DRAM. The footprint is at least eight times the L2 " +
			"cache and is read once a launch from end to end: the cache cannot answer in place of DRAM. Every word " +
			"read goes into an XOR that is stored and compared, so no load can be left out.",
		WorkFormula: "bytes = grid * trips * 16384 read + grid * 256 * 4 written; no FLOPs",
		Check:       "exact: every thread's XOR of all the words it reads, on random words",
		Symbols:     []string{"stream_read_b128"},
		recipe: recipe{
			symbol:      only("stream_read_b128"),
			overCache:   true,
			input:       wordsInput,
			inputBytes:  shape.chunkedBytes,
			outputBytes: shape.threadBytes,
			args:        streamArgs,
			expect:      expectRead,
			work: func(_ axes, s shape) results.Work {
				read := float64(s.chunkedBytes())
				return dramWork(read+float64(s.threadBytes()), read)
			},
		},
	}
}

func copyCase() Case {
	return Case{
		Name:     "stream/copy",
		Family:   "stream",
		Question: "How many bytes a second move between DRAM and the SMs when half of them are written?",
		Explanation: "The kernel of stream/read, but each vector is stored to a second buffer of the same size instead " +
			"of being folded. Real memories turn the bus around between reads and writes, so a copy is slower than a " +
			"read by some percent; kernels that write as much as they read live under this roof. Each of the two " +
			"buffers is at least eight times the L2 cache.",
		WorkFormula: "bytes = grid * trips * 16384 read + as many written; no FLOPs",
		Check:       "exact: every word of the copy, on random words",
		Symbols:     []string{"stream_copy_b128"},
		recipe: recipe{
			symbol:      only("stream_copy_b128"),
			overCache:   true,
			input:       wordsInput,
			inputBytes:  shape.chunkedBytes,
			outputBytes: shape.chunkedBytes,
			args:        streamArgs,
			expect:      func(_ axes, s shape, in input) expectation { return copied(s, in) },
			work: func(_ axes, s shape) results.Work {
				moved := 2 * float64(s.chunkedBytes())
				return dramWork(moved, moved)
			},
		},
	}
}

// only is the symbol of a case that has one kernel.
func only(symbol string) func(axes) string { return func(axes) string { return symbol } }

func streamArgs(in, out cuda.Ptr, s shape) []cuda.Arg {
	return []cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(uint32(s.trips))}
}

func expectRead(_ axes, s shape, in input) expectation {
	return foldedTrips(s, foldChunks(in, func(first int) uint32 {
		var word uint32
		for _, w := range in.words[first : first+vectorWords] {
			word ^= w
		}
		return word
	}))
}

// dramWork is the work of a kernel that only moves bytes.
func dramWork(bytes, footprint float64) results.Work {
	return results.Work{
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: footprint,
		Measures:       "level:dram",
	}
}
