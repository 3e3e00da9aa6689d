package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

// loaded is the sample with what only a GPU tells: what launches cost, and its
// ceilings under load.
func loaded(t *testing.T) *results.Document {
	doc := sample(t)
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Case != "stream/read" && r.Case != "fma/fp32" {
			continue
		}
		slower := *r.Estimate
		slower.SecondsMedian, slower.SecondsLow, slower.SecondsHigh = 1.25*slower.SecondsMedian, 1.25*slower.SecondsLow, 1.25*slower.SecondsHigh
		slower.SMClockMHz = new(1584.0)
		r.Sustained = &results.Sustained{Estimate: slower, LoadSeconds: 31, DutyCycle: 0.99, Steady: r.Case == "fma/fp32", Samples: r.Samples}
		r.Evidence = &results.Evidence{LaunchCostSeconds: new(3.5e-6)}
		for j := range r.Samples {
			s := &r.Samples[j]
			s.HostSeconds = 2.1e-6 * float64(s.Launches)
			if r.Case == "fma/fp32" {
				s.HostSeconds, s.LaunchesPerGraph = 50e-9*float64(s.Launches), 50
			}
		}
	}
	return doc
}

func TestTextOfLaunchesAndLoads(t *testing.T) {
	doc := loaded(t)
	var text bytes.Buffer
	require.NoError(t, Text(&text, doc, roofline.Derive(doc)))
	assert.Contains(t, text.String(), `
Ceilings under a load that goes on (SIMULATED)
      PER SECOND                    PER SM CYCLE  OF BURST  LOAD             STEADY
fp32  51.93 TFLOP/s [51.91, 51.95]  248.4 FLOP      80.0 %  31 s, 99 % busy  yes
dram  2560 GB/s [2559, 2561]        12.24 B         80.0 %  31 s, 99 % busy  no
`)
	assert.Contains(t, text.String(), `
Cost of a launch (SIMULATED)
                                         MEDIAN, LEAST AND MOST  FROM
a launch that does next to nothing       3.500 µs
the host asks for one by itself          2.100 µs                8 windows of 1 case
the host asks for many as a graph, each  0.05000 µs              64 windows of 8 cases
`)
}

func TestHTMLOfLaunchesAndLoads(t *testing.T) {
	text := htmlOf(t, loaded(t))
	assert.Contains(t, text, `<tr><th scope="row">fp32</th><td class="n">51.93 TFLOP/s [51.91, 51.95]</td><td class="n">248.4 FLOP</td><td class="n">80.0 %</td>`)
	assert.Contains(t, text, `<tr><th scope="row">the host asks for one by itself</th><td class="n">2.100 µs</td><td>8 windows of 1 case</td></tr>`)
	none := htmlOf(t, sample(t))
	assert.NotContains(t, none, "Cost of a launch")
	assert.NotContains(t, none, "Under a load")
}
