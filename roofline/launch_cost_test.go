package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

func TestLaunchCost(t *testing.T) {
	assert.Nil(t, Derive(document(stream(90e9))).LaunchCost, "a device that does not tell")

	one, two := stream(90e9), fma(500e9)
	one.Evidence = &results.Evidence{LaunchCostSeconds: new(4e-6)}
	one.Samples = []results.Sample{{Seconds: 1, Launches: 10, HostSeconds: 20e-6}, {Seconds: 1, Launches: 10, HostSeconds: 50e-6}, {Seconds: 1, Launches: 10, HostSeconds: 30e-6}}
	two.Samples = []results.Sample{{Seconds: 1, Launches: 1000, HostSeconds: 40e-6, LaunchesPerGraph: 500}, {Seconds: 1, Launches: 4, HostSeconds: 8e-6}}
	cost := Derive(document(one, two)).LaunchCost
	require.NotNil(t, cost)
	assert.Equal(t, new(4e-6), cost.Empty)
	require.NotNil(t, cost.Alone)
	assert.InDelta(t, 3e-6, cost.Alone.Median, 1e-12, "of 2, 2, 3 and 5 µs the upper middle")
	assert.InDelta(t, 2e-6, cost.Alone.Low, 1e-12)
	assert.InDelta(t, 5e-6, cost.Alone.High, 1e-12)
	assert.Equal(t, []int{4, 2}, []int{cost.Alone.Windows, cost.Alone.Cases})
	require.NotNil(t, cost.Graph)
	assert.InDelta(t, 40e-9, cost.Graph.Median, 1e-15)
	assert.Equal(t, []int{1, 1}, []int{cost.Graph.Windows, cost.Graph.Cases})
}
