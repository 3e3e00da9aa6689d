package bench

import (
	"maps"
	"slices"
	"strings"

	"ridgeline/cuda"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// Case is one kernel with one meaning: what it asks, what it does, and how its
// results are proved. The exported fields are its description; the others say
// how to run it.
type Case struct {
	Name     string // family/name, such as "stream/copy"
	Family   string // folder of its kernels
	Question string // what it asks, one sentence
	// Explanation is a paragraph: how the kernel asks it, and why the answer is
	// what it says it is.
	Explanation string
	Axes        []Axis
	// WorkFormula is the work of one launch in words: FLOPs and bytes from the
	// axes, the grid and the trip count.
	WorkFormula string
	// Check says how the results are compared with the CPU's.
	Check string
	// Symbols are the kernels' entries in the PTX, in the order of the axes.
	Symbols []string

	recipe recipe
}

// Axis is a parameter that a case sweeps.
type Axis struct {
	Name    string
	Unit    string
	Values  []int64
	Meaning string
}

// axes is one value for each axis of a case.
type axes map[string]int64

// recipe is how a case runs at one point of its axes.
type recipe struct {
	// from is the shortest preset that has the case, and thin the values of its
	// axes in the presets that have not all of them.
	from Preset
	thin map[Preset][]span

	// refined is true of a sweep that looks for edges: the preset Full measures more
	// points around each.
	refined bool

	symbol func(axes) string
	// opcode is what the machine code of the kernels must hold, lest the instruction that
	// the case is about be emulated; empty where that is not asked.
	opcode sass.Pattern
	layout layout
	work   func(axes, shape) results.Work
	inputs []feed
	// pattern is what the data are, for a kernel that makes them itself; empty is
	// random.
	pattern string
	// output is the size of the buffer that the kernel writes.
	output func(axes, shape) int64
	args   func(a axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg
	// probe is the tensor instruction whose rounding shows what did it; nil is none.
	probe *tensorKernel
	// expect computes on the CPU what the kernel must write.
	expect func(axes, shape, []input) expectation
}

// layout says what is free in the shape of a launch. The zero value fills the
// device with blocks of 256 threads and gives them trips until the launch is
// long enough.
type layout struct {
	// warpsPerSM is how many warps an SM holds at a time; 0 is as many as fit.
	warpsPerSM func(axes) int
	// grid is fixed where the axes say how large the problem is; nil fills the
	// device.
	grid func(axes) cuda.Dim3
	// blocks is how many there are on a device with so many SMs, where the axes say how
	// they divide among them; nil fills the device.
	blocks func(a axes, sms int) int
	// block is the number of threads of a block; 0 is blockThreads, unless the axes
	// have it, as threads says.
	block   int
	threads func(axes) int
	// sharedBytes is the dynamic shared memory of a block.
	sharedBytes int64
	// oneWave is true where all blocks reside at a time, as each keeps something for
	// itself, or the axes say so. The time of a trip is then measured, as it follows
	// from no limit.
	oneWave func(axes) bool
	// once is true where the axes also fix the trips: there is one.
	once bool
	// leastTrips is how many trips it takes at least; nil is 1.
	leastTrips func(axes, shape) int
	// slowdown is how many times as long a trip takes as its work would at the
	// limits of the device, where that is known; nil is once.
	slowdown func(axes) float64
	// partOfL2 is the part of the L2 cache that the set takes which all blocks
	// walk through; 0 is for a case without such a set.
	partOfL2 float64
	// overCache is true where the footprint must be far above the L2 cache.
	overCache bool
}

// Cases gives every case, sorted by name.
func Cases() []Case {
	all := slices.Concat(
		streamCases(), strideCases(), bankCases(), transposeCases(), fmaCases(), intensityCases(),
		chaseCases(), tensorCases(), gemmCases(), spillCases(), l2Cases(), l1Cases(),
		sharedCases(), gatherCases(), scatterCases(), atomicsCases(), constantCases(),
		reduceCases(), divergenceCases(), occupancyCases(), launchCases(),
	)
	slices.SortFunc(all, func(a, b Case) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// points gives every combination of the values of the axes, the last axis
// changing fastest. A case without axes has one point.
func (c Case) points() []axes {
	points := []axes{{}}
	for _, axis := range c.Axes {
		points = spread(points, axis)
	}
	for _, p := range points {
		if p[dataAxis] == int64(randomPattern) {
			delete(p, dataAxis) // a point with other data has that on top
		}
	}
	return points
}

// spread makes a point of each point for every value of one more axis.
func spread(points []axes, axis Axis) []axes {
	var wider []axes
	for _, p := range points {
		for _, value := range axis.Values {
			q := axes{axis.Name: value}
			maps.Copy(q, p)
			wider = append(wider, q)
		}
	}
	return wider
}

// warpsAxis is the axis on which 0 stands for as many warps as an SM holds.
const warpsAxis = "warps_per_sm"

// resolved is a point as it was run: 0 warps are the number that an SM holds.
func (c Case) resolved(a axes, s shape) axes {
	if warps, swept := a[warpsAxis]; !swept || warps != 0 {
		return a
	}
	a = maps.Clone(a)
	a[warpsAxis] = s.warpsPerSM()
	return a
}

// keys are the inputs of a launch.
func (c Case) keys(a axes, s shape, seed uint64) []inputKey {
	keys := make([]inputKey, len(c.recipe.inputs))
	for i, f := range c.recipe.inputs {
		keys[i] = f.key(a, s)
		keys[i].place, keys[i].seed = i, seed
	}
	return keys
}

// inputBytes are the sizes of the inputs of a launch.
func (c Case) inputBytes(a axes, s shape) []int64 {
	sizes := make([]int64, len(c.recipe.inputs))
	for i, f := range c.recipe.inputs {
		sizes[i] = f.bytes(a, s)
	}
	return sizes
}

// only is the symbol of a case that has one kernel.
func only(symbol string) func(axes) string { return func(axes) string { return symbol } }
