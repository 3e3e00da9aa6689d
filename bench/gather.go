package bench

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/results"
)

// gatherCases are the cases that ask what it costs to load by a list of indices.
func gatherCases() []Case {
	symbol := func(a axes) string { return fmt.Sprintf("gather_read_b%d", 8*a[granuleAxis]) }
	return []Case{{
		Name:     "gather/read",
		Family:   "gather",
		Question: "What does a load cost whose address comes from a list of indices?",
		Explanation: "Each granule begins a sector of 32 bytes, and the list names every sector once, rising or shuffled. " +
			"Memory moves whole sectors: of 4 bytes used it moves 32, and the rate of useful bytes is an eighth. So it is " +
			"the sectors that a gather pays for, and the granule is free up to 32 bytes. The same code runs in both orders, " +
			"and touches the same sectors: where the shuffled list is slower, that is the price of the order, in pages of " +
			"DRAM, in lines of L2 and in translations of addresses, of which the virtual GPU has none but the lines. No " +
			"sector is touched twice, so that no cache helps.",
		Axes: indexedAxes(),
		WorkFormula: "N = grid * trips * 2048, 2048, 1024 and 512 granules of 4, 8, 16 and 32 bytes; bytes of DRAM = 32 * N read + " +
			"4 * N of indices + grid * 256 * 4 written; useful bytes = granule * N; sectors = 32 a request of a warp, 16 at 32 " +
			"bytes; no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its granules in each trip, on random words",
		Symbols: symbolsOf(symbol, granuleAxis, 4, 8, 16, 32),
		recipe: recipe{
			from:   Standard,
			thin:   map[Preset][]span{Standard: {{granuleAxis: {4, 32}, orderAxis: {1}}}},
			symbol: symbol,
			layout: layout{overCache: true},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(a axes, s shape) int64 { return granulesOf(a, s).sectorBytes() },
			}, indices()},
			output: perThreadOutput,
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(in[1]), cuda.ArgPtr(out), cuda.ArgU32(uint32(s.trips))}
			},
			expect: expectGather,
			work: func(a axes, s shape) results.Work {
				moved := float64(granulesOf(a, s).all())*(sectorBytes+wordBytes) + s.writtenBytes()
				return results.Work{Bytes: map[string]float64{"dram": moved, "l2": moved}, FootprintBytes: moved}
			},
		},
	}}
}

// symbolsOf are the symbols of a case at these values of an axis.
func symbolsOf(symbol func(axes) string, axis string, values ...int64) []string {
	symbols := make([]string, len(values))
	for i, v := range values {
		symbols[i] = symbol(axes{axis: v})
	}
	return symbols
}

func expectGather(a axes, s shape, in []input) expectation {
	g := granulesOf(a, s)
	return perThread(s, func(block, thread int) uint32 {
		y := uint32(block*blockThreads + thread)
		for trip := range s.trips {
			y = hashFactor*y + g.gathered(in[0].words, in[1].words, block+trip*s.grid, thread)
		}
		return y
	})
}

// gathered is the XOR of the words that a thread loads of a chunk of granules.
func (g granules) gathered(data, list []uint32, chunk, thread int) (x uint32) {
	for u := range g.ofThread() {
		i := chunk*g.ofBlock() + (u*blockThreads+thread)/g.lanes()
		first := g.sector(list, i)*sectorWords + thread%g.lanes()*g.words()
		for w := range g.words() {
			x ^= data[(first+w)%len(data)]
		}
	}
	return x
}
