package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline/profile"
)

// The boundary table: every threshold from both sides.
func TestVerdictAtTheThresholds(t *testing.T) {
	for _, test := range []struct {
		fp32, dram, waves float64
		want              string
	}{
		{0.01, 0.5999, 8, "LATENCY.unknown"},
		{0.01, 0.60, 8, "LIKELY_BOUND(dram)"},
		{0.01, 0.7999, 8, "LIKELY_BOUND(dram)"},
		{0.01, 0.80, 8, "BOUND(dram)"},
		{0.60, 0.01, 8, "LIKELY_BOUND(fp32)"},
		{0.80, 0.01, 8, "BOUND(fp32)"},
		{0.6001, 0.70, 8, "MIXED(dram, fp32)"},
		{0.60, 0.7001, 8, "LIKELY_BOUND(dram)"},
		{0.70, 0.6001, 8, "MIXED(fp32, dram)"},
		{0.80, 0.8999, 8, "BALANCED_SATURATED(dram, fp32)"},
		{0.80, 0.9001, 8, "BOUND(dram)"},
		{0.7999, 0.85, 8, "BOUND(dram)"},
		{0.01, 0.30, 0.99, "LATENCY.small_grid"},
		{0.01, 0.30, 1, "LATENCY.unknown"},
		{0.01, 0.60, 0.5, "LIKELY_BOUND(dram)"},
	} {
		k := testKernel(test.fp32, test.dram)
		k.Launch.Waves = profile.Known(test.waves)
		assert.Equal(t, test.want, Classify(k, testCeilings()).Verdict.Label(), "%+v", test)
	}
}

func TestOverlappingIntervalsNameBothSides(t *testing.T) {
	c := testCeilings()
	c.Roofs[0].PerSecond.Low, c.Roofs[0].PerSecond.High = 0.96*fp32Peak, 1.04*fp32Peak
	r := Classify(testKernel(0.87, 0.90), c)
	assert.Equal(t, "UNDECIDED(dram, fp32)", r.Verdict.Label())
	assert.Equal(t, ClassBoth, r.Verdict.Class)
	require.NotNil(t, r.Intensities[0].Ridge)
	ridge := r.Intensities[0].Ridge
	assert.True(t, ridge.Low <= r.Intensities[0].Value && r.Intensities[0].Value <= ridge.High)
}

func TestLatencyHasTheCauseOfTheLargestStall(t *testing.T) {
	for reason, want := range map[string]string{
		"long_scoreboard": "memory_latency", "lg_throttle": "lsu_queue", "mio_throttle": "shared_or_mio",
		"barrier": "sync", "wait": "dependency", "math_pipe_throttle": "uncounted_pipe", "dispatch_stall": "uncounted_pipe",
		"no_instruction": "instruction_fetch", "gmma": "tensor_wait", "drain": "store_drain", "sleeping": "unknown",
	} {
		k := testKernel(0.1, 0.2)
		k.Stalls = []profile.Stall{{Reason: "selected", Share: profile.Known(0.5)}, {Reason: reason, Share: profile.Known(0.30)}}
		assert.Equal(t, want, Classify(k, testCeilings()).Verdict.Cause, reason)
		k.Stalls[1].Share = profile.Known(0.2999)
		assert.Equal(t, "unknown", Classify(k, testCeilings()).Verdict.Cause, reason)
	}
}

func TestFewBlocksAreASmallGrid(t *testing.T) {
	k := testKernel(0.1, 0.2)
	k.Launch.Grid = &profile.Dim3{X: 9, Y: 1, Z: 1}
	assert.Equal(t, "small_grid", Classify(k, testCeilings()).Verdict.Cause)
	k.Launch.Grid.X = 10
	assert.Equal(t, "unknown", Classify(k, testCeilings()).Verdict.Cause)
}

func TestClockScalesTheRoofs(t *testing.T) {
	k := testKernel(0.45, 0.10)
	k.Clocks.SMHertz = profile.Known(clockHertz / 2)
	r := Classify(k, testCeilings())
	assert.Equal(t, "BOUND(fp32)", r.Verdict.Label())
	assert.InDelta(t, 0.90, r.Uses[0].Share.Median, 1e-12)
	assert.InDelta(t, 0.10, r.Uses[1].Share.Median, 1e-12, "DRAM has a clock of its own")
}

func TestAboveTheCeilingKeepsTheVerdict(t *testing.T) {
	r := Classify(testKernel(0.1, 1.021), testCeilings())
	assert.Equal(t, "BOUND(dram)", r.Verdict.Label())
	require.Len(t, r.Above, 1)
	assert.Contains(t, r.Above[0].Causes[0], "L2 cache")
	assert.Empty(t, Classify(testKernel(0.1, 1.02), testCeilings()).Above)

	unclocked := with(testKernel(0.1, 1.05), func(k *profile.Kernel) { k.Clocks = profile.Clocks{} })
	assert.Contains(t, Classify(unclocked, testCeilings()).Above[0].Causes[0], "clock", "what the input points to comes first")
}

func TestWithoutACeilingTheVerdictIsUnknown(t *testing.T) {
	k := testKernel(0, 0.5)
	k.Work = []profile.Work{{Path: "fp64", Operations: 1e10}}
	r := Classify(k, testCeilings())
	assert.Equal(t, NoCeiling, r.Verdict.Code)
	assert.Equal(t, ClassUnknown, r.Verdict.Class)
	assert.Contains(t, r.Verdict.Reason, "fp64")
	assert.Nil(t, r.Confidence)

	k.Work[0].Operations = 100 // 1 ns at the slowest path cannot bind a second
	assert.Equal(t, Latency, Classify(k, testCeilings()).Verdict.Code)
	assert.Equal(t, NoCeiling, Classify(k, &Ceilings{Device: testCeilings().Device}).Verdict.Code)
}

func TestMissingLevelFallsBackOnThePercentage(t *testing.T) {
	k := testKernel(0.1, 0.7)
	k.Traffic = append(k.Traffic, profile.Traffic{Level: profile.LevelL1, Bytes: profile.Known(0.61 * l2Peak), OfPeakPercent: profile.Known(20)})
	assert.Equal(t, "LIKELY_BOUND(dram)", Classify(k, testCeilings()).Verdict.Label())
	k.Traffic[2].OfPeakPercent = profile.Missing("")
	assert.Equal(t, NoCeiling, Classify(k, testCeilings()).Verdict.Code)
}

// L1 is at least as fast as L2, so that what L2 would carry with ease does not bind.
func TestFewBytesOfALevelNeedNoCeiling(t *testing.T) {
	k := testKernel(0.1, 0.7)
	k.Traffic = append(k.Traffic, profile.Traffic{Level: profile.LevelL1, Bytes: profile.Known(0.59 * l2Peak)})
	assert.Equal(t, "LIKELY_BOUND(dram)", Classify(k, testCeilings()).Verdict.Label())
	k.Traffic[2].Bytes = profile.Known(0.61 * l2Peak)
	assert.Equal(t, NoCeiling, Classify(k, testCeilings()).Verdict.Code)
}

func TestGroupedPathsTakeTheFastestCeiling(t *testing.T) {
	k := testKernel(0, 0.1)
	k.Work = []profile.Work{{Path: "tc.fp16", Paths: []string{"tc.fp16.fp16", "tc.fp16.fp32"}, Operations: 0.9 * tensorPeak}}
	assert.Equal(t, "BOUND(tc.fp16)", Classify(k, testCeilings()).Verdict.Label())
	k.Work[0].Sparse = true
	assert.Equal(t, NoCeiling, Classify(k, testCeilings()).Verdict.Code, "sparse work has another peak")
}

func TestPercentagesAlone(t *testing.T) {
	k := testKernel(0, 0)
	k.Tier = profile.TierSOL
	k.SpeedOfLight = profile.SpeedOfLight{SMPercent: profile.Known(20), DRAMPercent: profile.Known(81), L2Percent: profile.Known(40), MemoryPercent: profile.Known(81)}
	r := Classify(k, testCeilings())
	assert.Equal(t, "BOUND(dram)", r.Verdict.Label())
	assert.InDelta(t, 0.90, r.Uses[0].Share.Median, 1e-12, "81 % of a peak of which the ceiling is 90 %")
	assert.Equal(t, "medium", r.Confidence.Level)
}
