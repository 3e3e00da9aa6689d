package roofline

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const kib = 1024.0

// steps are points of sizes in KiB and latencies, with an interval of plus and
// minus a part.
func steps(width float64, sizeAndLatency ...float64) []Step {
	var list []Step
	for i := 0; i < len(sizeAndLatency); i += 2 {
		l := sizeAndLatency[i+1]
		list = append(list, Step{sizeAndLatency[i] * kib, Quantity{l, l * (1 - width), l * (1 + width), "s"}})
	}
	return list
}

func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		steps []Step
		want  [][3]float64 // estimate, low, high in KiB
	}{
		"none":             {nil, nil},
		"one point":        {steps(0, 16, 30), nil},
		"a flat sweep":     {steps(0.001, 16, 30, 64, 30.1, 256, 29.9, 1024, 30), nil},
		"a sharp edge":     {steps(0.001, 16, 30, 96, 30, 98, 240, 1024, 240), [][3]float64{{96 * math.Pow(98.0/96, 0.1), 96, 98}}},
		"in any order":     {steps(0.001, 1024, 240, 96, 30, 16, 30, 98, 240), [][3]float64{{96 * math.Pow(98.0/96, 0.1), 96, 98}}},
		"two":              {steps(0.001, 16, 30, 96, 30, 98, 240, 1000, 240, 1020, 500, 4096, 500), [][3]float64{{96 * math.Pow(98.0/96, 0.1), 96, 98}, {1000 * math.Pow(1.02, 0.1), 1000, 1020}}},
		"a soft edge":      {steps(0.001, 64, 30, 90, 30, 95, 45, 100, 60, 105, 90, 110, 120, 256, 120), [][3]float64{{90 * math.Pow(95.0/90, 0.6), 90, 110}}},
		"a step too small": {steps(0.001, 16, 30, 96, 30, 98, 33, 1024, 33), nil},
		"within the error": {steps(0.5, 16, 30, 96, 30, 98, 60, 1024, 60), nil},
		"a fall":           {steps(0.001, 16, 60, 96, 60, 98, 30, 1024, 30), nil},
	} {
		t.Run(name, func(t *testing.T) {
			edges := Edges(c.steps)
			require.Len(t, edges, len(c.want))
			for i, want := range c.want {
				b := edges[i].Bytes
				assert.InDeltaSlice(t, want[:], []float64{b.Median / kib, b.Low / kib, b.High / kib}, 0.01)
				assert.GreaterOrEqual(t, edges[i].Z, edges[i].Needed)
			}
		})
	}
	sharp := Edges(steps(0, 16, 30, 96, 30, 98, 240, 1024, 240))[0]
	assert.InDelta(t, 8, sharp.Effect, 1e-12)
	assert.Equal(t, [2]float64{96 * kib, 98 * kib}, sharp.Between)
}

// The estimate lies between its two points, and they within its interval.
func TestEdgesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Step
		for i := range rapid.IntRange(2, 12).Draw(t, "points") {
			l := rapid.Float64Range(1, 1000).Draw(t, "latency")
			list = append(list, Step{float64(1 + i), Quantity{l, l, l, "s"}})
		}
		for _, e := range Edges(list) {
			at := []float64{e.Bytes.Low, e.Between[0], e.Bytes.Median, e.Between[1], e.Bytes.High}
			assert.IsNonDecreasing(t, at)
		}
	})
}

// Of sweeps without an edge, with an error as told, one in twenty may show one.
func TestEdgesOfNoise(t *testing.T) {
	const sweeps, sigma = 2000, 0.10
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range sweeps {
		var list []Step
		for i := range 10 {
			l := math.Exp(sigma * rng.NormFloat64())
			half := math.Exp(normal95 * sigma)
			list = append(list, Step{math.Pow(2, float64(i)), Quantity{l, l / half, l * half, "s"}})
		}
		found += len(Edges(list))
	}
	assert.Less(t, float64(found)/sweeps, edgeChance)
}
