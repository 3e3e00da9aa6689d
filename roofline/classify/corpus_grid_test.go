package classify_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// smallGrid is a kernel of the suite that fills a GPU, launched with one block:
// all SMs but one are idle, whatever the kernel does.
type smallGrid struct {
	symbol  string
	scalars []cuda.Arg // between the pointers and the trips
	// level is where a block moves 16 KiB a trip; empty where it does not.
	level string
}

func smallGrids() []smallGrid {
	return []smallGrid{
		{symbol: "fma_fp32_chains8", scalars: []cuda.Arg{cuda.ArgF32(-1.5)}},
		{symbol: "l1_read_b128", level: profile.LevelL1},
		{symbol: "stream_copy_b128", level: profile.LevelDRAM},
	}
}

// trips are enough for a block of any of them to last a hundred empty launches.
const trips = 256

// launched is what a profile would say of a small grid.
func (g smallGrid) launched(t *testing.T, dev cuda.Device, lib *kernels.Library, device results.Device) profile.Kernel {
	t.Helper()
	module, _, ptx, err := lib.Find(g.symbol, dev.Info().ComputeCapability.Number())
	require.NoError(t, err)
	loaded, err := dev.Load(cuda.Image{Name: module.PTX, PTX: ptx})
	require.NoError(t, err)
	f, err := loaded.Function(g.symbol)
	require.NoError(t, err)
	const bytes = 2 * trips * 16 << 10
	in, err := dev.Alloc(bytes)
	require.NoError(t, err)
	out, err := dev.Alloc(bytes)
	require.NoError(t, err)
	args := append([]cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(out)}, g.scalars...)
	w, err := dev.Time(t.Context(), cuda.Launch{Function: f, Grid: cuda.D1(1), Block: cuda.D1(256), Args: append(args, cuda.ArgU32(trips))}, 1)
	require.NoError(t, err)
	require.NoError(t, dev.Free(in))
	require.NoError(t, dev.Free(out))
	r := results.Record{
		Case: g.symbol, Axes: map[string]int64{"blocks": 1}, Outcome: results.OutcomeOK,
		Launch:   &results.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{256, 1, 1}, BlocksPerSM: 1},
		Work:     &results.Work{Bytes: map[string]float64{"dram": 256 * 4}},
		Estimate: &results.Estimate{SecondsMedian: w.Seconds, SMClockMHz: &device.SMClockMHz},
		Samples:  []results.Sample{{Seconds: w.Seconds, Launches: 1, MemoryClockMHz: &device.MemoryClockMHz}},
		Counters: &results.Counters{Operations: w.Report.Counters.Operations, WarpInstructions: w.Report.Counters.WarpInstructions,
			ThreadInstructions: w.Report.Counters.ThreadInstructions},
	}
	if g.level != "" {
		r.Work.Bytes[g.level] += float64(w.Report.Counters.GlobalLoad.UsefulBytes + w.Report.Counters.GlobalStore.UsefulBytes)
	}
	return profile.FromRecord(&results.Document{Provenance: results.Simulated, Device: device}, &r)
}

// smallGridsJudged adds the small grids to a corpus.
func smallGridsJudged(t *testing.T, sku string, dev cuda.Device, lib *kernels.Library, c *classify.Ceilings) (list []labelled) {
	t.Helper()
	for _, g := range smallGrids() {
		k := g.launched(t, dev, lib, c.Device)
		list = append(list, labelled{sku: sku, name: k.Name, truth: truth{class: classify.ClassLatency}, got: classify.Classify(&k, c)})
	}
	return list
}
