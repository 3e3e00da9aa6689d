package classify

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline/profile"
)

// Launches of one kernel stay a distribution, and how many agree is in the
// confidence.
func TestGroupsKeepTheDistribution(t *testing.T) {
	var kernels []profile.Kernel
	for i := range 300 {
		k := testKernel(0.1, 0.9)
		k.TimeSeconds = profile.Known(1 + float64(i)/10000)
		if i >= 270 { // 30 slow ones
			k.TimeSeconds = profile.Known(2 + float64(i))
		}
		kernels = append(kernels, *k)
	}
	slices.Reverse(kernels)
	other := testKernel(0.9, 0.1)
	other.Name = "other"
	groups := Groups(append(kernels, *other), testCeilings())
	require.Len(t, groups, 2)
	g := groups[0]
	assert.Equal(t, int64(300), g.Launches)
	assert.InDelta(t, 1.0149, g.P50Seconds.Or(0), 1e-9, "the 150th of 300")
	assert.InDelta(t, 1.0269, g.P90Seconds.Or(0), 1e-9, "the 270th")
	assert.InDelta(t, 298, g.P99Seconds.Or(0), 1e-9, "the 297th")
	assert.Equal(t, []VerdictCount{{"BOUND(dram)", 270}, {"LATENCY.unknown", 30}}, g.Verdicts)
	assert.InDelta(t, 0.9, g.Typical.Confidence.Value, 1e-12)
	assert.InDelta(t, 1, g.TimeShare.Or(0)+groups[1].TimeShare.Or(0), 1e-12)
}

func TestFewLaunchesHaveNoHighPercentiles(t *testing.T) {
	g := Groups([]profile.Kernel{*testKernel(0.1, 0.9)}, testCeilings())[0]
	assert.InDelta(t, 1, g.P50Seconds.Or(0), 0)
	assert.Contains(t, g.P90Seconds.Why(), "30")
	assert.Contains(t, g.P99Seconds.Why(), "300")
}

func TestShapesStayApart(t *testing.T) {
	a, b := testKernel(0.1, 0.9), testKernel(0.1, 0.9)
	b.Launch.Grid = &profile.Dim3{X: 20, Y: 1, Z: 1}
	assert.Len(t, Groups([]profile.Kernel{*a, *b}, testCeilings()), 2)
}

// What is kept of many launches is bounded, and does not depend on their order.
func TestManyLaunchesGiveTheSameGroupInAnyOrder(t *testing.T) {
	var kernels []profile.Kernel
	for i := range 3 * maxSample {
		k := testKernel(0.1, 0.9)
		k.LaunchID = strconv.Itoa(i)
		k.TimeSeconds = profile.Known(1 + float64(i%100)/10000)
		kernels = append(kernels, *k)
	}
	grouper := NewGrouper(testCeilings())
	for i := range kernels {
		grouper.Add(&kernels[i])
	}
	for _, m := range grouper.byKey {
		assert.Less(t, len(m.samples["BOUND(dram)"].results), 2*maxSample)
	}
	forward := grouper.Groups()
	assert.InDelta(t, 1.005, forward[0].Typical.TimeSeconds.Or(0), 0.0005, "the median is 1.0049")
	slices.Reverse(kernels)
	assert.Equal(t, forward, Groups(kernels, testCeilings()))
}
