package bench

import (
	"fmt"
	"iter"

	"ridgeline/cuda"
	"ridgeline/results"
)

// scatterCases are the cases that ask what it costs to store by a list of indices.
func scatterCases() []Case {
	symbol := func(a axes) string { return fmt.Sprintf("scatter_write_b%d", 8*a[granuleAxis]) }
	return []Case{{
		Name:     "scatter/write",
		Family:   "scatter",
		Question: "What does it cost to write a part of a sector, at an address from a list of indices?",
		Explanation: "Each granule begins a sector of 32 bytes, and the list names every sector once, rising or shuffled. " +
			"Memory moves whole sectors, so that before 4 bytes can be written the other 28 must be read: 64 bytes move for " +
			"a granule that is less than a sector, and 32 for one that is all of it. A scattered store of small words costs " +
			"twice as much as a scattered load of them. The data follow from the number of the granule and are not random, so the " +
			"rate is a point and never a ceiling.",
		Axes: indexedAxes(),
		WorkFormula: "N = grid * trips * 2048, 2048, 1024 and 512 granules of 4, 8, 16 and 32 bytes; bytes of DRAM = 32 * N written, " +
			"as many read where the granule is less than 32 bytes, + 4 * N of indices; useful bytes = granule * N; no FLOPs",
		Check:   "exact: every granule, and that nothing else is written",
		Symbols: symbolsOf(symbol, granuleAxis, 4, 8, 16, 32),
		recipe: recipe{
			from:    Standard,
			thin:    map[Preset][]span{Standard: {{granuleAxis: {4, 32}, orderAxis: {1}}}},
			pattern: "iota",
			symbol:  symbol,
			layout:  layout{overCache: true},
			inputs:  []feed{indices()},
			output:  func(a axes, s shape) int64 { return granulesOf(a, s).sectorBytes() },
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgU32(writeSeed), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(a axes, s shape, in []input) expectation { return expectScatter(granulesOf(a, s), in[0].words) },
			work:   func(a axes, s shape) results.Work { return scatterWork(granulesOf(a, s)) },
		},
	}}
}

func scatterWork(g granules) results.Work {
	sector := float64(sectorBytes)
	written, list := sector*float64(g.all()), wordBytes*float64(g.all())
	moved := written + list
	if g.bytes < sectorBytes {
		moved += written
	}
	return results.Work{Bytes: map[string]float64{"dram": moved, "l2": written + list}, FootprintBytes: written + list}
}

// expectScatter expects the granules in their sectors, and the output as it was
// everywhere else.
func expectScatter(g granules, list []uint32) expectation {
	return expectation{
		outputs: int64(g.windows()) * windowSectors * sectorWords,
		block:   func(b int) iter.Seq2[int64, []byte] { return g.scattered(list, b) },
		whole:   func() iter.Seq2[int64, []byte] { return g.scatteredAll(list) },
	}
}

// scattered gives the sectors that a block writes, one by one.
func (g granules) scattered(list []uint32, block int) iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		sector := make([]byte, sectorBytes)
		for trip := range g.trips {
			first := (block + trip*g.grid) * g.ofBlock()
			for i := first; i < first+g.ofBlock(); i++ {
				g.fill(sector, i)
				if !yield(int64(g.sector(list, i))*sectorBytes, sector) {
					return
				}
			}
		}
	}
}

// scatteredAll gives what the grid writes, window by window.
func (g granules) scatteredAll(list []uint32) iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		for w := range g.windows() {
			window := make([]byte, 0, windowBytes)
			for len(window) < windowBytes {
				window = appendWords(window, poison)
			}
			for i := w * windowSectors; i < (w+1)*windowSectors && int64(i) < g.all(); i++ {
				at := int(list[i%windowSectors]) * sectorBytes
				g.fill(window[at:at+sectorBytes], i)
			}
			if !yield(int64(w)*windowBytes, window) {
				return
			}
		}
	}
}

// fill makes the sector of granule i.
func (g granules) fill(sector []byte, i int) {
	words := int(g.bytes) / wordBytes
	to := sector[:0]
	for w := range sectorWords {
		if w < words {
			to = appendWords(to, writeSeed+uint32(i*words+w))
		} else {
			to = appendWords(to, poison)
		}
	}
}
