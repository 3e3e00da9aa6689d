package bench

import (
	"math/rand/v2"

	"ridgeline/cuda"
	"ridgeline/results"
)

// sharedNodes are the words of shared memory that a chain goes through.
const sharedNodes = 1024

// sharedChaseCase asks for the latency of shared memory.
func sharedChaseCase() Case {
	return Case{
		Name:     "chase/shared",
		Family:   "chase",
		Question: "How long does a load from shared memory take?",
		Explanation: "The lanes of one warp on an idle GPU follow one chain of addresses in shared memory: each load gives the " +
			"address of the next, so that nothing overlaps and the time of a launch over its hops is the latency. All lanes " +
			"ask for the same word, which is one pass. The chain is one random cycle through 4 KiB.",
		WorkFormula: "hops = 32 * trips; bytes of shared memory = 128 a hop, and 4096 stored; bytes of DRAM = 4096 read + 128 written; " +
			"no FLOPs; the latency is the time of a launch over its hops",
		Check:   "exact: the number that so many hops of the random cycle lead to, in every lane",
		Symbols: []string{"chase_shared"},
		recipe: recipe{
			from: Standard,
			layout: layout{
				grid:       func(axes) cuda.Dim3 { return cuda.D1(1) },
				block:      warpThreads,
				leastTrips: func(axes, shape) int { return warmHops / tripHops },
			},
			symbol: only("chase_shared"),
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: cycleInput, nodes: sharedNodes} },
				bytes: func(axes, shape) int64 { return sharedNodes * wordBytes },
			}},
			output: func(axes, shape) int64 { return warpThreads * wordBytes },
			args:   inOutTrips,
			expect: func(_ axes, s shape, in []input) expectation {
				node := hopped(in[0].words, s.trips)
				return perThread(s, func(int, int) uint32 { return node })
			},
			work: func(_ axes, s shape) results.Work {
				hops, table := float64(s.trips*tripHops), float64(sharedNodes*wordBytes)
				return results.Work{
					Bytes:          map[string]float64{"shared": hops*warpThreads*wordBytes + table, "dram": table + s.writtenBytes()},
					DependentLoads: hops,
					FootprintBytes: table,
				}
			},
		},
	}
}

// makeCycle is a random cycle of numbers.
func (k inputKey) makeCycle(rng *rand.Rand) input { return ofWords(randomCycle(rng, k.nodes)) }
