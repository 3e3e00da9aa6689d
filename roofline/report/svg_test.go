package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

func drawn(t *testing.T, doc *results.Document) []byte {
	t.Helper()
	var svg bytes.Buffer
	require.NoError(t, SVG(&svg, doc, roofline.Derive(doc)))
	decoder := xml.NewDecoder(bytes.NewReader(svg.Bytes()))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return svg.Bytes()
		}
		require.NoError(t, err)
	}
}

func TestSVG(t *testing.T) {
	for name, doc := range map[string]*results.Document{"h100-sxm.svg": sample(t), "troubled.svg": troubled(t), "matrix.svg": matrix(t),
		"families.svg": suiteDocument(t, results.Simulated, 0), "noisy.svg": suiteDocument(t, results.Measured, 0.02)} {
		t.Run(name, func(t *testing.T) {
			svg := drawn(t, doc)
			assert.Equal(t, string(svg), string(drawn(t, doc)), "drawing twice gives the same bytes")
			golden(t, name, svg)
		})
	}
}

func TestSVGShowsTheProvenance(t *testing.T) {
	svg := string(drawn(t, sample(t)))
	assert.Contains(t, svg, ">SIMULATED</text>")
	assert.Contains(t, svg, ">Roofline of virtual h100-sxm (SIMULATED)</text>")
	measured := string(drawn(t, troubled(t)))
	assert.NotContains(t, measured, "SIMULATED")
	assert.Contains(t, measured, ">Roofline of NVIDIA H100 80GB HBM3 (measured)</text>")
}

// A figure must not need every ceiling.
func TestSVGOfParts(t *testing.T) {
	for name, keep := range map[string]func(results.Record) bool{
		"memory only":  func(r results.Record) bool { return r.Case == "stream/read" },
		"compute only": func(r results.Record) bool { return r.Case == "fma/fp32" },
		"sweep only":   func(r results.Record) bool { return r.Case == "intensity/fp32" },
		"one point":    func(r results.Record) bool { return r.Case == "intensity/fp32" && r.Axes["flop_per_element"] == 8 },
	} {
		t.Run(name, func(t *testing.T) {
			doc := sample(t)
			all := doc.Records
			doc.Records = nil
			for _, r := range all {
				if keep(r) {
					doc.Records = append(doc.Records, r)
				}
			}
			drawn(t, doc)
		})
	}
	doc := empty()
	assert.EqualError(t, SVG(io.Discard, doc, roofline.Derive(doc)),
		"no roofline to draw: the document has no usable ceiling and no point with arithmetic")
}
