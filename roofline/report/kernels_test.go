package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline"
)

// testKernels is one kernel with three levels, one in a place of its own at each,
// and one without arithmetic.
func testKernels() []Kernel {
	third := 1.0 / 3
	return []Kernel{
		{Name: "gemm", Path: "fp32", Rate: 2e13, Unit: "FLOP/s", Verdict: roofline.LatencyBound, Label: "LATENCY.sync", Reason: "31 % of the fp32 roof",
			Confidence: "high 1.00", Launches: 7, Time: "5 µs", Share: "80.0 %", Details: []string{"a <detail>"},
			Levels: []KernelLevel{{"dram", 40, &third}, {"l2", 10, nil}, {"l1", 10, nil}}},
		{Name: "copy", Verdict: roofline.MemoryBound, Label: "BOUND(dram)", Reason: "99 % of the dram roof", Levels: []KernelLevel{}},
	}
}

func TestKernelsSVG(t *testing.T) {
	doc := sample(t)
	var svg, again bytes.Buffer
	require.NoError(t, KernelsSVG(&svg, doc, roofline.Derive(doc), testKernels()))
	require.NoError(t, KernelsSVG(&again, doc, roofline.Derive(doc), testKernels()))
	assert.Equal(t, svg.String(), again.String(), "drawing twice gives the same bytes")
	golden(t, "kernels.svg", svg.Bytes())
	text := svg.String()
	assert.Contains(t, text, ">Kernels under the roofs of virtual h100-sxm (SIMULATED)</text>")
	assert.Equal(t, 1, strings.Count(text, ">gemm</text>"), "one name for the row of points")
	assert.NotContains(t, text, ">copy</text>", "there is no intensity to place it at")
	assert.NotContains(t, text, "intensity/fp32", "the cases of the document are not drawn")
}

func TestKernelsHTML(t *testing.T) {
	doc := sample(t)
	var page bytes.Buffer
	require.NoError(t, KernelsHTML(&page, doc, roofline.Derive(doc), testKernels()))
	text := page.String()
	for _, want := range []string{
		"SIMULATED", "LATENCY.sync", "BOUND(dram)", "a &lt;detail&gt;", "33.3 %", `data-tip="gemm: 20.00 TFLOP/s at 40.00 operations a byte of dram, 33.3 % of that roof; LATENCY.sync`,
	} {
		assert.Contains(t, text, want)
	}
}

// Without any arithmetic the roofs are drawn by themselves, and without roofs
// there is no figure.
func TestKernelsWithoutAPlace(t *testing.T) {
	doc := sample(t)
	require.NoError(t, KernelsSVG(&bytes.Buffer{}, doc, roofline.Derive(doc), testKernels()[1:]))
	none := empty()
	require.ErrorIs(t, KernelsSVG(&bytes.Buffer{}, none, roofline.Derive(none), testKernels()[1:]), errNothingToDraw)
	var page bytes.Buffer
	require.NoError(t, KernelsHTML(&page, none, roofline.Derive(none), testKernels()))
	assert.Contains(t, page.String(), "gemm")
}
