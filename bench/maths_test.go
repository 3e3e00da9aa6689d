package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestHalves(t *testing.T) {
	for bits, value := range map[uint16]float64{
		0: 0, 1: 0x1p-24, 0x3ff: 1023 * 0x1p-24, 0x400: 0x1p-14, 0x3c00: 1, 0xbc00: -1, 0x3c01: 1 + 0x1p-10, 0x7bff: 65504, 0xc400: -4,
		halfConstants & 0xffff: -1.556640625, halfConstants >> 16: -1.7080078125,
	} {
		assert.Equal(t, value, halfValue(bits), "%#x", bits)
	}
	for bits := range uint32(1 << 16) {
		if bits&0x7c00 != 0x7c00 {
			require.Equal(t, uint16(bits), roundToHalf(halfValue(uint16(bits))), "%#x", bits)
		}
	}
	assert.Equal(t, uint16(0x3c00), roundToHalf(1+0x1p-11), "a tie to even")
	assert.Equal(t, uint16(0x3c02), roundToHalf(1+3*0x1p-11), "a tie to even, upwards")
	assert.Equal(t, uint16(0x4000), roundToHalf(2-0x1p-12), "a carry")
}

// A half is rounded to the nearest: no other is nearer.
func TestRoundToHalfIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-60000, 60000).Draw(t, "x") * math.Ldexp(1, -rapid.IntRange(0, 40).Draw(t, "scale"))
		h := roundToHalf(x)
		off := math.Abs(halfValue(h) - x)
		for _, other := range []uint16{h - 1, h + 1} {
			if h&0x7fff != 0 {
				assert.LessOrEqual(t, off, math.Abs(halfValue(other)-x))
			}
		}
	})
}

func TestAffinePower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, steps := rapid.Uint32().Draw(t, "x"), rapid.IntRange(0, 200).Draw(t, "steps")
		want := x
		for range steps {
			want = multiplier*want + increment
		}
		a, c := affinePower(multiplier, increment, steps)
		assert.Equal(t, want, a*x+c)
	})
}

// The chains of halves stay small and run in circles of the lengths that make a
// step too few be seen.
func TestHalfChains(t *testing.T) {
	for constant, length := range map[uint16]int{halfConstants & 0xffff: 147, halfConstants >> 16: 106} {
		table := squareTable(half16(), constant)
		x := roundToHalf(0.3)
		for range 10_000 {
			x = table[x]
			require.LessOrEqual(t, math.Abs(halfValue(x)), 1.71)
		}
		at, steps := table[x], 1
		for ; at != x; steps++ {
			at = table[at]
		}
		assert.Equal(t, length, steps)
	}
}

// A chain of nodes goes through all of them, and the addresses are theirs.
func TestNodesAreOneCycle(t *testing.T) {
	in := inputKey{kind: nodesInput, nodes: 1000, base: 1 << 20, seed: 5}.make()
	seen, node := map[uint32]bool{}, uint32(0)
	for range 1000 {
		assert.False(t, seen[node])
		seen[node] = true
		at := binary.LittleEndian.Uint64(in.raw[node*nodeBytes:])
		node = in.next[node]
		assert.Equal(t, uint64(1<<20+node*128), at)
	}
	assert.Zero(t, node)
}

// A product is what the elements in the buffers make of it.
func TestProduct(t *testing.T) {
	const rows, depth, columns = 7, 40, 9
	for kind, read := range map[inputKind]func(raw []byte, i int) float64{
		floatMatrixInput: func(raw []byte, i int) float64 {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
		},
		halfMatrixInput: func(raw []byte, i int) float64 { return halfValue(binary.LittleEndian.Uint16(raw[2*i:])) },
	} {
		a := inputKey{kind: kind, size: matrixSize{rows, depth, false}}.make()
		b := inputKey{kind: kind, place: 1, size: matrixSize{depth, columns, true}}.make()
		elements, different := product(a.matrix, b.matrix), map[float64]bool{}
		for r := range rows {
			for c := range columns {
				sum := 0.0
				for k := range depth {
					x, y := read(a.raw, r*depth+k), read(b.raw, k*columns+c)
					assert.True(t, x >= -16 && x < 16)
					sum += x * y
					different[x] = true
				}
				assert.Equal(t, float32(sum), math.Float32frombits(elements[a.matrix.index[r]][b.matrix.index[c]]))
			}
		}
		assert.Len(t, different, 32)
	}
}

// The passes that the formula gives are those of 32 lanes on 32 banks, taken in
// the groups in which wide loads are served.
func TestBankPasses(t *testing.T) {
	for _, bits := range []int64{32, 64, 128} {
		words := int(bits / 32)
		for stride := 1; stride <= 33; stride++ {
			want := 0
			for group := range words {
				banks := map[int]map[int]bool{}
				for lane := group * 32 / words; lane < (group+1)*32/words; lane++ {
					for w := range words {
						word := lane*stride*words + w
						if banks[word%32] == nil {
							banks[word%32] = map[int]bool{}
						}
						banks[word%32][word] = true
					}
				}
				most := 0
				for _, different := range banks {
					most = max(most, len(different))
				}
				want += most
			}
			passes, fewest := bankPasses(axes{bitsAxis: bits, strideAxis: int64(stride)})
			assert.Equal(t, int64(want), passes, "%d bit, stride %d", bits, stride)
			assert.Equal(t, int64(words), fewest)
		}
	}
}

// What a thread reads at a stride is right word by word, whatever the period.
func TestFoldElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ stride, offset int }{{1, 0}, {3, 0}, {8, 0}, {33, 0}, {1, 5}} {
		s := shape{grid: 5, trips: 3}
		in := inputKey{kind: wordsInput, chunks: period(s.grid*c.stride, s.trips)}.make()
		got := foldedTrips(s, foldElements(in, c.stride, c.offset))
		for range 20 {
			b, thread := rng.IntN(s.grid), rng.IntN(blockThreads)
			var want uint32
			for k := range s.trips {
				for u := range 8 {
					e := (b+k*s.grid)*2048 + u*256 + thread
					want ^= in.words[(e*c.stride+c.offset)%len(in.words)]
				}
			}
			assert.Equal(t, want, words(got, b)[thread], "%+v", c)
		}
	}
}
