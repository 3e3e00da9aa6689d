package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"ridgeline/results"
)

func TestSpread(t *testing.T) {
	for name, test := range map[string]struct{ heights, want []vg.Length }{
		"apart already":      {[]vg.Length{50, 30, 10}, []vg.Length{50, 30, 10}},
		"two at one height":  {[]vg.Length{50, 50}, []vg.Length{55, 45}},
		"pushed into a next": {[]vg.Length{50, 50, 38}, []vg.Length{56, 46, 36}},
		"none":               {nil, []vg.Length{}},
	} {
		assert.Equal(t, test.want, spread(test.heights, 10), name)
	}
}

func TestSpreadKeepsTheStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, heights := 500.0, []vg.Length{}
		for range rapid.IntRange(0, 8).Draw(t, "names") {
			y -= rapid.Float64Range(0, 30).Draw(t, "gap")
			heights = append(heights, vg.Length(y))
		}
		apart := spread(heights, 11)
		for i := 1; i < len(apart); i++ {
			assert.GreaterOrEqual(t, float64(apart[i-1]-apart[i]), 11-1e-9)
		}
	})
}

// Every roof is named however many there are.
func TestManyRoofsAreNamed(t *testing.T) {
	svg := string(drawn(t, suiteDocument(t, results.Simulated, 0)))
	for _, name := range []string{"fp32", "fp64", "fp16x2", "int32", "tc.fp16.fp32", "tc.fp16.fp16", "dram", "l2", "l1", "shared"} {
		assert.Contains(t, svg, ">"+name+"  ", name)
	}
	assert.Contains(t, svg, ">Performance (TFLOP/s or TOP/s)</text>")
	assert.Contains(t, svg, ">SIMULATED</text>")
}
