package bench

import (
	"fmt"
	"iter"
	"math"
	"math/bits"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	sharersAxis = "threads_per_word"
	apartAxis   = "bytes_apart"

	// tripAtomics are the operations of a thread in a trip.
	tripAtomics = 16
)

// atomicOperation is one of the things that the kernels do to a word.
type atomicOperation struct {
	name, what string
	// sum is what a word holds in the end, its bits, after so many operations of
	// each of the threads from this one on; word is its number.
	sum func(word, thread, threads, operations int) uint32
	// standard is how many threads share a word in the preset of that name.
	standard []int64
}

func atomicOperations() []atomicOperation {
	return []atomicOperation{
		{"add", "adds a number of its own, and asks for no old value (red)", addedNumbers, []int64{1, 32}},
		{"add_returned", "adds a number of its own, and gets the old value (atom)", addedNumbers, []int64{1}},
		{"add_f32", "adds a float, 1 to 4, and asks for no old value (red)", addedFloats, []int64{1}},
		{"cas", "swaps the word for the next number of a sequence, if it holds the one before", swappedNumbers, []int64{1}},
	}
}

// atomicsCases are the cases that ask what atomic operations cost.
func atomicsCases() []Case {
	var cases []Case
	for _, op := range atomicOperations() {
		cases = append(cases, globalAtomics(op), sharedAtomics(op))
	}
	return cases
}

// atomicsCase is what the cases of the family have in common.
func atomicsCase(space string, op atomicOperation, c Case) Case {
	symbol := fmt.Sprintf("atomics_%s_%s", space, op.name)
	c.Name, c.Family, c.Symbols = "atomics/"+space+"_"+op.name, "atomics", []string{symbol}
	c.Axes = append([]Axis{{Name: sharersAxis, Unit: "threads", Values: []int64{1, 32, 256},
		Meaning: "threads that go to one word: each to its own, those of a warp, or those of a block"}}, c.Axes...)
	c.Check = "exact: every word, whatever the order of the operations"
	c.recipe.from, c.recipe.symbol, c.recipe.pattern = Standard, only(symbol), "iota"
	return c
}

func globalAtomics(op atomicOperation) Case {
	return atomicsCase("global", op, Case{
		Question: "How many atomic operations a second does the GPU do on global memory, and what if threads meet in a word?",
		Explanation: "Each thread " + op.what + ", again and again on the same word; nothing else is in the loop. The words " +
			"stay in L2, where the operations take place. Threads that share a word wait for each other, and a warp whose " +
			"words lie 32 bytes apart touches 32 sectors instead of 4. How many share a word is an argument: the same code " +
			"runs at all of them, and the compiler cannot add up for a warp. Every word is compared in the end.",
		Axes: []Axis{{Name: apartAxis, Unit: "B", Values: []int64{4, 32}, Meaning: "from one word to the next"}},
		WorkFormula: "operations = grid * 256 * 16 * trips, of 4 bytes; bytes of L2 = 32 for each sector of a request, 4 or 32 where " +
			"each thread has its own word, 4 or 32 bytes apart, else 1; no FLOPs on a path",
		recipe: recipe{
			thin:   map[Preset][]span{Standard: {{apartAxis: {4}, sharersAxis: op.standard}}},
			layout: layout{oneWave: always},
			output: func(a axes, s shape) int64 { return int64(s.grid) * wordsOf(a) * a[apartAxis] },
			args: func(a axes, s shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(shiftOf(a)), cuda.ArgU32(uint32(a[apartAxis] / wordBytes)),
					cuda.ArgU32(0), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(a axes, s shape, _ []input) expectation { return expectAtomics(op, a, s, int(a[apartAxis])) },
			work: func(a axes, s shape) results.Work {
				written := float64(s.grid) * float64(wordsOf(a)*a[apartAxis])
				l2 := float64(atomicsOf(s)) / warpThreads * float64(atomicSectors(a)) * sectorBytes
				return results.Work{Bytes: map[string]float64{"l2": l2, "dram": written}, FootprintBytes: written,
					OtherLimit: "atomic operations in L2"}
			},
		},
	})
}

func sharedAtomics(op atomicOperation) Case {
	return atomicsCase("shared", op, Case{
		Question: "How many atomic operations a cycle does an SM do on its shared memory, and what if threads meet in a word?",
		Explanation: "Each thread " + op.what + ", again and again on the same word of shared memory; nothing else is in the " +
			"loop. Words of their own lie side by side, so that no two lanes meet in a bank; a warp that shares one takes 32 " +
			"passes. Shared memory adds integers and swaps, but no floats: for these the machine loads, adds and swaps until no " +
			"lane has come between, which the virtual GPU does not know. Every word is compared in the end.",
		WorkFormula: "operations = grid * 256 * 16 * trips, of 4 bytes of shared memory each; bytes of DRAM = 4 for each word " +
			"of a block; no FLOPs on a path",
		recipe: recipe{
			thin:   map[Preset][]span{Standard: {{sharersAxis: op.standard}}},
			layout: layout{oneWave: always},
			output: func(a axes, s shape) int64 { return int64(s.grid) * wordsOf(a) * wordBytes },
			args: func(a axes, s shape, _ []cuda.Ptr, out cuda.Ptr) []cuda.Arg {
				return []cuda.Arg{cuda.ArgPtr(out), cuda.ArgU32(shiftOf(a)), cuda.ArgU32(0), cuda.ArgU32(uint32(s.trips))}
			},
			expect: func(a axes, s shape, _ []input) expectation { return expectAtomics(op, a, s, wordBytes) },
			work: func(a axes, s shape) results.Work {
				words := float64(s.grid) * float64(wordsOf(a)) * wordBytes
				shared := float64(atomicsOf(s))*wordBytes + 2*words
				return results.Work{Bytes: map[string]float64{"shared": shared, "dram": words}, FootprintBytes: words}
			},
		},
	})
}

// wordsOf are the words of a block, and shiftOf the logarithm of the threads that
// share one.
func wordsOf(a axes) int64  { return blockThreads / a[sharersAxis] }
func shiftOf(a axes) uint32 { return uint32(bits.Len64(uint64(a[sharersAxis])) - 1) }

// atomicsOf are the operations of a launch.
func atomicsOf(s shape) int64 { return s.allThreads() * tripAtomics * int64(s.trips) }

// atomicSectors are those of a request of a warp.
func atomicSectors(a axes) int64 {
	if a[sharersAxis] > 1 {
		return 1
	}
	return warpThreads * a[apartAxis] / sectorBytes
}

// expectAtomics expects a word of a block every so many bytes, and between them the
// output as it was.
func expectAtomics(op atomicOperation, a axes, s shape, apart int) expectation {
	words, sharers := int(wordsOf(a)), int(a[sharersAxis])
	return expectation{
		outputs: int64(s.grid) * int64(words*apart/wordBytes),
		block: func(b int) iter.Seq2[int64, []byte] {
			return func(yield func(int64, []byte) bool) {
				want := make([]byte, 0, words*apart)
				for i := b * words; i < (b+1)*words; i++ {
					want = appendWords(want, op.sum(i, i*sharers, sharers, tripAtomics*s.trips))
					for len(want)%apart != 0 {
						want = appendWords(want, poison)
					}
				}
				yield(int64(b)*int64(words*apart), want)
			}
		},
	}
}

// addedNumbers begins with the number of the word; a thread adds twice its number
// and one.
func addedNumbers(word, thread, threads, operations int) uint32 {
	sum := uint32(0)
	for t := thread; t < thread+threads; t++ {
		sum += uint32(2*t + 1)
	}
	return uint32(word) + uint32(operations)*sum
}

// addedFloats are whole numbers that floats hold exactly, below 2^24.
func addedFloats(_, thread, threads, operations int) uint32 {
	sum := 0
	for t := thread; t < thread+threads; t++ {
		sum += t%4 + 1
	}
	return math.Float32bits(float32(sum * operations))
}

// swappedNumbers is where the sequence has come to, however many go along it.
func swappedNumbers(word, _, _, operations int) uint32 {
	x := uint32(word)
	for range operations {
		x = x*multiplier + increment
	}
	return x
}
