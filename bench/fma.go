package bench

import (
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

// squareConstant is the c of x = x*x + c. With inputs in [-1, 1] every x stays
// within 1.83, and the orbits are long: 1024 seeds still end on some 900
// different values after a million steps, so that a step too few is seen.
const squareConstant = -1.5

// lowWarps is a warp count at which an SM cannot hide the latency of an FMA: one
// block of 256 threads, two warps a scheduler.
const lowWarps = blockThreads / 32

// fmaCases are the cases that ask how fast the FMA pipes are.
func fmaCases() []Case {
	return []Case{{
		Name:     "fma/fp32",
		Family:   "fma",
		Question: "How many FP32 operations a second can the SMs do, and how much parallelism does that take?",
		Explanation: "Each thread runs independent chains of x = x*x + c in registers; the step is quadratic, so that no " +
			"compiler can fold it. A chain waits for its last result, some four cycles, before it can go on: enough warps " +
			"times chains fill that wait, and the rate is then the pipe's own. Where one block an SM with one chain does " +
			"not fill it (on an SM with 128 lanes it takes 512 FMAs in flight), the rate is what the latency allows: the " +
			"GPU is then fully busy and far below its peak. The bits of every chain go into the word that is stored and compared, so no step can be left out.",
		Axes: []Axis{
			{Name: "chains", Values: []int64{1, 2, 4, 8}, Meaning: "independent chains of FMAs in a thread"},
			{Name: "warps_per_sm", Unit: "warps", Values: []int64{lowWarps, 0},
				Meaning: "warps resident on an SM; 0 is as many as it holds, which measures the ceiling of the path"},
		},
		WorkFormula: "FLOPs = 2 * chains * steps * trips * 256 * grid, with steps = 512, 256, 256, 128 for 1, 2, 4, 8 chains; " +
			"bytes = 4096 of seeds, which stay in cache, + grid * 256 * 4 written",
		Check:   "exact: every thread's XOR of the bits of its chains, on random seeds in [-1, 1)",
		Symbols: []string{"fma_fp32_chains1", "fma_fp32_chains2", "fma_fp32_chains4", "fma_fp32_chains8"},
		recipe: recipe{
			symbol:      func(a axes) string { return fmt.Sprintf("fma_fp32_chains%d", a["chains"]) },
			blocksPerSM: func(a axes) int { return int(a["warps_per_sm"]) * 32 / blockThreads },
			input:       seedsInput,
			inputBytes:  func(shape) int64 { return seedValues * wordBytes },
			outputBytes: shape.threadBytes,
			args:        squareArgs,
			expect:      expectChains,
			work:        chainsWork,
		},
	}}
}

// chainSteps is how many steps each chain does in a trip (kernels/fma/fma.cu).
func chainSteps(chains int64) int {
	switch chains {
	case 1:
		return 512
	case 2, 4:
		return 256
	default:
		return 128
	}
}

func squareArgs(in, out cuda.Ptr, s shape) []cuda.Arg {
	return []cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(squareConstant), cuda.ArgU32(uint32(s.trips))}
}

// chainsWork counts an FMA as 2 FLOPs. Only the words written reach DRAM: the
// table of seeds is 4 KiB.
func chainsWork(a axes, s shape) results.Work {
	steps := float64(chainSteps(a["chains"])) * float64(s.trips)
	bytes := float64(seedValues*wordBytes) + float64(s.threadBytes())
	w := results.Work{
		Path:           "fp32",
		Operations:     2 * float64(a["chains"]) * steps * float64(s.threads()),
		Bytes:          map[string]float64{"dram": bytes},
		FootprintBytes: bytes,
	}
	if a["warps_per_sm"] == 0 {
		w.Measures = "path:fp32"
	}
	return w
}

func expectChains(a axes, s shape, in input) expectation {
	chains := int(a["chains"])
	results := append([]float32(nil), in.pool...)
	squares(results, squareConstant, chainSteps(a["chains"])*s.trips)
	return perThread(s, func(block, thread int) uint32 {
		var word uint32
		first := (block*blockThreads + thread) * chains
		for k := range chains {
			word ^= math.Float32bits(results[(first+k)%seedValues])
		}
		return word
	})
}
