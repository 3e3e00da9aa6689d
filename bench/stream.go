package bench

import (
	"encoding/binary"
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

// laneBytes is the axis of the width of a load or store of one lane.
const laneBytes = "bytes_per_lane"

// streamCases are the cases that ask how fast DRAM is.
func streamCases() []Case {
	return append(copiedReadCases(), readCase(), copyCase(), triadCase(), writeCase(), fillCase(), shapeCase())
}

// streamCase is what the cases of the family have in common.
func streamCase(name string, c Case) Case {
	c.Name, c.Family = "stream/"+name, "stream"
	c.Axes = []Axis{{Name: laneBytes, Unit: "B", Values: []int64{4, 8, 16, 32},
		Meaning: "bytes that a lane loads or stores in one instruction; the bytes in flight are the same for all; 32 from compute " +
			"capability 10.0 on"}}
	for _, bytes := range c.Axes[0].Values {
		c.Symbols = append(c.Symbols, streamSymbol(name, bytes))
	}
	c.recipe.symbol = func(a axes) string { return streamSymbol(name, a[laneBytes]) }
	c.recipe.thin = map[Preset][]span{Quick: {{laneBytes: {16}}}, Standard: {{laneBytes: {16}}}}
	c.recipe.layout.overCache = true
	return c
}

func streamSymbol(name string, bytes int64) string {
	return fmt.Sprintf("stream_%s_b%d", name, 8*bytes)
}

func readCase() Case {
	return streamCase("read", Case{
		Question: "How many bytes a second can the GPU read from DRAM?",
		Explanation: "Every SM is filled with blocks, and every thread has 64 bytes of loads in flight, so that by " +
			"Little's law the bytes in flight cover the latency of DRAM. The footprint is at least eight times the L2 " +
			"cache and is read once a launch from end to end: the cache cannot answer in place of DRAM. Every word " +
			"read goes into an XOR that is stored and compared, so no load can be left out.",
		WorkFormula: "bytes = grid * trips * 16384 read + grid * 256 * 4 written; no FLOPs",
		Check:       "exact: every thread's XOR of all the words it reads, on random words",
		recipe: recipe{
			from:   Quick,
			inputs: []feed{repeated(wordsInput)},
			output: perThreadOutput,
			args:   inOutTrips,
			expect: expectRead,
			work: func(_ axes, s shape) results.Work {
				read := float64(s.chunkedBytes())
				return streamWork(read+float64(s.threadBytes()), read, 0)
			},
		},
	})
}

func copyCase() Case {
	return streamCase("copy", Case{
		Question: "How many bytes a second move between DRAM and the SMs when half of them are written?",
		Explanation: "The kernel of stream/read, but each vector is stored to a second buffer of the same size instead " +
			"of being folded. Real memories turn the bus around between reads and writes, so a copy is slower than a " +
			"read by some percent; kernels that write as much as they read live under this roof. The two buffers " +
			"together are at least eight times the L2 cache.",
		WorkFormula: "bytes = grid * trips * 16384 read + as many written; no FLOPs",
		Check:       "exact: every word of the copy, on random words",
		recipe: recipe{
			from:   Quick,
			inputs: []feed{repeated(wordsInput)},
			output: chunked,
			args:   inOutTrips,
			expect: func(_ axes, s shape, in []input) expectation { return copied(s, in[0].raw) },
			work: func(_ axes, s shape) results.Work {
				moved := 2 * float64(s.chunkedBytes())
				return streamWork(moved, moved, 0)
			},
		},
	})
}

// triadScale is the s of a = b + s*c.
const triadScale = 0.75

func triadCase() Case {
	return streamCase("triad", Case{
		Question: "How many bytes a second move when two arrays are read and a third is written?",
		Explanation: "a = b + s * c over three arrays of floats, the fourth kernel of STREAM and the shape of most vector " +
			"code: two loads and a store for an FMA, 1/6 FLOP a byte, so far left of the ridge that only memory counts. " +
			"STREAM's own count has no bytes for reading a line before it is written; a GPU reads none. The three arrays " +
			"together are at least eight times the L2 cache.",
		WorkFormula: "bytes = grid * trips * 32768 read + grid * trips * 16384 written; FLOPs = grid * trips * 8192",
		Check:       "exact: every float of a, the FMA rounded once, on random floats in [-1, 1)",
		recipe: recipe{
			from:   Standard,
			inputs: []feed{repeated(floatsInput), repeated(floatsInput)},
			output: chunked,
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(in[1]), cuda.ArgPtr(out), cuda.ArgF32(triadScale), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(_ axes, s shape, in []input) expectation { return copied(s, triad(in[0], in[1])) },
			work: func(_ axes, s shape) results.Work {
				moved := 3 * float64(s.chunkedBytes())
				return streamWork(moved, moved, 2*float64(s.chunkedBytes())/wordBytes)
			},
		},
	})
}

// triad is a period of b + s*c.
func triad(b, c input) []byte {
	out := make([]byte, 0, len(b.raw))
	for i := range b.words {
		sum := fma32(triadScale, math.Float32frombits(c.words[i]), math.Float32frombits(b.words[i]))
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(sum))
	}
	return out
}

// writeSeed is the first word that stream/write writes, and the one that
// stream/fill repeats.
const writeSeed = 0x9E3779B9

func writeCase() Case {
	return streamCase("write", Case{
		Question: "How many bytes a second can the GPU write to DRAM?",
		Explanation: "Nothing is read: word i of the array becomes a constant plus i, so that no two words are the same. " +
			"Whole sectors are written, for which no GPU reads memory first. A launch ends when the last words are in L2, " +
			"not in DRAM, so that the array is at least eight times the L2 cache. The data are not random, so the rate is " +
			"a point and never a ceiling: memory may be compressed.",
		WorkFormula: "bytes = grid * trips * 16384 written; no FLOPs",
		Check:       "exact: every word",
		recipe: recipe{
			from:    Standard,
			pattern: "iota",
			output:  chunked,
			args:    onlyWritten,
			expect: func(_ axes, s shape, _ []input) expectation {
				to := make([]byte, chunkBytes)
				return chunkwise(s, func(chunk int) []byte {
					for i := range chunkWords {
						binary.LittleEndian.PutUint32(to[i*wordBytes:], writeSeed+uint32(chunk*chunkWords+i))
					}
					return to
				})
			},
			work: writtenWork,
		},
	})
}

func fillCase() Case {
	return streamCase("fill", Case{
		Question: "Does it cost less to write the same word again and again?",
		Explanation: "The kernel of stream/write without its addition: one word all over the array. Where it is faster " +
			"than stream/write, the GPU compresses memory, and every benchmark on constant data flatters it. The data are " +
			"constant, so the rate is a point and never a ceiling.",
		WorkFormula: "bytes = grid * trips * 16384 written; no FLOPs",
		Check:       "exact: every word",
		recipe: recipe{
			from:    Standard,
			pattern: "constant",
			output:  chunked,
			args:    onlyWritten,
			expect: func(_ axes, s shape, _ []input) expectation {
				chunk := make([]byte, 0, chunkBytes)
				for range chunkWords {
					chunk = binary.LittleEndian.AppendUint32(chunk, writeSeed)
				}
				return copied(s, chunk)
			},
			work: writtenWork,
		},
	})
}

// inOutTrips are the arguments of a kernel with an input, an output and a trip
// count.
func inOutTrips(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
	return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(uint32(s.trips))}
}

func onlyWritten(_ axes, s shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
	return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(writeSeed), cuda.ArgU32(uint32(s.trips))}
}

func expectRead(a axes, s shape, in []input) expectation {
	return foldedTrips(s, xorChunks(in[0], int(a[laneBytes])/wordBytes))
}

// writtenWork is the work of a kernel that only writes. It is no ceiling, as
// its data are not random.
func writtenWork(_ axes, s shape) results.Work {
	w := streamWork(float64(s.chunkedBytes()), float64(s.chunkedBytes()), 0)
	w.Measures = ""
	return w
}

// streamWork is the work of a kernel that is bound by DRAM: all bytes pass the
// caches on their way, once.
func streamWork(bytes, footprint, flops float64) results.Work {
	w := results.Work{
		Operations:     flops,
		Bytes:          map[string]float64{"dram": bytes, "l2": bytes},
		FootprintBytes: footprint,
		Measures:       "level:dram",
	}
	if flops > 0 {
		w.Path = "fp32"
	}
	return w
}
