package classify

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/roofline/profile"
)

// drawKernel is a kernel somewhere under the roofs.
func drawKernel(t *rapid.T) *profile.Kernel {
	k := testKernel(rapid.Float64Range(0.001, 1).Draw(t, "fp32"), rapid.Float64Range(0.001, 1).Draw(t, "dram"))
	k.Launch.Waves = profile.Known(rapid.Float64Range(0.1, 10).Draw(t, "waves"))
	k.Stalls = []profile.Stall{{Reason: "wait", Share: profile.Known(rapid.Float64Range(0, 1).Draw(t, "stall"))}}
	moreL2(k, rapid.Float64Range(0.1, 4).Draw(t, "l2"))
	return k
}

// A launch that takes k times as long uses 1/k of every roof.
func TestTimeScalesEveryShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKernel(t)
		factor := rapid.Float64Range(1, 100).Draw(t, "factor")
		before := Classify(k, testCeilings()).Uses
		k.TimeSeconds = profile.Known(factor)
		after := Classify(k, testCeilings()).Uses
		require.Len(t, after, len(before))
		for i := range before {
			assert.InEpsilon(t, before[i].Share.Median/factor, after[i].Share.Median, 1e-9)
		}
	})
}

// The order of what an input lists does not matter.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKernel(t)
		k.Work = append(k.Work, profile.Work{Path: "tc.fp16.fp32", Operations: tensorPeak / 10})
		before, err := json.Marshal(Classify(k, testCeilings()))
		require.NoError(t, err)
		k.Work[0], k.Work[1] = k.Work[1], k.Work[0]
		k.Traffic[0], k.Traffic[1] = k.Traffic[1], k.Traffic[0]
		after, err := json.Marshal(Classify(k, testCeilings()))
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
	})
}

// Knowing less never makes surer.
func TestLosingAMetricNeverRaisesTheConfidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKernel(t)
		before := Classify(k, testCeilings())
		switch rapid.IntRange(0, 3).Draw(t, "lost") {
		case 0:
			k.Clocks.SMHertz = profile.Missing("lost")
		case 1:
			k.Clocks.DRAMHertz = profile.Missing("lost")
		case 2:
			k.Stalls, k.Tier = nil, profile.TierCounters
		case 3:
			k.Device = profile.Device{}
		}
		after := Classify(k, testCeilings())
		if before.Confidence != nil && after.Confidence != nil {
			assert.LessOrEqual(t, after.Confidence.Value, before.Confidence.Value)
		}
	})
}

// One percent of noise changes a verdict only where the edge factor, or the
// margin's, already doubted it.
func TestNoiseChangesOnlyDoubtedVerdicts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKernel(t)
		before := Classify(k, testCeilings())
		k.TimeSeconds = profile.Known(rapid.Float64Range(0.99, 1.01).Draw(t, "noise"))
		after := Classify(k, testCeilings())
		if before.Confidence != nil && before.Verdict.Label() != after.Verdict.Label() {
			assert.NotEqual(t, "high", before.Confidence.Level, "%s became %s", before.Verdict.Label(), after.Verdict.Label())
		}
	})
}

// No verdict of high confidence stands within 3 points of a threshold.
func TestHighConfidenceKeepsAwayFromThresholds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Classify(drawKernel(t), testCeilings())
		if r.Confidence == nil || r.Confidence.Level != "high" {
			return
		}
		for _, edge := range []float64{latencyBelow, boundFrom, impossible} {
			assert.Greater(t, abs(r.Uses[0].Share.Median-edge), nearEdge)
		}
	})
}

func abs(x float64) float64 { return max(x, -x) }
