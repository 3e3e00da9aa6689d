package bench

import (
	"encoding/binary"
	"iter"
	"math/rand/v2"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	footprintAxis = "footprint_kib"
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
	return []Case{
		chaseCase("ca", "l1", "that asks L1 and what is behind it",
			"Up to the size of L1 the answer comes from there, up to that of L2 from L2, then from DRAM."),
		chaseCase("cg", "l2", "that passes L1 by",
			"The loads pass L1 by, so that footprints up to that of L2 are answered by L2, larger ones by DRAM."),
	}
}

func chaseCase(name, level, way, steps string) Case {
	symbol := "chase_" + name
	return Case{
		Name:     "chase/" + name,
		Family:   "chase",
		Question: "How long does a load take " + way + "?",
		Explanation: "One thread on an idle GPU follows a chain of addresses: each load gives the address of the next, so " +
			"that nothing overlaps and the time of a launch over its hops is the latency. The nodes lie 128 bytes apart, a " +
			"line each, in one random cycle through all of them, which no prefetcher guesses. " + steps + " The chain goes " +
			"round several times in a launch, unless it is large, and the steps of the latency over the footprint are the " +
			"sizes of the caches. The point is far below every roof: one load in flight is what latency-bound means.",
		Axes: []Axis{{
			Name: footprintAxis, Unit: "KiB", Values: []int64{16, 64, 128, 256, 512, 1024, 4096, 16384, 65536, 262144},
			Meaning: "size of the buffer that the chain goes through, 128 bytes a node",
		}},
		WorkFormula: "hops = 32 * trips; bytes = 32 a hop at " + level + ", and of DRAM 32 for each node that is met, once; no " +
			"FLOPs; the latency is the time of a launch over its hops",
		Check:   "exact: the address of the node that so many hops of the random cycle lead to",
		Symbols: []string{symbol},
		recipe: recipe{
			from: Standard,
			thin: map[Preset][]span{Standard: {{footprintAxis: {16, 1024, 65536}}}},
			layout: layout{
				grid:       func(axes) cuda.Dim3 { return cuda.D1(1) },
				block:      1,
				leastTrips: func(a axes) int { return (leastHops(a) + tripHops - 1) / tripHops },
			},
			symbol: only(symbol),
			inputs: []feed{
				{
					key:   func(a axes, _ shape) inputKey { return inputKey{kind: nodesInput, nodes: nodes(a)} },
					bytes: func(a axes, _ shape) int64 { return int64(nodes(a)) * nodeBytes },
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
				met := float64(min(hops, nodes(a)) * nodeSector)
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
func leastHops(a axes) int { return max(nodes(a), min(warmPasses*nodes(a), warmHops)) }

// makeNodes lays a random cycle through all nodes (Sattolo's shuffle) into the
// buffer, as the addresses in its first 8 bytes of every line.
func (k inputKey) makeNodes(rng *rand.Rand) input {
	in := input{base: k.base, next: make([]uint32, k.nodes), raw: make([]byte, k.nodes*nodeBytes)}
	for i := range in.next {
		in.next[i] = uint32(i)
	}
	for i := k.nodes - 1; i > 0; i-- {
		j := rng.IntN(i)
		in.next[i], in.next[j] = in.next[j], in.next[i]
	}
	for i, next := range in.next {
		binary.LittleEndian.PutUint64(in.raw[i*nodeBytes:], uint64(in.address(next)))
	}
	return in
}

// address is where a node lies.
func (in input) address(node uint32) cuda.Ptr { return in.base + cuda.Ptr(node)*nodeBytes }

// expectChase follows the chain from its first node.
func expectChase(_ axes, s shape, in []input) expectation {
	node := uint32(0)
	for range s.trips * tripHops % len(in[0].next) {
		node = in[0].next[node]
	}
	want := binary.LittleEndian.AppendUint64(nil, uint64(in[0].address(node)))
	return expectation{
		outputs: int64(len(want) / wordBytes),
		block: func(int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) { yield(0, want) }
		},
	}
}
