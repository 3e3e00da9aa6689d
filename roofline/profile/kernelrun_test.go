package profile

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

func kernelRun() *results.KernelRun {
	clock, cycles, waves := 1500.0, 3000.0, 0.5
	return &results.KernelRun{
		Schema: results.KernelSchema, File: "k.ptx", Kernel: "k", Warnings: []string{"odd"},
		Counted: results.KernelCounts{
			Device: results.Device{Name: "virtual t4"}, Grid: [3]int{8, 1, 1}, Block: [3]int{64, 2, 1},
			Registers: 40, RegistersSource: "estimate", WarpsPerSM: 16, MaxWarpsPerSM: 32, Blocks: 8, ExecutedBlocks: 2,
			Counters: results.Counters{
				WarpInstructions: 100, ThreadInstructions: 2400, Operations: map[string]uint64{"int32": 5, "fp32": 7},
				Traffic: map[string]results.Traffic{
					"global_load": {Requests: 10, UsefulBytes: 320, Sectors: 40},
					"shared_load": {Requests: 4, UsefulBytes: 512, Passes: 12, IdealPasses: 4},
					"local_store": {Requests: 1, UsefulBytes: 128, Sectors: 4},
				},
			},
			Levels: []results.LevelBytes{{Level: "dram", Bytes: 640, Basis: "caches"}, {Level: "shared", Bytes: 1536, Counted: true, Basis: "passes"}, {Level: "tape", Bytes: 1}},
		},
		Time: &results.KernelTime{
			Provenance: results.Simulated, Device: results.Device{Name: "virtual t4", ComputeCapability: "7.5", SMCount: 40, MemoryClockMHz: 5000},
			Seconds: results.Interval{Median: 2e-6, Low: 2e-6, High: 2e-6}, SMClockMHz: &clock, Cycles: &cycles, Waves: &waves,
			Stalls: []results.Stall{{Reason: "long_scoreboard", Share: 0.75}},
		},
	}
}

func readRun(t *testing.T, run *results.KernelRun) Kernel {
	t.Helper()
	text, err := json.Marshal(run)
	require.NoError(t, err)
	file, err := Read(strings.NewReader(string(text)), Options{Name: "run.json"})
	require.NoError(t, err)
	require.Len(t, file.Kernels, 1)
	assert.Equal(t, FormatKernelRun, file.Format)
	return file.Kernels[0]
}

func TestKernelRun(t *testing.T) {
	k := readRun(t, kernelRun())
	assert.Equal(t, "k", k.Name)
	assert.Equal(t, Source{File: "run.json", Format: FormatKernelRun, Row: 1}, k.Source)
	assert.Equal(t, TierStalls, k.Tier)
	assert.Equal(t, Known(2e-6), k.TimeSeconds)
	assert.Equal(t, "virtual t4", k.Device.Name)
	assert.Equal(t, Known(40), k.Device.SMs)
	assert.Equal(t, Clocks{SMHertz: Known(1.5e9), DRAMHertz: Known(5e9), SMCycles: Known(3000)}, k.Clocks)
	assert.Equal(t, &Dim3{64, 2, 1}, k.Launch.Block)
	assert.Nil(t, k.Launch.Cluster)
	assert.Equal(t, Known(0.5), k.Launch.Waves)
	assert.False(t, k.Launch.RegistersPerThread.Known(), "an estimate is no report of an assembler")
	assert.Equal(t, Known(50), k.Occupancy.TheoreticalPercent)
	assert.Equal(t, Known(24), k.Divergence.NotPredicatedOff)
	assert.Equal(t, Known(4), k.Local.Sectors)
	assert.Equal(t, []string{"odd", "counted in 2 of 8 blocks, and scaled"}, k.Warnings)
	require.Len(t, k.Work, 2)
	assert.Equal(t, [2]any{"fp32", 7.0}, [2]any{k.Work[0].Path, k.Work[0].Operations})
	require.Len(t, k.Traffic, 2, "a level that is none is left out")
	assert.Equal(t, Known(1536), k.Traffic[1].Bytes)
	require.Len(t, k.Accesses, 3)
	assert.Equal(t, Known(8), k.Accesses[0].BytesPerSector)
	assert.Equal(t, Known(4), k.Accesses[0].SectorsPerRequest())
	assert.Equal(t, Known(8), k.Accesses[2].BankConflicts)
	require.Len(t, k.Stalls, 1)
	assert.Equal(t, Known(0.75), k.Stalls[0].Share)
}

// A launch without a time is there, and cannot be judged.
func TestKernelRunWithoutTime(t *testing.T) {
	run := kernelRun()
	run.Time = nil
	k := readRun(t, run)
	assert.Equal(t, "the launch was not timed", k.TimeSeconds.Why())
	assert.Equal(t, TierCounters, k.Tier)
}

func TestKernelRunOfAnotherVersion(t *testing.T) {
	_, err := Read(strings.NewReader(`{"schema": "ridgeline-kernel/9"}`), Options{})
	var corrupt *CorruptError
	require.ErrorAs(t, err, &corrupt)
	assert.ErrorContains(t, err, "ridgeline-kernel/9")
	_, err = Read(strings.NewReader(`{"schema": "ridgeline-kernel/1", "kernel": 3}`), Options{})
	require.ErrorAs(t, err, &corrupt)
	_, err = Read(strings.NewReader(`{"schema": "ridgeline-kernel/1", "kernel": "k`), Options{})
	var cut *CutError
	require.ErrorAs(t, err, &cut)
}
