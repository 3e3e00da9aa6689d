package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/results"
	"ridgeline/roofline"
)

func TestTicks(t *testing.T) {
	for name, test := range map[string]struct {
		scale scale
		want  []float64
	}{
		"linear":         {scale{max: 26}.rounded(), []float64{0, 10, 20, 30}},
		"decades":        {scale{min: 400, max: 12600, base: 10}, []float64{500, 1000, 2000, 5000, 10000}},
		"many decades":   {scale{min: 3, max: 20000, base: 10}, []float64{10, 100, 1000, 10000}},
		"few values":     {scale{min: 1, max: 8, base: 2, values: []float64{1, 2, 4, 8}}, []float64{1, 2, 4, 8}},
		"thinned":        {scale{min: 1, max: 512, base: 2, values: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}}, []float64{1, 4, 16, 64, 256}},
		"strides 0 - 33": {scale{min: 0, max: 33, values: make([]float64, 34)}, []float64{0, 10, 20, 30}},
	} {
		assert.InDeltaSlice(t, test.want, test.scale.ticks(), 1e-9, name)
	}
	assert.Equal(t, "0.3", plain(0.1+0.2))
	assert.Equal(t, "10000", plain(1e4))
	assert.Equal(t, "512 MiB", axisValue("footprint_bytes", 512<<20))
	assert.Equal(t, "64 MiB", axisValue("footprint_kib", 64<<10))
	assert.Equal(t, "footprint", axisLabel("footprint_kib"))
	assert.Equal(t, "512", axisValue("live", 512))
}

// Whatever the values are, a scale puts them in order between 0 and 1.
func TestPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(1e-3, 1e6).Draw(t, "low")
		high := low * rapid.Float64Range(1, 1e6).Draw(t, "ratio")
		for _, base := range []float64{0, 10} {
			s := scale{min: low, max: high, base: base}.rounded()
			a, b := s.place(low), s.place(high)
			assert.GreaterOrEqual(t, a, 0.0)
			assert.LessOrEqual(t, a, b)
			assert.LessOrEqual(t, b, 1.0)
			assert.LessOrEqual(t, len(s.ticks()), 12)
		}
	})
}

// The charts show what each family is about.
func TestChartsOfTheFamilies(t *testing.T) {
	doc := suiteDocument(t, results.Simulated, 0)
	list, compared := charts(doc, roofline.Derive(doc).Points)
	labels := map[string]string{}
	for _, c := range list {
		labels[c.Title] = c.YLabel + " over " + c.XLabel
	}
	assert.Equal(t, map[string]string{
		"stream": "Rate (GB/s) over bytes per lane", "stride/read": "Useful bytes (GB/s) over stride", "stride/offset": "Rate (GB/s) over offset",
		"bank/read": "Rate (GB/s) over stride", "chase": "Latency of a load (clk) over footprint", "spill/fp32": "Rate (TFLOP/s) over live",
		"fma/fp32": "Rate (TFLOP/s) over chains", "fma/fp64": "Rate (TFLOP/s) over chains", "fma/fp16x2": "Rate (TFLOP/s) over chains",
		"fma/int32": "Rate (TOP/s) over chains",
	}, labels)
	require.Len(t, compared, 3, "stream, bank and gemm have cases without a sweep")
	assert.Equal(t, "gemm", compared[2].Title)
	assert.InEpsilon(t, 100, compared[2].Rows[6].Percent, 1e-9)
}

// A long sweep keeps its ends, its powers of two and what changes.
func TestCondensed(t *testing.T) {
	var points []roofline.Point
	for stride := range int64(34) {
		points = append(points, roofline.Point{Case: "bank/read", Axes: map[string]int64{"stride": stride}, Rate: 1 / bankPasses(stride, 1)})
	}
	list := sweeps(points)
	require.Len(t, list, 1)
	var kept []int64
	for _, p := range list[0].condensed() {
		kept = append(kept, p.Axes["stride"])
	}
	assert.Equal(t, []int64{0, 1, 2, 4, 8, 16, 32, 33}, kept)
	for i := range points {
		points[i].Rate = 1
	}
	assert.Len(t, sweeps(points)[0].condensed(), 2, "a plateau has two ends")
	assert.Len(t, sweeps(points[:12])[0].condensed(), 12, "a short sweep stays whole")
}
