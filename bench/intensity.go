package bench

import (
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// elementFLOPs is the name of the axis of the intensity sweep: FLOPs on each
// element.
const elementFLOPs = "flop_per_element"

// intensityPath is a math path that walks along its roofline.
type intensityPath struct {
	path, title  string
	elementBytes int64
	stepFLOPs    int64 // of a step on an element
	kind         inputKind
	constants    []cuda.Arg
	opcode       sass.Pattern
	// steps are how many of them the kernels that read DRAM do on an element; 0 is one on
	// every second.
	steps []int64
	// ends gives what so many steps make of an element of the period.
	ends func(in input, steps int) func(element int) uint32
	// half is what the kernel with one FMA on two elements makes of the pair that
	// begins at this element of the period.
	half func(in input, element int) uint32
	from Preset
	thin map[Preset][]span
}

// intensityCases are the cases that walk along the roofline: each path against DRAM, L2 and
// L1.
func intensityCases() []Case {
	var cases []Case
	for _, p := range []intensityPath{fp32Intensity(), fp64Intensity(), fp16x2Intensity(), bf16x2Intensity(), int32Intensity()} {
		cases = append(cases, p.build(), p.cached("l1"), p.cached("l2"))
	}
	return cases
}

// everySecond are the steps of the kernels that begin with one on every second element.
func everySecond() []int64 { return []int64{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024} }

func fp32Intensity() intensityPath {
	return intensityPath{
		path: "fp32", title: "FP32", elementBytes: 4, stepFLOPs: 2, kind: floatsInput,
		constants: []cuda.Arg{cuda.ArgF32(squareConstant)},
		steps:     everySecond(),
		ends: func(in input, steps int) func(int) uint32 {
			values := append([]float32(nil), in.floats...)
			squares(values, squareConstant, steps)
			words := bitsOf(values)
			return func(i int) uint32 { return words[in.index[i]] }
		},
		half: func(in input, i int) uint32 {
			return math.Float32bits(fma32(in.floats[in.index[i]], in.floats[in.index[i+1]], squareConstant))
		},
		from: Quick,
		thin: map[Preset][]span{Quick: {{elementFLOPs: {1, 4, 16, 64, 256, 1024, 2048}}}},
	}
}

func fp64Intensity() intensityPath {
	return intensityPath{
		path: "fp64", title: "FP64", elementBytes: 8, stepFLOPs: 2, kind: doublesInput,
		constants: []cuda.Arg{cuda.ArgF64(squareConstant)},
		steps:     everySecond(),
		ends: func(in input, steps int) func(int) uint32 {
			words := make([]uint32, len(in.doubles))
			for i, x := range in.doubles {
				words[i] = foldDouble(squares64(x, steps))
			}
			return func(i int) uint32 { return words[in.index[i]] }
		},
		half: func(in input, i int) uint32 {
			return foldDouble(math.FMA(in.doubles[in.index[i]], in.doubles[in.index[i+1]], squareConstant))
		},
		from: Standard,
		thin: map[Preset][]span{Standard: {{elementFLOPs: {1, 2, 8, 32, 128, 512}}}},
	}
}

// operations are what the path does, as its work formula calls them.
func (p intensityPath) operations() string {
	if p.path == "int32" {
		return "integer operations"
	}
	return "FLOPs"
}

// data says what the elements are.
func (p intensityPath) data() string {
	if p.kind == wordsInput {
		return "32-bit words"
	}
	return "numbers in [-1, 1)"
}

func (p intensityPath) build() Case {
	c := Case{
		Name:     "intensity/" + p.path,
		Family:   "intensity",
		Question: "At how many FLOPs a byte does the bound turn from DRAM to the " + p.title + " pipes?",
		Explanation: "One kernel reads a footprint far above the L2 cache and does F steps of x = x*x + c on each element, " +
			"with F up to 1024. The loads in flight are the same for every F, because the vectors of the next trip " +
			"are on their way during the arithmetic of this one; else the knee would be rounded off and sit too low. Left " +
			"of the knee the rate grows with the intensity along the memory roof, right of it it is flat along the compute " +
			"roof. Where the two lines cross is a second, independent estimate of the ridge. The bits of every result go " +
			"into the word that is stored and compared.",
		Axes: []Axis{{
			Name: elementFLOPs, Unit: "FLOP",
			Meaning: fmt.Sprintf("%s on each element of %d bytes: the intensity is this over %d, per byte", p.operations(), p.elementBytes, p.elementBytes),
		}},
		WorkFormula: fmt.Sprintf("%s = flop_per_element * grid * trips * %d; bytes = grid * trips * 16384 read + "+
			"grid * 256 * 4 written", p.operations(), chunkBytes/p.elementBytes),
		Check: "exact: every thread's XOR of the bits of its results, on random " + p.data(),
		recipe: recipe{
			from:   p.from,
			thin:   p.thin,
			opcode: p.opcode,
			symbol: func(a axes) string { return p.symbol("", a[elementFLOPs]) },
			layout: layout{overCache: true},
			inputs: []feed{repeated(p.kind)},
			output: perThreadOutput,
			args:   chainArgs(p.constants),
			expect: p.expect,
			work:   p.work,
		},
	}
	for _, steps := range p.steps {
		flops := max(1, steps*p.stepFLOPs)
		c.Axes[0].Values = append(c.Axes[0].Values, flops)
		c.Symbols = append(c.Symbols, p.symbol("", flops))
	}
	return c
}

// symbol names the kernel by its level, but for DRAM, and by its steps on an element; one
// FLOP on an element is an FMA on every second one.
func (p intensityPath) symbol(level string, flops int64) string {
	if flops == 1 {
		return "intensity_" + p.path + "_half"
	}
	return fmt.Sprintf("intensity_%s_%sf%d", p.path, level, flops/p.stepFLOPs)
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
	if a[elementFLOPs] > 1 {
		return foldedTrips(s, foldChunks(in[0], vectorWords, p.vectors(a, in[0])))
	}
	words := int(p.elementBytes / wordBytes)
	return foldedTrips(s, foldChunks(in[0], vectorWords, func(first int) (word uint32) {
		for i := 0; i < vectorWords/words; i += 2 {
			word ^= p.half(in[0], first/words+i)
		}
		return word
	}))
}

// vectors gives the XOR of the results of the vector that begins at a word of the period.
func (p intensityPath) vectors(a axes, in input) func(first int) uint32 {
	words := int(p.elementBytes / wordBytes)
	end := p.ends(in, int(a[elementFLOPs]/p.stepFLOPs))
	return func(first int) (word uint32) {
		for i := range vectorWords / words {
			word ^= end(first/words + i)
		}
		return word
	}
}
