package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// l2 moves 1 MB at 200 GB/s and claims the l2 ceiling.
func l2() results.Record {
	return record("stream/l2", results.Work{Bytes: map[string]float64{"l2": 1e6}, FootprintBytes: 5e5, Measures: "level:l2"}, 1e6/200e9)
}

// shared moves 8 MB at the rate given, with so many passes for each that would
// do.
func shared(bytesPerSecond float64, conflict uint64) results.Record {
	const bytes = 8e6
	r := record("bank/read", results.Work{Bytes: map[string]float64{"shared": bytes}, Measures: "level:shared"}, bytes/bytesPerSecond)
	r.Counters = &results.Counters{Traffic: map[string]results.Traffic{"shared_load": {
		Requests: bytes / 128, UsefulBytes: bytes, Passes: conflict * bytes / 128, IdealPasses: bytes / 128}}}
	return r
}

// The kernel is memory-bound by L2, though DRAM alone would let it be
// compute-bound.
func TestLevelsOfAKernel(t *testing.T) {
	k := kernel(8, 100e9)
	k.Work.Bytes["l2"], k.Work.Bytes["l1"], k.Work.Bytes["shared"] = 16*k.Work.Bytes["dram"], k.Work.Bytes["dram"], 0
	p := Derive(document(fma(400e9), stream(80e9), l2(), k)).Points[3]
	require.Len(t, p.Levels, 3, "a level without bytes is none")
	dram, second, l1 := p.Levels[0], p.Levels[1], p.Levels[2]
	// 100 GFLOP/s at 8 FLOP/byte is 12.5 GB/s of 80, and 200 GB/s of 200 at L2.
	assert.Equal(t, LevelUse{"dram", dram.BytesPerSecond, new(8.0), dram.OfCeiling, ComputeBound, false}, dram)
	assert.InEpsilon(t, 12.5/80, *dram.OfCeiling, 1e-12)
	assert.Equal(t, LevelUse{"l2", second.BytesPerSecond, new(0.5), second.OfCeiling, MemoryBound, true}, second)
	assert.InEpsilon(t, 1, *second.OfCeiling, 1e-12)
	assert.Equal(t, LevelUse{"l1", l1.BytesPerSecond, new(8.0), nil, Undecided, false}, l1, "L1 has no ceiling")
	assert.Equal(t, MemoryBound, p.Verdict)
	assert.Equal(t, "l2", p.Roof)
}

// Banks that serve one word a pass are as busy as banks that serve 32.
func TestBankConflictsAreMemoryBound(t *testing.T) {
	d := Derive(document(shared(320e9, 1), shared(10e9, 32)))
	free, conflict := d.Points[0], d.Points[1]
	assert.Equal(t, MemoryBound, conflict.Verdict)
	assert.Equal(t, "shared", conflict.Level)
	assert.InEpsilon(t, 10e9, conflict.Rate, 1e-12, "the rate is of useful bytes")
	assert.InEpsilon(t, 1, *conflict.OfRoof, 1e-12)
	assert.InEpsilon(t, 320e9, conflict.Levels[0].BytesPerSecond, 1e-12)
	assert.Equal(t, "100 % of the shared roof (10.00 GB/s); shared_load is 3.12 % efficient: 32 passes a request", conflict.Reason)
	assert.Nil(t, free.Wasteful())
	assert.InEpsilon(t, 320e9, d.Ceilings[0].PerSecond.Median, 1e-12, "a ceiling counts useful bytes")
}

func TestAccesses(t *testing.T) {
	c := &results.Counters{Traffic: map[string]results.Traffic{
		"global_load":  {Requests: 10, UsefulBytes: 1280, Sectors: 320},
		"global_store": {Requests: 10, UsefulBytes: 1280, Sectors: 40},
		"const_load":   {Requests: 3, UsefulBytes: 12},
		"shared_store": {Requests: 4, UsefulBytes: 512, Passes: 8, IdealPasses: 4},
		"local_load":   {},
	}}
	list := accesses(c, 2)
	require.Len(t, list, 3)
	assert.Equal(t, Access{"global_load", 0.125, 32, "sectors", 640, 0, 8960, false}, list[0])
	assert.Equal(t, Access{"global_store", 1, 4, "sectors", 640, 0, 0, false}, list[1])
	assert.Equal(t, Access{"shared_store", 0.5, 2, "passes", 256, 0, 512, false}, list[2])
	assert.Equal(t, "global_load", Point{Accesses: list}.Wasteful().Kind, "it moved the most in vain")
	c.WarpInstructions = 600
	assert.Equal(t, "global_load", Point{Accesses: accesses(c, 2)}.Wasteful().Kind)
	c.WarpInstructions = 1001
	assert.Nil(t, Point{Accesses: accesses(c, 2)}.Wasteful(), "ten loads of a thousand instructions do not matter")
	assert.Empty(t, accesses(nil, 2))
}

func TestSpillsAreTold(t *testing.T) {
	r := fma(10e9)
	r.Work.Measures = ""
	r.Counters = &results.Counters{WarpInstructions: 1000, Traffic: map[string]results.Traffic{
		"local_load": {Requests: 200, UsefulBytes: 25600, Sectors: 800}, "local_store": {Requests: 150, UsefulBytes: 19200, Sectors: 600}}}
	l1 := record("x/l1", results.Work{Bytes: map[string]float64{"l1": 1e6}, FootprintBytes: 1e3, Measures: "level:l1"}, 1e6/2000e9)
	p := Derive(document(fma(400e9), l1, r)).Points[2]
	assert.Equal(t, LatencyBound, p.Verdict)
	assert.Contains(t, p.Reason, "far below every roof: arrays in local memory go to memory; 35 loads and stores of arrays in local memory for 100 instructions")
	assert.InEpsilon(t, 0.2, p.Accesses[0].Share, 1e-12)
	r.Counters.WarpInstructions = 100e3
	assert.NotContains(t, Derive(document(fma(400e9), l1, r)).Points[2].Reason, "spilled")
}

// Spills are L1's bytes; where L2 or DRAM carries just as many, they go there.
func TestSpillsBoundByALevel(t *testing.T) {
	level := func(name string, bytesPerSecond float64) results.Record {
		return record("x/"+name, results.Work{Bytes: map[string]float64{name: 1e6}, FootprintBytes: 1e3, Measures: "level:" + name}, 1e6/bytesPerSecond)
	}
	spilling := func(bytesPerSecond float64) results.Record {
		r := fma(10e9) // of 400 GFLOP/s
		r.Work.Measures = ""
		r.Counters = &results.Counters{WarpInstructions: 1000, Traffic: map[string]results.Traffic{
			"spill_load": {Requests: 500, Sectors: uint64(bytesPerSecond * r.Estimate.SecondsMedian / 32)}}}
		return r
	}
	for _, c := range []struct {
		bytesPerSecond float64
		want           Verdict
		reason         string
	}{
		{1900e9, MemoryBound, "95 % of the l1 roof"},
		{850e9, MemoryBound, "likely beyond L1: at 106 % of what l2 carries"},
		{90e9, MemoryBound, "likely beyond L1: at 90 % of what dram carries"},
		{300e9, LatencyBound, "far below every roof: spilled registers go to memory"},
	} {
		p := Derive(document(fma(400e9), level("l1", 2000e9), level("l2", 800e9), stream(100e9), spilling(c.bytesPerSecond))).Points
		last := p[len(p)-1]
		assert.Equal(t, c.want, last.Verdict, "%g B/s", c.bytesPerSecond)
		assert.Contains(t, last.Reason, c.reason)
	}
}

func TestLatencyOfAChase(t *testing.T) {
	r := record("chase/ca", results.Work{Bytes: map[string]float64{"dram": 32e3}, DependentLoads: 1000}, 570e-6)
	p := Derive(document(stream(80e9), r)).Points[1]
	wantQuantity(t, Quantity{570e-9, 570e-9, 570e-9, "s"}, p.Latency.Load)
	wantQuantity(t, Quantity{570, 570, 570, "clk"}, *p.Latency.Cycles)
	assert.Equal(t, LatencyBound, p.Verdict)
	assert.Contains(t, p.Reason, "far below every roof: too little work in flight; a load takes 570 ns (570 cycles)")
	r.Estimate.SMClockMHz = nil
	p = Derive(document(stream(80e9), r)).Points[1]
	assert.Nil(t, p.Latency.Cycles)
	assert.Contains(t, p.Reason, "a load takes 570 ns")
}

func TestAchieved(t *testing.T) {
	for want, r := range map[string]results.Record{
		"80.00 GB/s":    stream(80e9),
		"400.0 GFLOP/s": fma(400e9),
		"200.0 GOP/s":   record("fma/int32", results.Work{Path: "int32", Operations: 1e9}, 1e9/200e9),
		"10.00 GB/s":    shared(10e9, 32),
		"0.003200 GB/s": record("chase/ca", results.Work{Bytes: map[string]float64{"dram": 32, "l2": 320}}, 1e-4),
	} {
		q, ok := Achieved(&r)
		assert.True(t, ok)
		assert.Equal(t, want, Readable(q.Median, q.Unit))
	}
	_, ok := Achieved(&results.Record{Case: "a/failed"})
	assert.False(t, ok)
	nothing := record("a/empty", results.Work{}, 1)
	_, ok = Achieved(&nothing)
	assert.False(t, ok)
}

// What a document lacks the ceiling of may hold a kernel back only where the
// kernel moves bytes enough.
func TestUnknownLevel(t *testing.T) {
	const sms, seconds = 100, 1e-3 // DRAM carries 1e8 bytes in that time at the least
	gpu := &results.Device{SMCount: sms}
	level := func(name string, bytesPerSecond float64) Ceiling {
		return Ceiling{Kind: KindLevel, Name: name, Status: OK, PerSecond: Quantity{Median: bytesPerSecond}}
	}
	for _, c := range []struct {
		name     string
		moved    map[string]float64
		ceilings []Ceiling
		want     string
	}{
		{"nothing is moved", nil, nil, ""},
		{"too little for the slowest DRAM", map[string]float64{"dram": 0.59e8}, nil, ""},
		{"DRAM might be slow", map[string]float64{"dram": 0.6e8}, nil, "dram"},
		{"DRAM might be slow, shared memory is not", map[string]float64{"dram": 1e9, "shared": 1e9}, []Ceiling{level("shared", 1e13)}, "dram"},
		{"L2 is as fast as DRAM", map[string]float64{"dram": 1e9, "l2": 1e9}, []Ceiling{level("dram", 2e12)}, ""},
		{"L2 carries more than DRAM", map[string]float64{"dram": 1e9, "l2": 2e9}, []Ceiling{level("dram", 2e12)}, "l2"},
		{"all are known", map[string]float64{"dram": 1e9, "l2": 2e9}, []Ceiling{level("dram", 2e12), level("l2", 3e12)}, ""},
	} {
		p := place{moved: c.moved}
		assert.Equal(t, c.want, p.unknownLevel(seconds, gpu, c.ceilings), c.name)
	}
}
