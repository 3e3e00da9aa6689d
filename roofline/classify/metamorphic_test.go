package classify

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/roofline"
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

// fullKernel has something of everything that a full profile tells.
func fullKernel(t *rapid.T) *profile.Kernel {
	share := rapid.Float64Range(0.001, 1.05)
	k := drawKernel(t)
	k.Traffic[1].Bytes = profile.Known(share.Draw(t, "l2") * l2Peak)
	k.Traffic = append(k.Traffic, profile.Traffic{Level: profile.LevelL1, Bytes: profile.Known(share.Draw(t, "l1") * l1Peak)})
	k.Work = append(k.Work, profile.Work{Path: "tc.fp16.fp32", Operations: share.Draw(t, "tensor") * tensorPeak})
	k.Scheduler.IssueOfPeakPercent = profile.Known(100 * share.Draw(t, "issue"))
	if rapid.Bool().Draw(t, "no speed of light") {
		k.SpeedOfLight = profile.SpeedOfLight{}
		return k
	}
	most := 0.0
	for i, peak := range []float64{dramPeak, l2Peak, l1Peak} { // each roof is 90 % of a theoretical peak
		percent := k.Traffic[i].Bytes.Times(90 / peak)
		most = max(most, percent.Or(0))
		*[]*profile.Number{&k.SpeedOfLight.DRAMPercent, &k.SpeedOfLight.L2Percent, &k.SpeedOfLight.L1Percent}[i] = percent
	}
	k.SpeedOfLight.MemoryPercent = profile.Known(most)
	k.SpeedOfLight.SMPercent = profile.Known(max(k.Scheduler.IssueOfPeakPercent.Or(0),
		90/fp32Peak*k.Work[0].Operations, 90/tensorPeak*k.Work[1].Operations))
	return k
}

// Knowing less never makes surer: what is not known counts as the worst that it
// could be.
func TestLosingAMetricNeverRaisesTheConfidence(t *testing.T) {
	c := testCeilings()
	c.Roofs = append(c.Roofs, testRoof(roofline.KindLevel, profile.LevelL1, l1Peak))
	rapid.Check(t, func(t *rapid.T) {
		k := fullKernel(t)
		before := Classify(k, c)
		lost := rapid.IntRange(0, 10).Draw(t, "lost")
		switch lost {
		case 0:
			k.Clocks.SMHertz = profile.Missing("lost")
		case 1:
			k.Clocks.DRAMHertz = profile.Missing("lost")
		case 2:
			k.Stalls, k.Tier = nil, profile.TierCounters
		case 3:
			k.Device = profile.Device{}
		case 4, 5:
			k.Work = slices.Delete(k.Work, lost-4, lost-3)
		case 6, 7, 8: // bytes and percentage come from the same counters
			k.Traffic = slices.Delete(k.Traffic, lost-6, lost-5)
			*[]*profile.Number{&k.SpeedOfLight.DRAMPercent, &k.SpeedOfLight.L2Percent, &k.SpeedOfLight.L1Percent}[lost-6] = profile.Missing("lost")
		case 9:
			k.SpeedOfLight = profile.SpeedOfLight{}
		case 10:
			k.Scheduler = profile.Scheduler{}
		}
		after := Classify(k, c)
		const rounding = 1e-3 // of the percentages
		if before.Confidence != nil && after.Confidence != nil {
			assert.LessOrEqual(t, after.Confidence.Value, before.Confidence.Value+rounding, "%s became %s", before.Verdict.Label(), after.Verdict.Label())
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
