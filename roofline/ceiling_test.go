package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/results"
)

func TestCeilingByHand(t *testing.T) {
	r := stream(80e9)
	r.Axes = map[string]int64{"block": 256}
	widen(&r, 0.004)
	d := Derive(document(r))
	require.Len(t, d.Ceilings, 1)
	c := d.Ceilings[0]
	// 80 GB/s over 2 SMs of 1e9 cycles a second is 40 bytes a cycle.
	wantQuantity(t, Quantity{80e9, 79.68e9, 80.32e9, "B/s"}, c.PerSecond)
	wantQuantity(t, Quantity{40, 39.84, 40.16, "B/SM/clk"}, *c.PerSMCycle)
	assert.Equal(t, KindLevel, c.Kind)
	assert.Equal(t, "dram", c.Name)
	assert.InDelta(t, 0.8, *c.OfLimit, 1e-12)
	assert.Equal(t, "stream/read", c.Case)
	assert.Equal(t, map[string]int64{"block": 256}, c.Axes)
	assert.Empty(t, d.Ridges)
}

func wantQuantity(t *testing.T, want, got Quantity) {
	t.Helper()
	assert.Equal(t, want.Unit, got.Unit)
	assert.InEpsilon(t, want.Median, got.Median, 1e-12)
	assert.InEpsilon(t, want.Low, got.Low, 1e-12)
	assert.InEpsilon(t, want.High, got.High, 1e-12)
}

func TestNoClockNoRatePerCycle(t *testing.T) {
	r := fma(400e9)
	r.Estimate.SMClockMHz = nil
	assert.Nil(t, Derive(document(r)).Ceilings[0].PerSMCycle)
	doc := document(fma(400e9))
	doc.Device.SMCount = 0
	assert.Nil(t, Derive(doc).Ceilings[0].PerSMCycle)
}

func TestTheBestEvidenceWinsThenTheHighestRate(t *testing.T) {
	zeros := stream(99e9)
	zeros.Data.Pattern = "zeros"
	few := stream(95e9)
	few.Estimate.Samples = 3
	d := Derive(document(zeros, few, stream(80e9), stream(85e9), stream(70e9)))
	require.Len(t, d.Ceilings, 1)
	assert.InEpsilon(t, 85e9, d.Ceilings[0].PerSecond.Median, 1e-12)
	assert.Equal(t, OK, d.Ceilings[0].Status)
	require.Len(t, d.Flagged, 2)
	assert.Equal(t, Refused, d.Flagged[0].Status, "it is told although it did not win")
	assert.Equal(t, []string{`data: the input data is "zeros"; only random data makes a ceiling`}, d.Flagged[0].Reasons)
	assert.True(t, d.Flagged[0].OfCeiling())
	assert.InEpsilon(t, 99e9, d.Flagged[0].Rate.Median, 1e-12)
	assert.Equal(t, Suspect, d.Flagged[1].Status)

	d = Derive(document(zeros, few))
	assert.Equal(t, Suspect, d.Ceilings[0].Status)
	d = Derive(document(zeros, fma(400e9)))
	assert.Equal(t, Refused, d.Ceilings[1].Status)
	assert.Empty(t, d.Ridges, "a refused ceiling makes no ridge")
}

func TestFailedRecordsAreNoCeilings(t *testing.T) {
	failed := stream(90e9)
	failed.Outcome, failed.Reason, failed.Estimate = results.OutcomeFailed, "out[0] is wrong", nil
	d := Derive(document(failed))
	assert.Empty(t, d.Ceilings)
	assert.Empty(t, d.Points)
	assert.Equal(t, []Incomplete{{"stream/read", map[string]int64{}, results.OutcomeFailed, "out[0] is wrong"}}, d.Incomplete)
}

func TestIntegerPathsCountOperations(t *testing.T) {
	r := record("int/mad", results.Work{Path: "int32", Operations: 1e9, Measures: "path:int32"}, 1)
	c := Derive(document(r)).Ceilings[0]
	assert.Equal(t, "OP/s", c.PerSecond.Unit)
	assert.Equal(t, "OP/SM/clk", c.PerSMCycle.Unit)
	assert.Equal(t, "OP", OperationUnit("tc.int8.int32"))
	assert.Equal(t, "FLOP", OperationUnit("tc.fp16.fp32"))
}

// The levels stand as they stand in the machine, and what is unknown comes last.
func TestOrderOfCeilings(t *testing.T) {
	var records []results.Record
	for _, level := range []string{"shared", "hbm", "l1", "dram", "l2"} {
		r := stream(80e9)
		r.Work.Bytes, r.Work.Measures = map[string]float64{level: 8e6}, "level:"+level
		records = append(records, r)
	}
	var names []string
	for _, c := range Derive(document(append(records, fma(400e9))...)).Ceilings {
		names = append(names, c.Name)
	}
	assert.Equal(t, []string{"fp32", "dram", "l2", "l1", "shared", "hbm"}, names)
}

func TestIntegerRidge(t *testing.T) {
	mad := record("fma/int32", results.Work{Path: "int32", Operations: 1e9, Measures: "path:int32"}, 1e9/200e9)
	r := Derive(document(mad, stream(80e9))).Ridges[0]
	wantQuantity(t, Quantity{2.5, 2.5, 2.5, "OP/byte"}, r.Quantity)
}

func TestRidgeByHand(t *testing.T) {
	peak, bandwidth := fma(400e9), stream(80e9)
	widen(&peak, 0.01)
	widen(&bandwidth, 0.02)
	d := Derive(document(peak, bandwidth))
	require.Len(t, d.Ridges, 1)
	r := d.Ridges[0]
	// 400/80, 396/81.6 and 404/78.4
	wantQuantity(t, Quantity{5, 4.852941176470588, 5.153061224489796, "FLOP/byte"}, r.Quantity)
	assert.Equal(t, "quotient", r.Method)
	assert.Equal(t, OK, r.Status)

	peak.Estimate.Samples = 2
	r = Derive(document(peak, bandwidth)).Ridges[0]
	assert.Equal(t, Suspect, r.Status)
	assert.Equal(t, []string{"the fp32 ceiling is suspect"}, r.Reasons)
}

func TestRidgeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		peak := fma(rapid.Float64Range(1e9, 500e9).Draw(t, "peak"))
		bandwidth := stream(rapid.Float64Range(1e9, 99e9).Draw(t, "bandwidth"))
		widen(&peak, rapid.Float64Range(0, 0.04).Draw(t, "peak width"))
		widen(&bandwidth, rapid.Float64Range(0, 0.04).Draw(t, "bandwidth width"))
		d := Derive(document(bandwidth, peak))
		require.Len(t, d.Ceilings, 2)
		require.Len(t, d.Ridges, 1)
		path, level, ridge := d.Ceilings[0], d.Ceilings[1], d.Ridges[0]
		assert.InEpsilon(t, path.PerSecond.Median, ridge.Median*level.PerSecond.Median, 1e-12)
		for _, q := range []Quantity{path.PerSecond, level.PerSecond, ridge.Quantity, *path.PerSMCycle, *level.PerSMCycle} {
			assert.LessOrEqual(t, q.Low, q.Median)
			assert.LessOrEqual(t, q.Median, q.High)
		}
	})
}
