package bench

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// A virtual GPU reaches what its spec says, with every result exact.
func TestVirtualReachesItsSpec(t *testing.T) {
	for sku, path := range map[string]string{
		"h100-sxm": scaledSpec(t, "h100-sxm"), "t4": scaledSpec(t, "t4"), "unseen": unseenSpec(t),
	} {
		t.Run(sku, func(t *testing.T) {
			s, err := spec.Open(path)
			require.NoError(t, err)
			cases := Quick.Cases(selected(t, "fma/fp32", "fma/fp64", "fma/fp16x2", "fma/int32", "stream/read", "stream/copy", "bank/read"))
			records, err := runAll(t, openVirtual(t, path), Options{Seed: 1, Cases: cases})
			require.NoError(t, err)
			best := map[string]float64{}
			for _, r := range records {
				require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
				assert.Equal(t, "manifest", r.Kernel.RegistersSource)
				best[r.Work.Measures] = max(best[r.Work.Measures], rate(r))
				checkLimit(t, r)
			}
			steady, sms := s.SteadyState(), float64(s.SMCount)*s.ClockHz()
			for measures, want := range map[string]float64{
				"path:fp32":    steady.FP32FLOPPerSecond,
				"path:fp64":    steady.FP64FLOPPerSecond,
				"path:fp16x2":  steady.FP16x2FLOPPerSecond,
				"path:int32":   steady.Int32MultiplyAddOpsPerSMCycle * sms,
				"level:dram":   steady.DRAMBytesPerSecond,
				"level:shared": steady.SharedBytesPerSecond,
			} {
				assert.InEpsilon(t, want, best[measures], 0.02, measures)
			}
		})
	}
}

// The ceilings of a GPU of its full size.
func TestVirtualAtFullSize(t *testing.T) {
	s, err := spec.Open("h100-sxm")
	require.NoError(t, err)
	cases := Quick.Cases(selected(t, "fma/fp32", "stream/read"))
	records, err := runAll(t, openVirtual(t, "h100-sxm"), Options{Seed: 1, Cases: cases})
	require.NoError(t, err)
	best := map[string]float64{}
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
		assert.Empty(t, r.Warnings)
		best[r.Work.Measures] = max(best[r.Work.Measures], rate(r))
		checkLimit(t, r)
	}
	assert.InEpsilon(t, s.SteadyState().FP32FLOPPerSecond, best["path:fp32"], 0.02)
	assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, best["level:dram"], 0.02)
}

// runShort measures cases by launches that are shorter than they should be, on
// a device whose launches cost next to nothing.
func runShort(t *testing.T, dev cuda.Device, cases []Case) ([]results.Record, error) {
	t.Helper()
	var records []results.Record
	e := newEngine(dev, library(t), Options{Seed: 1, Cases: cases})
	e.sizes = sizes{cacheMultiple: 8, launchSeconds: 60e-6, costMultiple: 100}
	err := e.run(t.Context(), func(r results.Record) error { records = append(records, r); return nil })
	return records, err
}

// rate is what a record measures, in FLOP/s or B/s.
func rate(r results.Record) float64 {
	work := r.Work.Operations
	if level, found := strings.CutPrefix(r.Work.Measures, "level:"); found {
		work = r.Work.Bytes[level]
	}
	return work / r.Estimate.SecondsMedian
}

// checkLimit checks that no rate is above its physical limit, but for the
// thousandth that the extrapolation of a launch in many waves may err.
func checkLimit(t *testing.T, r results.Record) {
	t.Helper()
	if r.Work.Measures == "" {
		return
	}
	require.NotNil(t, r.Limit.PerSecond, r.Limit.Source)
	assert.LessOrEqual(t, rate(r), *r.Limit.PerSecond*1.001, "%s %v", r.Case, r.Axes)
}

func openVirtual(t *testing.T, sku string) cuda.Device {
	t.Helper()
	d, err := virtual.Open(sku)
	require.NoError(t, err)
	dev, err := d.Open(0)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, dev.Close()) })
	return dev
}

// editSpec writes a spec file that differs from a SKU's.
func editSpec(t *testing.T, sku string, edit func(map[string]any)) string {
	t.Helper()
	text, err := os.ReadFile("../cuda/virtual/spec/skus/" + sku + ".json")
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(text, &fields))
	edit(fields)
	delete(fields, "sources")
	text, err = json.Marshal(fields)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "edited.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

func field(fields map[string]any, path ...string) (map[string]any, string) {
	for _, key := range path[:len(path)-1] {
		fields = fields[key].(map[string]any)
	}
	return fields, path[len(path)-1]
}

func set(fields map[string]any, value any, path ...string) {
	in, key := field(fields, path...)
	in[key] = value
}

// scaledSpec is a SKU with four SMs, the share of L2 and memory that they have
// on the whole one, and launches that cost next to nothing.
func scaledSpec(t *testing.T, sku string) string {
	return editSpec(t, sku, func(f map[string]any) {
		share := 4 / f["sm_count"].(float64)
		scale := func(round bool, path ...string) {
			in, key := field(f, path...)
			value := in[key].(float64) * share
			if round {
				value = math.Ceil(value)
			}
			in[key] = value
		}
		memory := f["memory"].(map[string]any)
		width := memory["bus_width_bits"].(float64) * share
		memory["clock_mhz"] = memory["clock_mhz"].(float64) * width / math.Ceil(width/8) / 8
		memory["bus_width_bits"] = 8 * math.Ceil(width/8)
		scale(true, "l2", "bytes")
		scale(false, "l2", "bytes_per_cycle")
		set(f, sku+" with 4 SMs", "name")
		set(f, 4, "sm_count")
		set(f, 1e-7, "launch", "overhead_seconds")
		set(f, 1e-7, "launch", "gap_seconds")
	})
}

// unseenSpec is a GPU that exists nowhere: odd numbers, and launches that cost
// much.
func unseenSpec(t *testing.T) string {
	return editSpec(t, "t4", func(f map[string]any) {
		set(f, "odd", "name")
		set(f, "8.6", "compute_capability")
		set(f, 3, "sm_count")
		set(f, 1111, "sm_clock_mhz")
		set(f, 128, "pipes", "fma", "lanes")
		set(f, 6, "pipes", "fma", "latency_cycles")
		set(f, 300<<10, "l2", "bytes")
		set(f, 700, "memory", "latency_cycles")
		set(f, 32, "memory", "bus_width_bits")
		set(f, 2e-6, "launch", "overhead_seconds")
		set(f, 1e-6, "launch", "gap_seconds")
	})
}
