package bench

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// A virtual GPU measured by the whole suite reaches what its spec says, with
// every result exact.
func TestVirtualReachesItsSpec(t *testing.T) {
	for sku, cases := range map[string][]Case{"h100-sxm": Cases(), "t4": thin(Cases()), unseenSpec(t): thin(Cases())} {
		t.Run(filepath.Base(sku), func(t *testing.T) {
			s, err := spec.Open(sku)
			require.NoError(t, err)
			records, err := runAll(t, openVirtual(t, sku), Options{Seed: 1, Cases: cases})
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(records), 11)
			best, latencyBound := map[string]float64{}, 0
			for _, r := range records {
				require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
				assert.Positive(t, r.Verification.Checked)
				assert.Len(t, r.Samples, minSamples)
				assert.Empty(t, r.Warnings)
				assert.Equal(t, "manifest", r.Kernel.RegistersSource)
				counted, formula := float64(r.Counters.Operations["fp32"]), r.Work.Operations
				assert.InDelta(t, formula, counted, 1e-6*formula, "%s %v: the formula and the counters", r.Case, r.Axes)
				best[r.Work.Measures] = max(best[r.Work.Measures], rate(r))
				checkLimit(t, r)
				if r.Case == "fma/fp32" && checkLatencyBound(t, s, r) {
					latencyBound++
				}
			}
			assert.Equal(t, sku != "t4", latencyBound > 0, "8 warps fill the pipes of a T4")
			assert.InEpsilon(t, s.SteadyState().FP32FLOPPerSecond, best["path:fp32"], 0.02)
			assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, best["level:dram"], 0.02)
		})
	}
}

// thin leaves about every third value of each axis, to be quick.
func thin(cases []Case) []Case {
	for _, c := range cases {
		for i, axis := range c.Axes {
			var some []int64
			for j, value := range axis.Values {
				if j%3 == 0 || j == len(axis.Values)-1 {
					some = append(some, value)
				}
			}
			c.Axes[i].Values = some
		}
	}
	return cases
}

// rate is what a record measures, in FLOP/s or B/s.
func rate(r results.Record) float64 {
	work := r.Work.Operations
	if r.Work.Path == "" {
		work = r.Work.Bytes["dram"]
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

// Few warps with few chains cannot hide the latency of an FMA: by Little's law
// the rate is the FMAs in flight over their latency.
func checkLatencyBound(t *testing.T, s *spec.Spec, r results.Record) (bound bool) {
	t.Helper()
	inFlight := float64(r.Launch.BlocksPerSM * blockThreads * int(r.Axes["chains"]))
	lanes := inFlight / float64(s.Pipes.FMA.LatencyCycles)
	if lanes > 0.6*float64(s.Pipes.FMA.Lanes) {
		return false
	}
	want := 2 * lanes * float64(s.SMCount) * s.ClockHz()
	assert.InEpsilon(t, want, rate(r), 0.03, "%v with %d blocks an SM", r.Axes, r.Launch.BlocksPerSM)
	return true
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

// editSpec writes a spec file that differs from the T4's.
func editSpec(t *testing.T, edit func(map[string]any)) string {
	t.Helper()
	text, err := os.ReadFile("../cuda/virtual/spec/skus/t4.json")
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

func set(fields map[string]any, value any, path ...string) {
	for _, key := range path[:len(path)-1] {
		fields = fields[key].(map[string]any)
	}
	fields[path[len(path)-1]] = value
}

// unseenSpec is a GPU that exists nowhere: odd numbers, and launches that cost
// much.
func unseenSpec(t *testing.T) string {
	return editSpec(t, func(f map[string]any) {
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

// tinySpec is a GPU that is quick to simulate.
func tinySpec(t *testing.T) string {
	return editSpec(t, func(f map[string]any) {
		set(f, "tiny", "name")
		set(f, 2, "sm_count")
		set(f, 48<<10, "l2", "bytes")
		set(f, 96, "l2", "bytes_per_cycle")
		set(f, 16, "memory", "bus_width_bits")
		set(f, 1e-7, "launch", "overhead_seconds")
		set(f, 1e-7, "launch", "gap_seconds")
	})
}

// mutant loads PTX that was changed.
type mutant struct {
	cuda.Device
	change func(ptx []byte) []byte
}

func (m mutant) Load(image cuda.Image) (cuda.Module, error) {
	image.PTX = m.change(image.PTX)
	return m.Device.Load(image)
}

// A kernel that is wrong in one instruction is found out by its check.
func TestVirtualCatchesMutants(t *testing.T) {
	spec := tinySpec(t)
	for name, m := range map[string]struct {
		pattern  string
		axis     string
		value    int64
		old, new string // a regular expression, and what comes in its place
	}{
		"read: no store":            {"stream/read", "", 0, `st\.global\.u32[^\n]*`, ""},
		"read: half of the trips":   {"stream/read", "", 0, halveOld, halveNew},
		"read: one vector twice":    {"stream/read", "", 0, `\[%rd16\+4096\]`, "[%rd16]"},
		"read: a word left out":     {"stream/read", "", 0, `xor\.b32\s+(%r64), (%r\d+), %r\d+;`, "mov.b32 $1, $2;"},
		"copy: half of the trips":   {"stream/copy", "", 0, halveOld, halveNew},
		"copy: a vector not stored": {"stream/copy", "", 0, `st\.global\.v4\.u32\s+\[%rd\d+\+4096\][^\n]*`, ""},
		"fma: half of the trips":    {"fma/fp32", "chains", 4, halveOld, halveNew},
		"fma: a chain left out":     {"fma/fp32", "chains", 8, `xor\.b32\s+(%r\d+), (%r\d+), %r\d+;`, "mov.b32 $1, $2;"},
		"fma: a step left out":      {"fma/fp32", "chains", 1, `fma\.rn\.f32\s+(%f\d+), (%f\d+), %f\d+, %f\d+;`, "mov.f32 $1, $2;"},
		"fma: rounded twice":        {"fma/fp32", "chains", 2, twiceOld, twiceNew},
		"fma: towards zero":         {"fma/fp32", "chains", 1, `fma\.rn\.f32`, "fma.rz.f32"},
		"intensity: half the trips": {"intensity/fp32", elementFLOPs, 8, halveOld, halveNew},
		"intensity: a step less":    {"intensity/fp32", elementFLOPs, 2, `fma\.rn\.f32\s+(%f\d+), (%f\d+), %f\d+, %f\d+;`, "mov.f32 $1, $2;"},
		"half: rounded twice":       {"intensity/fp32", elementFLOPs, 1, twiceOld, twiceNew},
	} {
		c := selected(t, m.pattern)[0]
		for i := range c.Axes {
			if c.Axes[i].Name == m.axis {
				c.Axes[i].Values = []int64{m.value}
			}
		}
		symbol := c.recipe.symbol(axes{m.axis: m.value})
		dev := mutant{openVirtual(t, spec), func(ptx []byte) []byte { return mutate(t, name, ptx, symbol, m.old, m.new) }}
		records, err := runAll(t, dev, Options{Cases: []Case{c}})
		require.NoError(t, err)
		for _, r := range records {
			assert.Equal(t, results.OutcomeFailed, r.Outcome, name)
			assert.Contains(t, r.Reason, "wrong result of "+symbol, name)
			assert.Nil(t, r.Estimate)
		}
	}
}

const (
	halveOld = `(ld\.param\.u32\s+)(%r\d+)(, \[\w+_param_[23]\];)`
	halveNew = "$1$2$3 shr.u32 $2, $2, 1;"
	twiceOld = `fma\.rn\.f32\s+(%f\d+), (%f\d+), (%f\d+), (%f\d+);`
	twiceNew = "{ .reg .f32 %product; mul.rn.f32 %product, $2, $3; add.rn.f32 $1, %product, $4; }"
)

// mutate changes the first match in one entry of a module. It leaves a module
// without the entry alone.
func mutate(t *testing.T, name string, ptx []byte, symbol, old, replacement string) []byte {
	t.Helper()
	entry := regexp.MustCompile(`(?s)\.entry ` + symbol + `\(.*?\n}`)
	where := entry.FindIndex(ptx)
	if where == nil {
		return ptx
	}
	body := ptx[where[0]:where[1]]
	pattern := regexp.MustCompile(old)
	at := pattern.FindSubmatchIndex(body)
	require.NotNil(t, at, "%s: the kernel has no %s", name, old)
	changed := pattern.Expand(append([]byte{}, body[:at[0]]...), []byte(replacement), body, at)
	changed = append(changed, body[at[1]:]...)
	return append(append(append([]byte{}, ptx[:where[0]]...), changed...), ptx[where[1]:]...)
}
