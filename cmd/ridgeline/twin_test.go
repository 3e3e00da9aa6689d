package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

// A virtual GPU like none that is built in is measured, exported, and its twin
// measured again: every ceiling and every latency is within 2 %.
func TestTwinRoundTrip(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "odd.json")
	writeOddSpec(t, odd)
	twin := roundTrip(t, odd, "fma/fp32", "fma/int32", "bank/read", "l1/read", "stream/copy", "chase")
	assert.Contains(t, readPath(t, twin), `"l1.latency_cycles": "measured: chase/ca footprint_kib=16"`)
	assert.Contains(t, readPath(t, twin), `"limits.threads_per_sm": "assumed: of virtual t4, where it is \"CUDA`)
}

// roundTrip measures cases of a virtual GPU and of its twin, and gives the path
// of the twin's spec.
func roundTrip(t *testing.T, file string, cases ...string) (twin string) {
	t.Helper()
	want := rates(measureSpec(t, file, cases))
	twin = filepath.Join(t.TempDir(), "twin.json")
	ridgeline(t, "export", file+".run", "--format", "virtual-spec", "--out", twin)
	got := rates(measureSpec(t, twin, cases))
	require.Greater(t, len(want), len(cases))
	for name, rate := range want {
		assert.InEpsilon(t, rate, got[name], 0.02, name)
	}
	return twin
}

// writeOddSpec writes a small chip whose every measurable value differs from
// those of the SKU that its twin starts from.
func writeOddSpec(t *testing.T, path string) {
	t.Helper()
	var spec map[string]any
	require.NoError(t, json.Unmarshal([]byte(readFile(t, "cuda/virtual/spec/skus/t4.json")), &spec))
	delete(spec, "sources")
	spec["name"], spec["sm_count"], spec["sm_clock_mhz"] = "odd", 4, 1200
	at := func(keys ...string) map[string]any {
		inner := spec
		for _, key := range keys {
			inner = inner[key].(map[string]any)
		}
		return inner
	}
	at("pipes", "fma")["lanes"], at("pipes", "fma")["integer_lanes"], at("pipes", "fma")["latency_cycles"] = 96, 32, 6
	at("pipes", "fp64")["lanes"] = 8
	at("l1")["latency_cycles"], at("l1")["bytes_per_cycle"] = 41, 48
	at("shared")["bytes_per_cycle"] = 112
	at("l2")["bytes"], at("l2")["latency_cycles"], at("l2")["bytes_per_cycle"] = 2<<20, 333, 90.5
	at("memory")["bus_width_bits"], at("memory")["efficiency"], at("memory")["latency_cycles"] = 32, 0.71, 777
	at("tensor", "flop_per_cycle", "tc.fp16.fp32")["mma.sync"] = 811
	text, err := json.Marshal(spec)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

// measureSpec measures a virtual GPU into FILE.run.
func measureSpec(t *testing.T, file string, cases []string) *roofline.Derived {
	t.Helper()
	args := append([]string{"run", "--device", "virtual:" + file, "--quiet", "--preset", "quick", "--out", file + ".run"}, cases...)
	ridgeline(t, args...)
	doc, err := results.Read(file + ".run")
	require.NoError(t, err)
	return roofline.Derive(doc)
}

// rates are the ceilings, in operations or bytes a second, and the latencies.
func rates(d *roofline.Derived) map[string]float64 {
	list := map[string]float64{}
	for _, c := range d.Ceilings {
		list[string(c.Kind)+":"+c.Name] = c.PerSecond.Median
	}
	for _, p := range d.Points {
		if p.Latency != nil {
			list[p.Case+axesName(p.Axes)] = p.Latency.Load.Median
		}
		if p.Axes["chains"] == 1 {
			list[p.Case+axesName(p.Axes)] = p.Rate
		}
	}
	return list
}

func axesName(axes map[string]int64) string {
	text, _ := json.Marshal(axes) // sorted
	return string(text)
}

// ridgeline runs the program, which must end well.
func ridgeline(t *testing.T, args ...string) {
	t.Helper()
	var stderr strings.Builder
	code := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr)
	require.Zero(t, code, "%v\n%s", args, stderr.String())
}

func readPath(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
