package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// Each gate has a file that it stops, and the same file passes without what is
// wrong with it.
func TestEveryGateHasAFile(t *testing.T) {
	dram := classify.Roof{Kind: roofline.KindLevel, Name: "dram", PerSecond: roofline.Quantity{Median: 1e9, Low: 1e9, High: 1e9}, Status: roofline.OK}
	c := &classify.Ceilings{Provenance: results.Measured, Device: results.Device{Name: "GPU", ComputeCapability: "8.9", SMCount: 10},
		Roofs: []classify.Roof{dram}, LaunchSeconds: profile.Known(1e-6)}
	file := func(capability, ns, bytes string) string {
		const head = `"ID","Process ID","Kernel Name","CC","Metric Name","Metric Unit","Metric Value"` + "\n"
		row := fmt.Sprintf(`"0","7","k","%s",`, capability)
		return head + row + `"gpu__time_duration.sum","ns","` + ns + "\"\n" + row + `"dram__bytes.sum","byte","` + bytes + "\"\n"
	}
	for text, want := range map[string]classify.Code{
		file("8.9", "1000000.0", "900000.0"):  classify.Bound,
		file("8.9", "n/a", "900000.0"):        classify.Unusable,     // A1
		file("8.0", "1000000.0", "900000.0"):  classify.Uncalibrated, // A2
		file("8.9", "4900.0", "900.0"):        classify.LaunchFloor,  // A3
		file("8.9", "1000000.0", "n/a"):       classify.TriageOnly,   // A4
		file("8.9", "1000000.0", "1200000.0"): classify.Inconsistent, // A5
	} {
		read, err := profile.Read(strings.NewReader(text), profile.Options{})
		require.NoError(t, err)
		require.Len(t, read.Kernels, 1)
		assert.Equal(t, want, classify.Classify(&read.Kernels[0], c).Verdict.Code, text)
	}
}
