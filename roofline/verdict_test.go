package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/results"
)

// placed is the point of a kernel under 400 GFLOP/s and 80 GB/s, a ridge of 5.
func placed(t require.TestingT, r results.Record) Point {
	d := Derive(document(fma(400e9), stream(80e9), r))
	require.Len(t, d.Points, 3)
	return d.Points[2]
}

func TestVerdicts(t *testing.T) {
	for name, test := range map[string]struct {
		intensity, rate float64
		verdict         Verdict
		reason          string
	}{
		"on the memory roof":   {1, 79e9, MemoryBound, "98.8 % of the dram roof (80.00 GFLOP/s); 1 is below the ridge at 5 FLOP/byte"},
		"on the compute roof":  {50, 392e9, ComputeBound, "98 % of the fp32 roof (400.0 GFLOP/s); 50 is above the ridge at 5 FLOP/byte"},
		"likely memory":        {1, 56e9, MemoryBound, "70 % of the dram roof (80.00 GFLOP/s), likely; 1 is below"},
		"likely compute":       {50, 280e9, ComputeBound, "70 % of the fp32 roof (400.0 GFLOP/s), likely; 50 is above"},
		"far below":            {1, 47e9, LatencyBound, "58.8 % of the dram roof (80.00 GFLOP/s), far below every roof"},
		"at the line":          {1, 48e9, MemoryBound, "60 % of the dram roof"},
		"at the ridge":         {5, 400e9, Undecided, "the intensity 5 lies within the interval of the ridge"},
		"near, not at a roof":  {4.9, 280e9, Undecided, "near the ridge at 5 and both roofs are some way off"},
		"near, at a roof":      {4.9, 390e9, MemoryBound, "99.5 % of the dram roof"},
		"a little above":       {1, 84e9, MemoryBound, "105 % of the dram roof"},
		"above every roof":     {1, 85e9, Undecided, "the ceiling is too low or the point is wrong"},
		"latency at the ridge": {5, 100e9, LatencyBound, "25 % of the"},
	} {
		t.Run(name, func(t *testing.T) {
			p := placed(t, kernel(test.intensity, test.rate))
			assert.Equal(t, test.verdict, p.Verdict, p.Reason)
			assert.Contains(t, p.Reason, test.reason)
			assert.InEpsilon(t, test.intensity, p.Intensity["dram"], 1e-12)
			assert.InEpsilon(t, test.rate, p.Rate, 1e-12)
			assert.Equal(t, "FLOP/s", p.RateUnit)
		})
	}
}

func TestAPointAboveTheRoofIsAWarning(t *testing.T) {
	d := Derive(document(fma(400e9), stream(80e9), kernel(1, 100e9)))
	assert.Equal(t, []string{"a/kernel: 125 % of the dram roof (80.00 GFLOP/s): the ceiling is too low or the point is wrong"}, d.Warnings)
}

func TestPointsWithoutMath(t *testing.T) {
	slow := stream(40e9)
	d := Derive(document(stream(80e9), slow))
	assert.Equal(t, MemoryBound, d.Points[0].Verdict)
	assert.Equal(t, "B/s", d.Points[0].RateUnit)
	assert.Equal(t, "100 % of the dram roof (80.00 GB/s)", d.Points[0].Reason)
	assert.Equal(t, LatencyBound, d.Points[1].Verdict)
	assert.InEpsilon(t, 0.5, *d.Points[1].OfRoof, 1e-12)
	assert.Empty(t, d.Points[0].Intensity)
}

func TestAMissingCeilingDecidesNothing(t *testing.T) {
	p := Derive(document(stream(80e9), kernel(1, 20e9))).Points[1]
	assert.Equal(t, Undecided, p.Verdict)
	assert.Contains(t, p.Reason, "no usable ceiling of fp32")
	p = Derive(document(stream(80e9), kernel(1, 79e9))).Points[1]
	assert.Equal(t, MemoryBound, p.Verdict, "a roof that is reached binds, whatever the others are")
	p = Derive(document(fma(400e9), kernel(50, 390e9))).Points[1]
	assert.Equal(t, ComputeBound, p.Verdict)
	p = Derive(document(kernel(50, 390e9))).Points[0]
	assert.Equal(t, Undecided, p.Verdict)
	assert.Nil(t, p.OfRoof)
}

func TestAnotherLimitDecidesNothing(t *testing.T) {
	atomics := record("atomics/add", results.Work{Bytes: map[string]float64{"dram": 1e6}, OtherLimit: "atomic operations in L2"}, 1)
	p := Derive(document(stream(80e9), atomics)).Points[1]
	assert.Equal(t, Undecided, p.Verdict)
	assert.Contains(t, p.Reason, "no usable ceiling of atomic operations in L2")
}

func TestASuspectCeilingIsNamed(t *testing.T) {
	few := stream(80e9)
	few.Estimate.Samples = 2
	p := Derive(document(fma(400e9), few, kernel(1, 79e9))).Points[2]
	assert.Contains(t, p.Reason, "of the dram (suspect) roof")
}

func TestTheLowestLevelBinds(t *testing.T) {
	l2 := record("l2/read", results.Work{Bytes: map[string]float64{"l2": 1e6}, FootprintBytes: 5e5, Measures: "level:l2"}, 1e6/200e9)
	k := kernel(2, 45e9)
	k.Work.Bytes["l2"] = 4 * k.Work.Bytes["dram"] // 0.5 FLOP/byte: a roof of 100 GFLOP/s under dram's 160
	p := Derive(document(fma(400e9), stream(80e9), l2, k)).Points[3]
	assert.Equal(t, "l2", p.Level)
	assert.InEpsilon(t, 0.45, *p.OfRoof, 1e-12)
	assert.InEpsilon(t, 0.5, p.Intensity["l2"], 1e-12)
	assert.InEpsilon(t, 2.0, p.Intensity["dram"], 1e-12)
}

func TestVerdictProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intensity := rapid.Float64Range(0.01, 1000).Draw(t, "intensity")
		fraction := rapid.Float64Range(0.01, 1.04).Draw(t, "fraction")
		here := placed(t, kernel(intensity, fraction*min(400e9, 80e9*intensity)))

		scale := rapid.Float64Range(0.01, 1).Draw(t, "scale")
		scaled := Derive(document(fma(scale*400e9), stream(scale*80e9),
			kernel(intensity, scale*fraction*min(400e9, 80e9*intensity)))).Points[2]
		assert.Equal(t, here.Verdict, scaled.Verdict, "%s / %s", here.Reason, scaled.Reason)

		more := intensity * rapid.Float64Range(1, 10).Draw(t, "more")
		there := placed(t, kernel(more, fraction*min(400e9, 80e9*more)))
		assert.LessOrEqual(t, order(here.Verdict), order(there.Verdict), "%s / %s", here.Reason, there.Reason)
	})
}

// order is how a verdict moves with the intensity at one fraction of the roof.
func order(v Verdict) int {
	switch v {
	case MemoryBound:
		return 0
	case ComputeBound:
		return 2
	}
	return 1
}
