package bench

import (
	"maps"
	"slices"
	"strings"

	"ridgeline/cuda"
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
	symbol func(axes) string
	// blocksPerSM is how many blocks an SM holds at a time; 0 is as many as fit.
	blocksPerSM func(axes) int
	// overCache is true where the footprint must be far above the L2 cache.
	overCache bool
	work      func(axes, shape) results.Work
	input     inputKind
	// inputBytes and outputBytes are the sizes of the two buffers.
	inputBytes, outputBytes func(shape) int64
	args                    func(in, out cuda.Ptr, s shape) []cuda.Arg
	// expect computes on the CPU what the kernel must write.
	expect func(axes, shape, input) expectation
}

// Cases gives every case, sorted by name.
func Cases() []Case {
	all := slices.Concat(streamCases(), fmaCases(), intensityCases())
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
