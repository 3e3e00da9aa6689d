package bench

import (
	"fmt"

	"ridgeline/results"
)

const (
	bitsAxis = "bits"
	// bankPhases is after how many trips a thread reads the same elements again.
	bankPhases = 8
)

// bankCases are the cases that ask what shared memory pays for conflicts.
func bankCases() []Case {
	strides := make([]int64, 33)
	for i := range strides {
		strides[i] = int64(i + 1)
	}
	return []Case{matrixBankCase(), {
		Name:     "bank/read",
		Family:   "bank",
		Question: "What does a load from shared memory cost whose lanes meet in one bank, and how fast is one without conflicts?",
		Explanation: "Shared memory has 32 banks of 4 bytes, and a bank gives one word a cycle. Each lane loads an element " +
			"of 4, 8 or 16 bytes, and those of neighbours lie stride elements apart: a warp then takes gcd(stride, 32) " +
			"passes at 4 bytes, and at 8 and 16 bytes two and four passes as the least, for each half and quarter of the " +
			"warp by itself. An odd stride never conflicts, which is why a row of 33 words is faster than one of 32. What " +
			"is loaded goes into a hash that is stored and compared. Without conflicts this is the ceiling of shared memory.",
		Axes: []Axis{
			{Name: bitsAxis, Unit: "bit", Values: []int64{32, 64, 128}, Meaning: "size of the element that a lane loads"},
			{Name: strideAxis, Unit: "elements", Values: strides, Meaning: "elements from one lane's to the next lane's"},
		},
		WorkFormula: "useful bytes of shared memory = grid * trips * 16384 loaded, and a tile of 4608, 8704 or 16896 bytes a " +
			"block stored; passes of a load = gcd(stride, 32), 2 * gcd(stride, 16), 4 * gcd(stride, 8); bytes of DRAM = the " +
			"tile + grid * 256 * 4 written; no FLOPs",
		Check:   "exact: every thread's hash y = 5 * y + x of the XOR x of its loads in each trip, on random words",
		Symbols: []string{"bank_read_b32", "bank_read_b64", "bank_read_b128"},
		recipe: recipe{
			from: Quick,
			thin: map[Preset][]span{
				Quick:    {{bitsAxis: {128}, strideAxis: {1}}, {bitsAxis: {32}, strideAxis: {32}}},
				Standard: {{strideAxis: {1, 2, 4, 8, 16, 32, 33}}},
			},
			symbol: func(a axes) string { return fmt.Sprintf("bank_read_b%d", a[bitsAxis]) },
			layout: layout{slowdown: func(a axes) float64 {
				passes, fewest := bankPasses(a)
				return float64(passes) / float64(fewest)
			}},
			inputs: []feed{{
				key:   func(axes, shape) inputKey { return inputKey{kind: wordsInput, chunks: minPeriodChunks} },
				bytes: func(a axes, _ shape) int64 { return tileBytes(a) },
			}},
			output: perThreadOutput,
			args:   strideArgs(strideAxis),
			expect: expectBank,
			work:   bankWork,
		},
	}}
}

// bankVectors is how many elements a thread loads in a trip: 64 bytes.
func bankVectors(a axes) int64 { return 512 / a[bitsAxis] }

// tileBytes is the shared memory of a block.
func tileBytes(a axes) int64 { return (1024 + 8*bankVectors(a)) * a[bitsAxis] / 8 }

// bankPasses are the passes of a load of a warp, and the fewest that there can
// be.
func bankPasses(a axes) (passes, fewest int64) {
	fewest = a[bitsAxis] / 32
	return fewest * int64(gcd(int(a[strideAxis]), int(32/fewest))), fewest
}

func bankWork(a axes, s shape) results.Work {
	tile, grid := float64(tileBytes(a)), float64(s.grid)
	w := results.Work{
		Bytes: map[string]float64{
			"shared": float64(s.chunkedBytes()) + tile*grid,
			"dram":   tile + s.writtenBytes(),
		},
		FootprintBytes: tile + s.writtenBytes(),
	}
	if passes, fewest := bankPasses(a); passes == fewest {
		w.Measures = "level:shared"
	}
	return w
}

// expectBank unrolls y = 5*y + x from y = gid: after n trips y is 5^n*gid and a
// sum that depends on the thread alone, not on its block.
func expectBank(a axes, s shape, in []input) expectation {
	loads := bankLoads(a, in[0])
	var sums [blockThreads]uint32
	for trip := range s.trips {
		hashTrip(sums[:], loads[trip%bankPhases][:])
	}
	return perThread(s, func(block, thread int) uint32 { return hashed(s, block, thread, sums[thread]) })
}

// bankLoads is the XOR of all that each thread loads in a trip, by trip modulo
// bankPhases.
func bankLoads(a axes, in input) (loads [bankPhases][blockThreads]uint32) {
	words, vectors := int(a[bitsAxis]/32), int(bankVectors(a))
	for trip := range loads {
		for t := range blockThreads {
			lane, warp := t%warpThreads, t/warpThreads
			first := (lane*int(a[strideAxis]) + (warp+trip)%8*vectors) * words
			for _, w := range in.words[first : first+vectors*words] {
				loads[trip][t] ^= w
			}
		}
	}
	return loads
}
