package bench

import (
	"encoding/binary"
	"iter"
	"math/rand/v2"

	"ridgeline/cuda"
	"ridgeline/results"
	"ridgeline/roofline"
)

const (
	footprintAxis = roofline.FootprintAxis
	nodeBytes     = 128 // a line
	nodeSector    = 32  // what a load of a node moves
	tripHops      = 32
	// warmPasses is how many times a short chain goes round, so that the first
	// time, which fills L1, does not weigh. L2 still has the chain from the launch
	// before.
	warmPasses = 512
	// warmHops is enough for a longer one.
	warmHops = 1 << 18
)

// chaseCases are the cases that ask how long a load takes.
func chaseCases() []Case {
	return append(chaseLevels(), sharedChaseCase(),
		chaseSweep("ca", "l1", "that asks L1 and what is behind it",
			"Up to the size of L1 the answer comes from there, up to that of L2 from L2, then from DRAM."),
		chaseSweep("cg", "l2", "that passes L1 by",
			"The loads pass L1 by, so that footprints up to that of L2 are answered by L2, larger ones by DRAM."),
	)
}

// chaseSweep goes through the sizes of the chain.
func chaseSweep(name, level, way, steps string) Case {
	c := chaseCase("chase_"+name, level, func(a axes, _ shape) int { return nodes(a) })
	c.Name, c.Question = "chase/"+name, "How long does a load take "+way+"?"
	c.Explanation = c.Explanation + steps + " The chain goes round several times in a launch, unless it is large, and the steps of the latency " +
		"over the footprint are the sizes of the caches; the preset full halves the gap around each until it is 2 % wide. " +
		"The point is far below every roof: one load in flight is what latency-bound means."
	c.Axes = []Axis{{
		Name: footprintAxis, Unit: "KiB", Values: []int64{16, 64, 128, 256, 512, 1024, 4096, 16384, 65536, 262144},
		Meaning: "size of the buffer that the chain goes through, 128 bytes a node",
	}}
	c.recipe.thin = map[Preset][]span{Standard: {{footprintAxis: {16, 1024, 65536}}}}
	c.recipe.refined = true
	return c
}

// chaseLevels are the levels by their names, each with a chain that it surely
// answers.
func chaseLevels() []Case {
	fixed := func(kib int64) func(axes, shape) int {
		return func(axes, shape) int { return nodes(axes{footprintAxis: kib}) }
	}
	level := func(name, symbol, bytesAt, where string, nodes func(axes, shape) int) Case {
		c := chaseCase(symbol, bytesAt, nodes)
		c.Name, c.Question = "chase/"+name, "How long does a load take that "+where+" answers?"
		return c
	}
	l1 := level("l1", "chase_ca", "l1", "L1", fixed(16))
	l1.Explanation += "The chain is 16 KiB, which every L1 holds, and goes round many times."
	l2 := level("l2", "chase_cg", "l2", "L2", fixed(1024))
	l2.Explanation += "The chain is 1 MiB, which every L2 holds, and its loads pass L1 by."
	dram := level("dram", "chase_cg", "l2", "DRAM", func(_ axes, s shape) int { return int(s.setBytes() / nodeBytes) })
	dram.Explanation += "The chain is twice as long as L2, and comes back to a node only when it has been through all others, so that a cache " +
		"that gives up the oldest has none of it. A cache that does not may answer some of the loads."
	dram.recipe.layout.partOfL2 = 2
	return []Case{l1, l2, dram}
}

// chaseCase is a chain of so many nodes.
func chaseCase(symbol, level string, nodes func(axes, shape) int) Case {
	return Case{
		Family: "chase",
		Explanation: "One thread on an idle GPU follows a chain of addresses: each load gives the address of the next, so " +
			"that nothing overlaps and the time of a launch over its hops is the latency. The nodes lie 128 bytes apart, a " +
			"line each, in one random cycle through all of them, which no prefetcher guesses. ",
		WorkFormula: "hops = 32 * trips; bytes = 32 a hop at " + level + ", and of DRAM 32 for each node that is met, once; no " +
			"FLOPs; the latency is the time of a launch over its hops",
		Check:   "exact: the address of the node that so many hops of the random cycle lead to",
		Symbols: []string{symbol},
		recipe: recipe{
			from: Standard,
			layout: layout{
				grid:       func(axes) cuda.Dim3 { return cuda.D1(1) },
				block:      1,
				leastTrips: func(a axes, s shape) int { return (leastHops(nodes(a, s)) + tripHops - 1) / tripHops },
			},
			symbol: only(symbol),
			inputs: []feed{
				{
					key:   func(a axes, s shape) inputKey { return inputKey{kind: nodesInput, nodes: nodes(a, s)} },
					bytes: func(a axes, s shape) int64 { return int64(nodes(a, s)) * nodeBytes },
				}, {
					key:   func(axes, shape) inputKey { return inputKey{kind: startInput} },
					bytes: func(axes, shape) int64 { return 8 },
				},
			},
			output: func(axes, shape) int64 { return 8 },
			args: func(_ axes, s shape, in []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(in[1]), cuda.ArgPtr(out), cuda.ArgU32(uint32(s.trips))}
			},
			expect: expectChase,
			work: func(a axes, s shape) results.Work {
				hops := s.trips * tripHops
				met := float64(min(hops, nodes(a, s)) * nodeSector)
				return results.Work{
					Bytes:          map[string]float64{level: float64(hops * nodeSector), "dram": met},
					DependentLoads: float64(hops),
					FootprintBytes: met,
				}
			},
		},
	}
}

func nodes(a axes) int { return int(a[footprintAxis]) << 10 / nodeBytes }

// leastHops goes round the chain once, and as often as it takes for the caches
// to be warm.
func leastHops(nodes int) int { return max(nodes, min(warmPasses*nodes, warmHops)) }

// makeNodes lays a random cycle through all nodes into the buffer, as the addresses
// in its first 8 bytes of every line.
func (k inputKey) makeNodes(rng *rand.Rand) input {
	in := input{base: k.base, next: randomCycle(rng, k.nodes), raw: make([]byte, k.nodes*nodeBytes)}
	for i, next := range in.next {
		binary.LittleEndian.PutUint64(in.raw[i*nodeBytes:], uint64(in.address(next)))
	}
	return in
}

// randomCycle gives the number after each number on one way through all of them
// (Sattolo's shuffle).
func randomCycle(rng *rand.Rand, nodes int) []uint32 {
	next := make([]uint32, nodes)
	for i := range next {
		next[i] = uint32(i)
	}
	for i := nodes - 1; i > 0; i-- {
		j := rng.IntN(i)
		next[i], next[j] = next[j], next[i]
	}
	return next
}

// address is where a node lies.
func (in input) address(node uint32) cuda.Ptr { return in.base + cuda.Ptr(node)*nodeBytes }

// hopped is where so many trips lead to from node 0 of a cycle.
func hopped(next []uint32, trips int) (node uint32) {
	for range trips * tripHops % len(next) {
		node = next[node]
	}
	return node
}

// expectChase follows the chain from its first node.
func expectChase(_ axes, s shape, in []input) expectation {
	want := binary.LittleEndian.AppendUint64(nil, uint64(in[0].address(hopped(in[0].next, s.trips))))
	return expectation{
		outputs: int64(len(want) / wordBytes),
		block: func(int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) { yield(0, want) }
		},
	}
}
