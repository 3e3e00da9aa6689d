package bench

import (
	"ridgeline/results"
)

// copiedReadCases read DRAM by copies into shared memory. What they read, and what
// each thread makes of it, is that of stream/read at 16 bytes a lane.
func copiedReadCases() []Case {
	return []Case{
		copiedReadCase("read_async", "by asynchronous copies (cp.async) of 16 bytes a lane",
			"Each thread waits for its own copies alone, so that there is no barrier."),
		copiedReadCase("read_bulk", "by bulk copies (cp.async.bulk) of 16 KiB",
			"One thread asks for a whole chunk by one instruction, and an mbarrier tells all when its bytes are there."),
	}
}

func copiedReadCase(name, way, how string) Case {
	wide := func(axes) axes { return axes{laneBytes: 16} }
	c := readCase()
	work, expect := c.recipe.work, c.recipe.expect
	return Case{
		Name:     "stream/" + name,
		Family:   "stream",
		Question: "How many bytes a second can the GPU read from DRAM " + way + "?",
		Explanation: "A block has two chunks of 16 KiB in shared memory and folds one while the other is on its way. " + how +
			" What is in flight takes no registers and no issue slots of the threads that wait. Where many threads reside " +
			"that is no faster than plain loads: DRAM is the limit of both. The result is the same as that of stream/read, " +
			"word by word, and the footprint is at least eight times the L2 cache.",
		WorkFormula: c.WorkFormula,
		Check:       c.Check,
		Symbols:     []string{"stream_" + name},
		recipe: recipe{
			from:   Standard,
			symbol: only("stream_" + name),
			layout: layout{overCache: true},
			inputs: []feed{repeated(wordsInput)},
			output: perThreadOutput,
			args:   inOutTrips,
			expect: func(a axes, s shape, in []input) expectation { return expect(wide(a), s, in) },
			work:   func(a axes, s shape) results.Work { return work(wide(a), s) },
		},
	}
}
