package profile

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// testRecord is a case that a virtual GPU counted: 1000 blocks of 256 threads, of
// which 10 SMs hold 4 each.
func testRecord() (*results.Document, *results.Record) {
	sm, memory := 1500.0, 2000.0
	doc := &results.Document{Provenance: results.Simulated, Run: results.Run{Version: "9"},
		Device: results.Device{Name: "virtual test", ComputeCapability: "9.0", SMCount: 10}}
	return doc, &results.Record{
		Case: "stream/read", Axes: map[string]int64{"bytes_per_lane": 16}, Outcome: results.OutcomeOK,
		Kernel:   &results.Kernel{Symbol: "stream_read_b128", Registers: 32},
		Launch:   &results.Launch{Grid: [3]int{1000, 1, 1}, Block: [3]int{256, 1, 1}, BlocksPerSM: 4},
		Work:     &results.Work{Bytes: map[string]float64{"dram": 6400}},
		Samples:  []results.Sample{{MemoryClockMHz: &memory}},
		Estimate: &results.Estimate{SecondsMedian: 0.5, SMClockMHz: &sm},
		Counters: &results.Counters{
			WarpInstructions: 10, ThreadInstructions: 160, Operations: map[string]uint64{"int32": 320, "fp32": 0},
			Pipes: map[string]uint64{"alu": 10},
			Traffic: map[string]results.Traffic{
				"global_load": {Requests: 5, UsefulBytes: 3200, Sectors: 200},
				"shared_load": {Requests: 2, UsefulBytes: 256, Passes: 8, IdealPasses: 2},
			},
		},
	}
}

func TestRecordIsAKernel(t *testing.T) {
	doc, r := testRecord()
	k := FromRecord(doc, r)
	assert.Equal(t, "stream/read bytes_per_lane=16", k.Name)
	assert.Equal(t, "stream_read_b128", k.Function)
	assert.True(t, k.Source.Simulated)
	assert.Equal(t, TierCounters, k.Tier)
	assert.Equal(t, 10.0, k.Device.SMs.Or(0))
	assert.Contains(t, k.Device.L2Bytes.Why(), "L2")
	assert.Equal(t, 0.5, k.TimeSeconds.Or(0))
	assert.Equal(t, 1.5e9, k.Clocks.SMHertz.Or(0))
	assert.Equal(t, 2e9, k.Clocks.DRAMHertz.Or(0))
	assert.Equal(t, 25.0, k.Launch.Waves.Or(0), "1000 blocks, 40 at a time")
	require.Len(t, k.Work, 1)
	assert.Equal(t, "int32", k.Work[0].Path)
	assert.Equal(t, 6400.0, traffic(k, LevelDRAM).Bytes.Or(0))
	assert.Equal(t, 6400.0, traffic(k, LevelL1).Bytes.Or(0), "200 sectors")
	assert.Equal(t, 1024.0, traffic(k, LevelShared).Bytes.Or(0), "8 passes")
	assert.Equal(t, 16.0, k.Accesses[0].BytesPerSector.Or(0))
	assert.Equal(t, 6.0, k.Accesses[1].BankConflicts.Or(0))
	assert.Equal(t, 16.0, k.Divergence.ThreadsPerInstruction.Or(0))
	assert.Equal(t, 0.0, k.Tensor.Instructions.Or(1))
	assert.Equal(t, 0.0, k.Local.SpillInstructions.Or(1))
}

// What a real GPU runs is not counted: the formula alone is known.
func TestRecordOfARealGPU(t *testing.T) {
	doc, r := testRecord()
	doc.Provenance, r.Counters, r.Samples[0].MemoryClockMHz = results.Measured, nil, nil
	r.Work.Path, r.Work.Operations = "fp32", 7
	k := FromRecord(doc, r)
	assert.False(t, k.Source.Simulated)
	assert.Equal(t, TierDeclared, k.Tier)
	assert.Equal(t, 7.0, k.Work[0].Operations)
	assert.Equal(t, byFormula, k.Work[0].Definition)
	assert.False(t, k.Clocks.DRAMHertz.Known())
	assert.Len(t, k.Traffic, 1)
	assert.False(t, k.Local.SpillInstructions.Known())
}

// The formula of a case does not know what its registers spill.
func TestRecordThatSpills(t *testing.T) {
	doc, r := testRecord()
	r.Counters.Traffic["spill_load"] = results.Traffic{Requests: 3, UsefulBytes: 384, Sectors: 12}
	k := FromRecord(doc, r)
	assert.False(t, traffic(k, LevelDRAM).Bytes.Known())
	assert.Equal(t, 32.0*212, traffic(k, LevelL1).Bytes.Or(0))
	assert.Equal(t, 3.0, k.Local.SpillInstructions.Or(0))
	assert.Equal(t, 12.0, k.Local.Sectors.Or(0))
}

func TestResultsDocument(t *testing.T) {
	text, err := os.ReadFile("../../results/testdata/h100-sxm.json")
	require.NoError(t, err)
	file, err := Read(bytes.NewReader(text), Options{Name: "doc.json"})
	require.NoError(t, err)
	assert.Equal(t, FormatResults, file.Format)
	doc, err := results.Decode(bytes.NewReader(text), "doc.json")
	require.NoError(t, err)
	ok := 0
	for _, r := range doc.Records {
		if r.Outcome == results.OutcomeOK {
			ok++
		}
	}
	assert.Len(t, file.Kernels, ok)

	_, err = readString(t, `{"schema": "ridgeline/1", "provenance": "simulated", "run": {`)
	var unreadable *UnreadableError
	require.ErrorAs(t, err, &unreadable)
	assert.Contains(t, err.Error(), "truncated")
}
