package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline"
)

func TestMemoryLevelsInTheReport(t *testing.T) {
	doc := sample(t)
	derived := roofline.Derive(doc)
	told, off := float64(4<<20), -0.02
	derived.MemoryLevels = &roofline.MemoryLevels{
		Edges: []roofline.MemoryEdge{
			{Edge: roofline.Edge{Bytes: roofline.Quantity{Median: 96 << 10, Low: 95 << 10, High: 98 << 10}, Effect: 7.3}, Level: "l1", Case: "chase/ca"},
			{Edge: roofline.Edge{Bytes: roofline.Quantity{Median: 3.92 * (1 << 20), Low: 3.9 * (1 << 20), High: 4 << 20}, Effect: 2.1}, Level: "l2", Case: "chase/cg",
				Told: &told, Difference: &off, Checks: []roofline.Check{{Name: "bandwidth", Status: roofline.OK}}},
		},
		TLB: roofline.TLBReach{Reason: "no edge behind L2"},
	}
	var text bytes.Buffer
	require.NoError(t, Text(&text, doc, derived))
	assert.Contains(t, text.String(), `
Caches that the chases found (SIMULATED)
    SIZE, FROM AND TO         A LOAD BEHIND IT   THE DEVICE TELLS   BANDWIDTH     FROM
L1  96.00 KiB [95.00, 98.00]  7.3 times as long  nothing            not measured  chase/ca
L2  3.920 MiB [3.900, 4.000]  2.1 times as long  4.000 MiB, -2.0 %  agrees        chase/cg
- Reach of the TLB unknown: no edge behind L2.
`)
	var page bytes.Buffer
	require.NoError(t, HTML(&page, doc, derived))
	assert.Contains(t, page.String(), `<tr><th scope="row">L2</th><td class="n">3.920 MiB [3.900, 4.000]</td><td class="n">2.1 times as long</td><td>4.000 MiB, -2.0 %</td><td>agrees</td><td>chase/cg</td></tr>`)

	reach := roofline.Quantity{Median: 32 << 20, Low: 32 << 20, High: 33 << 20}
	assert.Equal(t, "Addresses take longer to translate from 32.00 MiB [32.00, 33.00] on.", tlbText(roofline.TLBReach{Bytes: &reach}))
}
