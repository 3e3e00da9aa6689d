package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
)

// smallPoint is a case at one point in a shape that is quick to run, however
// large the axes say that the problem is.
type smallPoint struct {
	c Case
	a axes
	s shape
}

// smallPoints are the points of a case that differ in what runs. The sizes of
// chases and products are small ones.
func smallPoints(c Case) []smallPoint {
	for i, axis := range c.Axes {
		switch axis.Name {
		case sizeAxis:
			c.Axes[i].Values = []int64{128, 256}
			for grid := c.recipe.layout.grid; grid(axes{sizeAxis: c.Axes[i].Values[0]}).Count() == 0; {
				c.Axes[i].Values = []int64{2 * c.Axes[i].Values[0], 2 * c.Axes[i].Values[1]}
			}
		case footprintAxis:
			c.Axes[i].Values = []int64{16, 128}
		}
	}
	var points []smallPoint
	for _, a := range c.points() {
		s := shape{grid: 3, blocksPerSM: 1, trips: 2, sharedBytes: c.recipe.layout.sharedBytes}
		if grid := c.recipe.layout.grid; grid != nil {
			s.grid, s.columns = grid(a).Count(), grid(a).X
		}
		if c.recipe.layout.partOfL2 > 0 {
			s.setChunks = 5
		}
		if threads := int(a[warpsAxis]) * warpThreads; threads > 0 && threads < blockThreads {
			s.block = threads
		}
		if threads := c.recipe.layout.blockOf(a); threads > 0 {
			s.block = threads
		}
		if k := c.recipe.probe; k != nil && k.form.block {
			s.trips = 3 * signTrips
		}
		if c.recipe.layout.once {
			s.trips = 1
		}
		points = append(points, smallPoint{c, a, s})
	}
	return points
}

// twice is the point with twice the trips.
func (p smallPoint) twice() smallPoint {
	p.s.trips *= 2
	return p
}

// verified runs a point once and compares what it wrote. It gives no record for
// what the device cannot run.
func (p smallPoint) verified(t *testing.T, e *engine) *results.Record {
	t.Helper()
	r := &results.Record{Case: p.c.Name, Axes: p.a}
	f, kernel, err := e.programs.function(p.c.recipe.symbol(p.a))
	if isUnsupported(err) {
		return nil
	}
	require.NoError(t, err)
	l, err := e.launch(point{c: p.c, axes: p.a}, p.s, f)
	require.NoError(t, err)
	v, report, err := verify(t.Context(), e.dev, l.launch, l.out, l.want())
	if cuda.IsKind(err, cuda.Unsupported) {
		return nil
	}
	require.NoError(t, err, "%s %v", p.c.Name, p.a)
	work := p.c.recipe.work(p.a, p.s)
	r.Kernel, r.Launch, r.Work, r.Verification, r.Counters = kernel, p.s.record(), &work, &v, CounterFacts(report.Counters)
	return r
}
