package bench

import (
	"fmt"
	"strings"

	"ridgeline/cuda"
	"ridgeline/results"
)

// cachedSteps are how many steps the kernels whose set a cache holds do on an element.
func cachedSteps() []int64 { return []int64{1, 4, 16, 64} }

// cached is the case that walks along the roofline of a cache, "l1" or "l2".
func (p intensityPath) cached(level string) Case {
	title := strings.ToUpper(level)
	set := "All blocks go round one set of a quarter of L2, each from a start of its own, past L1, as in l2/read."
	if level == "l1" {
		set = "Each block goes round a set of its own of 8 KiB, which L1 holds, as in l1/read."
	}
	c := Case{
		Name:     "intensity/" + p.path + "_" + level,
		Family:   "intensity",
		Question: "At how many FLOPs a byte does the bound turn from " + title + " to the " + p.title + " pipes?",
		Explanation: "As intensity/" + p.path + ", but of a set that " + title + " holds. " + set + " The ridge lies as many times " +
			"further left as the cache is faster than DRAM: a kernel that is bound by DRAM may have arithmetic for free, and " +
			"one that is bound by a cache hardly any. Every trip changes a hash that is stored and compared.",
		Axes: []Axis{{
			Name: elementFLOPs, Unit: "FLOP",
			Meaning: fmt.Sprintf("operations on each element of %d bytes: the intensity is this over %d", p.elementBytes, p.elementBytes),
		}},
		WorkFormula: fmt.Sprintf("operations = flop_per_element * grid * trips * %d; bytes of %s = grid * trips * 16384; of DRAM "+
			"the set, once, and what is written", chunkBytes/p.elementBytes, title),
		Check: "exact: every thread's hash y = 5 * y + x of the XOR x of its results in each trip, on random numbers",
		recipe: recipe{
			from:   Full,
			opcode: p.opcode,
			symbol: func(a axes) string { return p.symbol(level+"_", a[elementFLOPs]) },
			output: perThreadOutput,
			args:   p.cachedArgs(level),
			inputs: []feed{p.cachedSet(level)},
			expect: func(a axes, s shape, in []input) expectation {
				folded := []input{p.foldedVectors(a, in[0])}
				if level == "l1" {
					return expectL1(a, s, folded)
				}
				return expectL2(a, s, folded)
			},
			work: p.cachedWork(level),
		},
	}
	if level == "l2" {
		c.recipe.layout.partOfL2 = l2Part
	}
	if p.from == Quick {
		c.recipe.from = Standard
	}
	for _, steps := range cachedSteps() {
		c.Axes[0].Values = append(c.Axes[0].Values, steps*p.stepFLOPs)
		c.Symbols = append(c.Symbols, p.symbol(level+"_", steps*p.stepFLOPs))
	}
	return c
}

func (p intensityPath) cachedSet(level string) feed {
	return feed{
		key: func(axes, shape) inputKey { return inputKey{kind: p.kind, chunks: minPeriodChunks} },
		bytes: func(_ axes, s shape) int64 {
			if level == "l1" {
				return int64(s.grid) * l1SetBytes
			}
			return s.setBytes()
		},
	}
}

func (p intensityPath) cachedArgs(level string) func(axes, shape, []cuda.Ptr, cuda.Ptr) []cuda.Arg {
	constants := p.constants
	return func(a axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
		if level == "l1" {
			return chainArgs(constants)(a, s, in, out)
		}
		args := append([]cuda.Arg{cuda.ArgPtr(in[0]), cuda.ArgPtr(out)}, constants...)
		return append(args, cuda.ArgU32(uint32(s.setChunks)), cuda.ArgU32(uint32(s.trips)))
	}
}

// foldedVectors is the input with the XOR of its results in the first word of each vector,
// and nothing in the others: what the hash of the caches makes of it is that of the results.
func (p intensityPath) foldedVectors(a axes, in input) input {
	folded := input{words: make([]uint32, len(in.words))}
	vector := p.vectors(a, in)
	for first := 0; first < len(in.words); first += vectorWords {
		folded.words[first] = vector(first)
	}
	return folded
}

func (p intensityPath) cachedWork(level string) func(axes, shape) results.Work {
	return func(a axes, s shape) results.Work {
		read, set := float64(s.chunkedBytes()), float64(p.cachedSet(level).bytes(a, s))
		once := set + float64(s.threadBytes())
		bytes := map[string]float64{"l1": read, "l2": once, "dram": once}
		if level == "l2" {
			bytes = map[string]float64{"l2": read + float64(s.threadBytes()), "dram": once}
		}
		return results.Work{
			Path:           p.path,
			Operations:     float64(a[elementFLOPs]) * read / float64(p.elementBytes),
			Bytes:          bytes,
			FootprintBytes: set,
			Measures:       "ridge:" + p.path + ":" + level,
		}
	}
}
