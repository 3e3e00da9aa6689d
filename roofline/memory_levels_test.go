package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// chase is a chase round a set of so many KiB with a latency in ns.
func chase(name string, kib int64, nanoseconds float64) results.Record {
	r := stream(90e9)
	r.Case, r.Axes, r.Limit = "chase/"+name, map[string]int64{FootprintAxis: kib}, nil
	work, estimate := *r.Work, *r.Estimate
	work.Measures, work.DependentLoads = "", 1000
	seconds := 1000 * nanoseconds * 1e-9
	estimate.SecondsMedian, estimate.SecondsLow, estimate.SecondsHigh = seconds, 0.999*seconds, 1.001*seconds
	r.Work, r.Estimate = &work, &estimate
	return r
}

// sweeps are the two chases over sets up to 64 MiB on a device with 96 KiB of L1 and
// 4 MiB of L2; beyond reach KiB a load takes longer still.
func sweeps(reach int64) []results.Record {
	var list []results.Record
	for kib := int64(16); kib <= 64<<10; kib = kib*21/20 + 1 {
		nanoseconds := 200.0
		switch {
		case kib > reach:
			nanoseconds = 700
		case kib > 4096:
			nanoseconds = 500
		}
		list = append(list, chase("cg", kib, nanoseconds))
		if kib <= 96 {
			nanoseconds = 30
		}
		list = append(list, chase("ca", kib, nanoseconds))
	}
	return list
}

func TestMemoryLevels(t *testing.T) {
	doc := document(sweeps(1 << 30)...)
	doc.Device.L2Bytes = 4 << 20
	m := Derive(doc).MemoryLevels
	require.NotNil(t, m)
	require.Len(t, m.Edges, 2)
	assert.Equal(t, []string{"l1", "l2"}, []string{m.Edges[0].Level, m.Edges[1].Level})
	assert.InEpsilon(t, 96<<10, m.Edges[0].Bytes.Median, 0.05)
	assert.InEpsilon(t, 4<<20, m.Edges[1].Bytes.Median, 0.05)
	assert.Equal(t, new(float64(4<<20)), m.Edges[1].Told)
	assert.InDelta(t, 2.5, m.Edges[1].Effect, 1e-9)
	assert.Nil(t, m.Edges[0].Told, "no attribute tells the size of L1")
	assert.Nil(t, m.TLB.Bytes)
	assert.Contains(t, m.TLB.Reason, "does not rise again up to 6")
	assert.Nil(t, Derive(document(stream(90e9))).MemoryLevels)
}

// A device that tells nothing of its L2 shows it all the same.
func TestMemoryLevelsOfAnUnknownChip(t *testing.T) {
	doc := document(sweeps(32 << 10)...)
	doc.Device.L2Bytes = 0
	m := Derive(doc).MemoryLevels
	require.Len(t, m.Edges, 2)
	assert.InEpsilon(t, 4<<20, m.Edges[1].Bytes.Median, 0.05)
	assert.Equal(t, "l2", m.Edges[1].Level)
	require.NotNil(t, m.TLB.Bytes, "what rises behind L2 is no cache")
	assert.InEpsilon(t, 32<<20, m.TLB.Bytes.Median, 0.05)
}

// An edge far from what the device tells of L2 has no name.
func TestMemoryEdgeThatIsNotL2(t *testing.T) {
	doc := document(sweeps(1 << 30)...)
	doc.Device.L2Bytes = 40 << 20
	m := Derive(doc).MemoryLevels
	require.Len(t, m.Edges, 2)
	assert.Equal(t, "unnamed (chase/cg)", m.Edges[1].EdgeName())
	assert.Contains(t, m.TLB.Reason, "no edge of L2 was found")
}

// Bandwidth that does not fall where latency rises contradicts an edge.
func TestMemoryEdgeAgainstBandwidth(t *testing.T) {
	for rate, want := range map[float64]Status{300e9: OK, 95e9: Suspect} {
		l2 := stream(rate)
		work := *l2.Work
		work.Measures, work.Bytes = "level:l2", map[string]float64{"l2": work.Bytes["dram"]}
		l2.Case, l2.Work, l2.Limit = "l2/read", &work, nil
		doc := document(append(sweeps(1<<30), stream(90e9), l2)...)
		doc.Device.L2Bytes = 4 << 20
		for i := range doc.Records { // a set that is far above this L2
			doc.Records[i].Work.FootprintBytes = 1 << 30
		}
		edge := Derive(doc).MemoryLevels.Edges[1]
		require.Len(t, edge.Checks, 1)
		assert.Equal(t, want, edge.Checks[0].Status, edge.Checks[0].Reason)
		assert.InEpsilon(t, rate/90e9, edge.Checks[0].Numbers["bandwidth_ratio"], 1e-9)
	}
}
