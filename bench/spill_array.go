package bench

import (
	"fmt"

	"ridgeline/cuda"
)

// arrayCase asks what an array of a thread costs whose index the compiler does not know.
func arrayCase() Case {
	c := spillCase()
	c.Name = "spill/array"
	c.Question = "What does an array of a thread cost whose index is known only when the kernel runs?"
	c.Explanation = "The accumulators of spill/fp32 are an array, and a trip begins at a place that only the launch knows. No " +
		"register can be chosen by a number, so that the whole array lies in local memory, DRAM behind the caches, however " +
		"many registers are free: it is no spill, and no cap changes it. Its twin is spill/fp32 with 255 registers: the " +
		"same values with known indices, and no local memory. What helps is to unroll loops until indices are known, or to " +
		"keep the array in shared memory."
	c.Axes = []Axis{{Name: liveAxis, Values: []int64{32, 64}, Meaning: "floats of the array of a thread"}}
	c.WorkFormula = "FLOPs = 2 * live * trips * 256 * grid, and live products a thread before them; bytes = 4096 of seeds, " +
		"which stay in cache, + grid * 256 * 4 written; local memory: 4 * live bytes loaded and stored a thread and trip, and " +
		"once more"
	c.recipe.thin = map[Preset][]span{Standard: {{liveAxis: {64}}}}
	c.recipe.symbol = func(a axes) string { return fmt.Sprintf("spill_array_live%d", a[liveAxis]) }
	c.recipe.args = func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
		const first = 7 // where a trip begins, which changes no result
		return []cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out), cuda.ArgF32(squareConstant), cuda.ArgU32(first), cuda.ArgU32(uint32(s.trips))}
	}
	c.Symbols = nil
	for _, a := range c.points() {
		c.Symbols = append(c.Symbols, c.recipe.symbol(a))
	}
	return c
}
