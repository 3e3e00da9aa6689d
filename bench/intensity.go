package bench

import (
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

// elementFLOPs is the name of the axis of the intensity sweep: FLOPs on each
// element.
const elementFLOPs = "flop_per_element"

// maxElementFLOPs is the last value of the axis.
const maxElementFLOPs = 2048

// intensityPath is a math path that walks along its roofline.
type intensityPath struct {
	path, title  string
	elementBytes int64
	kind         inputKind
	constant     cuda.Arg
	words        func(flops int64, in input) []uint32
	// half is what the kernel with one FMA on two elements makes of the pair that
	// begins at this element of the period.
	half func(in input, element int) uint32
	from Preset
	thin map[Preset][]span
}

// intensityCases are the cases that walk along the roofline.
func intensityCases() []Case {
	return []Case{
		intensityPath{
			path: "fp32", title: "FP32", elementBytes: 4, kind: floatsInput, constant: cuda.ArgF32(squareConstant),
			words: func(flops int64, in input) []uint32 {
				values := append([]float32(nil), in.floats...)
				squares(values, squareConstant, int(flops/2))
				return bitsOf(values)
			},
			half: func(in input, i int) uint32 {
				return math.Float32bits(fma32(in.floats[in.index[i]], in.floats[in.index[i+1]], squareConstant))
			},
			from: Quick,
			thin: map[Preset][]span{Quick: {{elementFLOPs: {1, 4, 16, 64, 256, 1024, 2048}}}},
		}.build(),
		intensityPath{
			path: "fp64", title: "FP64", elementBytes: 8, kind: doublesInput, constant: cuda.ArgF64(squareConstant),
			words: func(flops int64, in input) []uint32 {
				words := make([]uint32, len(in.doubles))
				for i, x := range in.doubles {
					words[i] = foldDouble(squares64(x, int(flops/2)))
				}
				return words
			},
			half: func(in input, i int) uint32 {
				return foldDouble(math.FMA(in.doubles[in.index[i]], in.doubles[in.index[i+1]], squareConstant))
			},
			from: Standard,
			thin: map[Preset][]span{Standard: {{elementFLOPs: {1, 2, 8, 32, 128, 512}}}},
		}.build(),
	}
}

func (p intensityPath) build() Case {
	c := Case{
		Name:     "intensity/" + p.path,
		Family:   "intensity",
		Question: "At how many FLOPs a byte does the bound turn from DRAM to the " + p.title + " pipes?",
		Explanation: "One kernel reads a footprint far above the L2 cache and does F steps of x = x*x + c on each element, " +
			"with F from a half to 1024. The loads in flight are the same for every F, because the vectors of the next trip " +
			"are on their way during the arithmetic of this one; else the knee would be rounded off and sit too low. Left " +
			"of the knee the rate grows with the intensity along the memory roof, right of it it is flat along the compute " +
			"roof. Where the two lines cross is a second, independent estimate of the ridge. The bits of every result go " +
			"into the word that is stored and compared.",
		Axes: []Axis{{
			Name: elementFLOPs, Unit: "FLOP",
			Meaning: fmt.Sprintf("FLOPs on each element of %d bytes: the intensity is this over %d, in FLOP/byte", p.elementBytes, p.elementBytes),
		}},
		WorkFormula: fmt.Sprintf("FLOPs = flop_per_element * grid * trips * %d; bytes = grid * trips * 16384 read + "+
			"grid * 256 * 4 written", chunkBytes/p.elementBytes),
		Check: "exact: every thread's XOR of the bits of its results, on random numbers in [-1, 1)",
		recipe: recipe{
			from:   p.from,
			thin:   p.thin,
			symbol: func(a axes) string { return p.symbol(a[elementFLOPs]) },
			layout: layout{overCache: true},
			inputs: []feed{repeated(p.kind)},
			output: perThreadOutput,
			args:   chainArgs([]cuda.Arg{p.constant}),
			expect: p.expect,
			work:   p.work,
		},
	}
	for flops := int64(1); flops <= maxElementFLOPs; flops *= 2 {
		c.Axes[0].Values = append(c.Axes[0].Values, flops)
		c.Symbols = append(c.Symbols, p.symbol(flops))
	}
	return c
}

// symbol names the kernel by its FMAs on an element; one FLOP on an element is
// an FMA on every second one.
func (p intensityPath) symbol(flops int64) string {
	if flops == 1 {
		return "intensity_" + p.path + "_half"
	}
	return fmt.Sprintf("intensity_%s_f%d", p.path, flops/2)
}

func (p intensityPath) work(a axes, s shape) results.Work {
	read := float64(s.chunkedBytes())
	return results.Work{
		Path:           p.path,
		Operations:     float64(a[elementFLOPs]) * read / float64(p.elementBytes),
		Bytes:          map[string]float64{"dram": read + s.writtenBytes(), "l2": read + s.writtenBytes()},
		FootprintBytes: read,
		Measures:       "ridge:" + p.path + ":dram",
	}
}

// vectorWords are the 32-bit words of the vectors that the kernels load.
const vectorWords = 4

func (p intensityPath) expect(a axes, s shape, in []input) expectation {
	words := int(p.elementBytes / wordBytes)
	element := func(first int) uint32 { return p.half(in[0], first) }
	step := 2 // elements of one result
	if a[elementFLOPs] > 1 {
		results := p.words(a[elementFLOPs], in[0])
		element = func(first int) uint32 { return results[in[0].index[first]] }
		step = 1
	}
	return foldedTrips(s, foldChunks(in[0], vectorWords, func(first int) uint32 {
		var word uint32
		for i := 0; i < vectorWords/words; i += step {
			word ^= element(first/words + i)
		}
		return word
	}))
}
