package bench

import (
	"fmt"
	"math"

	"ridgeline/results"
)

// elementFLOPs is the name of the axis of the intensity sweep: FLOPs on each
// element of 4 bytes, so that the arithmetic intensity is a quarter of it.
const elementFLOPs = "flop_per_element"

// intensityCases are the cases that walk along the roofline.
func intensityCases() []Case {
	return []Case{{
		Name:     "intensity/fp32",
		Family:   "intensity",
		Question: "At how many FLOPs a byte does the bound turn from DRAM to the FP32 pipes?",
		Explanation: "One kernel reads a footprint far above the L2 cache and does F steps of x = x*x + c on each float, with " +
			"F from a half to 1024: 1/4 to 512 FLOP/byte. The loads in flight are the same for every F, because the " +
			"vectors of the next trip are on their way during the arithmetic of this one; else the knee would be rounded " +
			"off and sit too low. Left of the knee the rate grows with the intensity along the memory roof, right of it " +
			"it is flat along the compute roof. Where the two lines cross is a second, independent estimate of the " +
			"ridge. The bits of every result go into the word that is stored and compared.",
		Axes: []Axis{{
			Name: elementFLOPs, Unit: "FLOP", Values: []int64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048},
			Meaning: "FLOPs on each element of 4 bytes: the intensity is a quarter of it, in FLOP/byte",
		}},
		WorkFormula: "FLOPs = flop_per_element * grid * trips * 4096; " +
			"bytes = grid * trips * 16384 read + grid * 256 * 4 written",
		Check:   "exact: every thread's XOR of the bits of its results, on random floats in [-1, 1)",
		Symbols: intensitySymbols(),
		recipe: recipe{
			symbol:      func(a axes) string { return intensitySymbol(a[elementFLOPs]) },
			overCache:   true,
			input:       floatsInput,
			inputBytes:  shape.chunkedBytes,
			outputBytes: shape.threadBytes,
			args:        squareArgs,
			expect:      expectIntensity,
			work:        intensityWork,
		},
	}}
}

// intensitySymbol names the kernel by its FMAs on an element; one FLOP on an
// element is an FMA on every second one.
func intensitySymbol(flops int64) string {
	if flops == 1 {
		return "intensity_fp32_half"
	}
	return fmt.Sprintf("intensity_fp32_f%d", flops/2)
}

func intensitySymbols() []string {
	symbols := []string{intensitySymbol(1)}
	for flops := int64(2); flops <= 2048; flops *= 2 {
		symbols = append(symbols, intensitySymbol(flops))
	}
	return symbols
}

func intensityWork(a axes, s shape) results.Work {
	read := float64(s.chunkedBytes())
	return results.Work{
		Path:           "fp32",
		Operations:     float64(a[elementFLOPs]) * read / wordBytes,
		Bytes:          map[string]float64{"dram": read + float64(s.threadBytes())},
		FootprintBytes: read,
		Measures:       "ridge:fp32:dram",
	}
}

func expectIntensity(a axes, s shape, in input) expectation {
	if a[elementFLOPs] == 1 {
		return foldedTrips(s, foldChunks(in, func(first int) uint32 { return halfVector(in, first) }))
	}
	values := append([]float32(nil), in.pool...)
	squares(values, squareConstant, int(a[elementFLOPs]/2))
	bits := bitsOf(values)
	return foldedTrips(s, foldChunks(in, func(first int) uint32 {
		var word uint32
		for _, j := range in.index[first : first+vectorWords] {
			word ^= bits[j]
		}
		return word
	}))
}

// halfVector is what the kernel with one FMA on two elements makes of a vector.
func halfVector(in input, first int) uint32 {
	x := func(i int) float32 { return in.pool[in.index[first+i]] }
	y0 := fma32(x(0), x(1), squareConstant)
	y1 := fma32(x(2), x(3), squareConstant)
	return math.Float32bits(y0) ^ math.Float32bits(y1)
}
