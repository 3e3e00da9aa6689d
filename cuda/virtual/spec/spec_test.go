package spec

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"ridgeline/cuda"
)

func TestEmbeddedSKUsHaveASourceForEveryField(t *testing.T) {
	specs, err := Embedded()
	require.NoError(t, err)
	require.Len(t, specs, 9)
	for _, s := range specs {
		for _, field := range s.Fields() {
			assert.NotEmpty(t, s.Sources[field], "%s: %s", s.Name, field)
		}
		assert.Len(t, s.Sources, len(s.Fields()))
		assert.Equal(t, s.Name+".json", s.File())
		assert.Len(t, s.SHA256(), 64)
	}
}

func TestFieldsNamesEveryValue(t *testing.T) {
	h100, err := Open("h100-sxm")
	require.NoError(t, err)
	fields := h100.Fields()
	assert.Equal(t, []string{"name", "compute_capability", "sm_count"}, fields[:3])
	assert.Contains(t, fields, "pipes.fma.lanes")
	assert.Contains(t, fields, "limits.shared_unit_bytes")
	assert.Contains(t, fields, "tensor.flop_per_cycle.tc.fp16.fp32.wgmma")
	bare := *h100
	bare.Tensor = nil
	assert.Len(t, bare.Fields(), 50)
}

func TestSteadyState(t *testing.T) {
	h100, err := Open("h100-sxm")
	require.NoError(t, err)
	r := h100.SteadyState()
	assert.Equal(t, 256.0, r.FP32FLOPPerSMCycle)
	assert.Equal(t, 128.0, r.FP64FLOPPerSMCycle)
	assert.Equal(t, 512.0, r.FP16x2FLOPPerSMCycle)
	assert.InEpsilon(t, 66.908e12, r.FP32FLOPPerSecond, 1e-4) // 132 x 256 x 1980e6
	assert.InEpsilon(t, 3240.0e9, r.DRAMBytesPerSecond, 1e-4) // 2619e6 x 2 x 640 x 0.9665
	assert.InEpsilon(t, 9900e9, r.L2BytesPerSecond, 1e-9)
	assert.InEpsilon(t, 132*128*1980e6, r.SharedBytesPerSecond, 1e-9)
	assert.Equal(t, cuda.ComputeCapability{Major: 9}, h100.Capability())

	t4, err := Open("t4")
	require.NoError(t, err)
	r = t4.SteadyState()
	assert.Equal(t, 128.0, r.FP32FLOPPerSMCycle)
	assert.Equal(t, 4.0, r.FP64FLOPPerSMCycle)
	assert.InEpsilon(t, 8.1408e12, r.FP32FLOPPerSecond, 1e-9)
	assert.InEpsilon(t, 263.04e9, r.DRAMBytesPerSecond, 1e-9)
	assert.Equal(t, 128.0, r.Int32MultiplyAddOpsPerSMCycle)
	// 64 lanes of multiply-adds leave half of the 128 issue slots to the alu.
	assert.Equal(t, 192.0, r.Int32OpsPerSMCycle)
}

func TestSteadyStateIsLimitedByIssueAndPorts(t *testing.T) {
	s := mustEdit(t, "h100-sxm", `"fma": { "lanes": 128`, `"fma": { "lanes": 256`)
	assert.Equal(t, 256.0, s.SteadyState().FP32FLOPPerSMCycle)
	s = mustEdit(t, "h100-sxm", `"sm_count": 132`, `"sm_count": 4`)
	assert.InEpsilon(t, 4*64*1980e6, s.SteadyState().DRAMBytesPerSecond, 1e-9)
}

func TestOpenReadsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.json")
	data, err := skus.ReadFile("skus/t4.json")
	require.NoError(t, err)
	data = bytes.Replace(data, []byte(`"name": "t4"`), []byte(`"name": "my chip"`), 1)
	data = bytes.Replace(data, []byte(`"compute_capability": "7.5"`), []byte(`"compute_capability": "13.2"`), 1)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	s, err := Open(path)
	require.NoError(t, err)
	assert.Equal(t, "my chip", s.Name)
	assert.Equal(t, cuda.ComputeCapability{Major: 13, Minor: 2}, s.Capability())
	assert.Equal(t, path, s.File())
}

func TestSourcesMayBeAbsent(t *testing.T) {
	data, err := skus.ReadFile("skus/t4.json")
	require.NoError(t, err)
	at := bytes.Index(data, []byte(`,
  "sources"`))
	require.Positive(t, at)
	s, err := Parse("bare.json", append(data[:at:at], '}'))
	require.NoError(t, err)
	assert.Empty(t, s.Sources)
}

func TestOpenRefuses(t *testing.T) {
	_, err := Open("h300")
	require.EqualError(t, err, `virtual GPU spec "h300": there is no such virtual SKU: want one of a100-80-sxm, b200, h100-sxm, h200, l4, rtx-4090, rtx-5090, t4, v100-sxm2, or a file that ends in .json`)
	_, err = Open(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(t.TempDir() + "/.json")
	require.Error(t, err)
	dir := filepath.Join(t.TempDir(), "dir.json")
	require.NoError(t, os.Mkdir(dir, 0o700))
	_, err = Open(dir)
	require.ErrorContains(t, err, "want a regular file")
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"negative clock", `"sm_clock_mhz": 1980`, `"sm_clock_mhz": -1980`, "field sm_clock_mhz is -1980: want a number from 10 to 10000"},
		{"zero clock", `"clock_mhz": 2619`, `"clock_mhz": 0`, "field memory.clock_mhz is 0: want a number above 0 and at most 1000000"},
		{"NaN", `"sm_clock_mhz": 1980`, `"sm_clock_mhz": NaN`, "line 6 is not JSON: invalid character 'N' looking for beginning of value"},
		{"endless", `"sm_clock_mhz": 1980`, `"sm_clock_mhz": 1e999`, "field sm_clock_mhz is 1e999: want a number from 10 to 10000"},
		{"unknown key", `"sm_count"`, `"sm_cuont"`, "field sm_cuont: is not a field of ridgeline-vgpu-spec/1"},
		{"unknown inner key", `"efficiency"`, `"effi ciency"`, `field "memory.effi ciency": is not a field of ridgeline-vgpu-spec/1`},
		{"missing", `"sm_count": 132,`, ``, "field sm_count: is missing: want a whole number from 1 to 4096"},
		{"twice", `"sm_count": 132,`, `"sm_count": 132, "sm_count": 132,`, "field sm_count: stands twice"},
		{"text for a number", `"sm_count": 132`, `"sm_count": "132"`, `field sm_count is "132": want a whole number from 1 to 4096`},
		{"part of an SM", `"sm_count": 132`, `"sm_count": 1.5`, "field sm_count is 1.5: want a whole number from 1 to 4096"},
		{"no SMs", `"sm_count": 132`, `"sm_count": 0`, "field sm_count is 0: want a whole number from 1 to 4096"},
		{"null", `"sm_count": 132`, `"sm_count": null`, "field sm_count is null"},
		{"list", `"sm_count": 132`, `"sm_count": [132]`, "field sm_count is a list: want a whole number"},
		{"number for an object", `"shared": {`, `"shared": 5, "x": {`, "field x: is not a field"},
		{"negative latency", `"latency_cycles": 689`, `"latency_cycles": -1`, "field memory.latency_cycles is -1: want a whole number from 1"},
		{"latencies", `"latency_cycles": 689`, `"latency_cycles": 100`, "field memory.latency_cycles is 100: want at least l2.latency_cycles, which is 280"},
		{"L2 latency", `"latency_cycles": 280`, `"latency_cycles": 31`, "field l2.latency_cycles is 31: want at least l1.latency_cycles, which is 32"},
		{"lanes", `"lanes": 64, "latency_cycles": 8`, `"lanes": 66, "latency_cycles": 8`, "field pipes.fp64.lanes is 66: want a multiple or a divisor of sm.schedulers, which is 4"},
		{"efficiency", `"efficiency": 0.9665`, `"efficiency": 1.5`, "field memory.efficiency is 1.5: want a number above 0 and at most 1"},
		{"capability", `"compute_capability": "9.0"`, `"compute_capability": "6.1"`, `field compute_capability is "6.1": want a text such as "9.0", at least "7.0"`},
		{"name", `"name": "h100-sxm"`, `"name": "a\nb"`, `field name is "a\nb": want 1 to 64 printable characters`},
		{"threads", `"threads_per_sm": 2048`, `"threads_per_sm": 2040`, "field limits.threads_per_sm is 2040: want a multiple of 32"},
		{"block over SM", `"threads_per_block": 1024`, `"threads_per_block": 4096`, "field limits.threads_per_block is 4096"},
		{"shared over L1", `"unified_bytes": 262144`, `"unified_bytes": 1024`, "field limits.shared_per_sm_bytes is 233472: want at most l1.unified_bytes, which is 1024"},
		{"memory under L2", `"bytes": 80000000000`, `"bytes": 8000000`, "field memory.bytes is 8000000: want at least l2.bytes, which is 52428800"},
		{"bus that hardly moves", `"clock_mhz": 2619`, `"clock_mhz": 0.01`, "field memory.clock_mhz is 0.01: want a clock at which the bus moves at least 1e+08 bytes a second"},
		{"schedulers", `"threads_per_sm": 2048`, `"threads_per_sm": 2016`, "field sm.schedulers is 4: want a divisor of the warps of an SM (limits.threads_per_sm / 32), which are 63"},
		{"L2 of a terabyte", `"bytes": 52428800`, `"bytes": 1099511627776`, "field l2.bytes is 1099511627776: want a whole number from 4096 to 1073741824"},
		{"launch of a second", `"overhead_seconds": 4e-07`, `"overhead_seconds": 1`, "field launch.overhead_seconds is 1: want a number from 0 to 0.001"},
		{"stale source", `"sm_count": "H100`, `"sm_cuont": "H100`, `field sources["sm_cuont"]: names no field`},
		{"empty source", `"sm_count": "H100 datasheet`, `"sm_count": " ", "name": "H100 datasheet`, `field sources.name: stands twice`},
		{"integer lanes", `"integer_lanes": 64`, `"integer_lanes": 66`, "field pipes.fma.integer_lanes is 66: want a multiple or a divisor of sm.schedulers, which is 4"},
		{"tensor rate", `"wgmma": 8192`, `"wgmma": 0`, `is 0: want a number above 0`},
		{"tensor rate in words", `"wgmma": 8192`, `"wgmma": "fast"`, `is "fast": want a number above 0`},
		{"tensor path", `"tc.e4m3.fp32":`, `"e4m3":`, `field tensor.flop_per_cycle["e4m3"] is e4m3: want a path such as "tc.fp16.fp32"`},
		{"tensor path without rates", `"tc.e4m3.fp32": { "wgmma": 8192 }`, `"tc.e4m3.fp32": {}`, "with the rate of at least one family"},
		{"tensor family", `"wgmma": 8192`, `"hmma": 8192`, `is "hmma": want one of "mma.sync", "wgmma" and "tcgen05"`},
		{"tensor rates in a list", `"tc.e4m3.fp32": { "wgmma": 8192 }`, `"tc.e4m3.fp32": [8192]`, "is a list: want an object"},
		{"tensor source", `"tensor.flop_per_cycle.tc.fp64.mma.sync":`, `"tensor.flop_per_cycle.tc.fp64.wgmma":`, "names no field"},
		{"other format", `ridgeline-vgpu-spec/1`, `ridgeline-vgpu-spec/2`, `field format is "ridgeline-vgpu-spec/2": want "ridgeline-vgpu-spec/1"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := edit(t, "h100-sxm", c.old, c.new)
			require.Error(t, err)
			assert.True(t, strings.HasPrefix(err.Error(), "virtual GPU spec mine.json: "), err.Error())
			assert.Contains(t, err.Error(), c.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestParseRefusesOtherThings(t *testing.T) {
	for text, want := range map[string]string{
		``:                                    "the file ends early",
		`{`:                                   "the file ends early",
		`[]`:                                  "want a JSON object",
		`{} {}`:                               "there is more after the JSON object",
		`{}`:                                  `field format: is missing: want "ridgeline-vgpu-spec/1"`,
		`{"format": 1}`:                       "field format is 1",
		"{\n\n\"format\": bad":                "line 3 is not JSON",
		`{"format": "ridgeline-vgpu-spec/1"}`: "field name: is missing: want a text",
	} {
		_, err := Parse("mine.json", []byte(text))
		require.ErrorContains(t, err, want, "%s", text)
	}
}

func TestTensorRates(t *testing.T) {
	for _, c := range []struct {
		sku, path string
		mma, best float64
	}{
		{"t4", "tc.fp16.fp32", 1024, 1024},
		{"v100-sxm2", "tc.fp16.fp32", 1024, 1024},
		{"v100-sxm2", "tc.int8.int32", 0, 0},
		{"a100-80-sxm", "tc.fp16.fp32", 2048, 2048},
		{"l4", "tc.fp16.fp32", 1024, 1024},
		{"rtx-4090", "tc.fp16.fp32", 512, 512},
		{"rtx-4090", "tc.fp16.fp16", 1024, 1024},
		{"h100-sxm", "tc.fp16.fp32", 2673, 4096}, // 4096 x 494/757
		{"h100-sxm", "tc.e4m3.fp32", 0, 8192},
		{"h200", "tc.fp64", 256, 256},
		{"b200", "tc.fp16.fp32", 2048, 8192},
		{"rtx-5090", "tc.fp16.fp32", 512, 512},
	} {
		s, err := Open(c.sku)
		require.NoError(t, err)
		assert.Equal(t, c.mma, s.Tensor.Rate(c.path, MMASync), "%s %s", c.sku, c.path)
		assert.Equal(t, c.best, s.Tensor.Best(c.path), "%s %s", c.sku, c.path)
	}
	assert.Equal(t, MMASync, Family("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"))
	assert.Equal(t, WGMMA, Family("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"))
	assert.Equal(t, TCGen05, Family("tcgen05.mma.cta_group::1.kind::f16"))
}

func TestTensorMayBeAbsent(t *testing.T) {
	data, err := skus.ReadFile("skus/t4.json")
	require.NoError(t, err)
	from, to := bytes.Index(data, []byte(`  "tensor": {`)), bytes.Index(data, []byte(`  "l1": {`))
	end := bytes.Index(data, []byte(",\n  \"sources\""))
	for _, instead := range []string{"", "  \"tensor\": null,\n"} {
		bare := string(data[:from]) + instead + string(data[to:end]) + "}"
		s, err := Parse("bare.json", []byte(bare))
		require.NoError(t, err)
		assert.Nil(t, s.Tensor)
		assert.Zero(t, s.Tensor.Rate("tc.fp16.fp32", MMASync))
		assert.Zero(t, s.Tensor.Best("tc.fp16.fp32"))
		assert.Empty(t, s.Tensor.Paths())
	}
}

// The rates that the data sheets print come out of the specs: TFLOP/s of FP32
// and of the tensor cores, at their clock, and GB/s of the bus.
func TestSpecsAgreeWithTheDataSheets(t *testing.T) {
	for _, c := range []struct {
		sku               string
		fp32, tensor, bus float64
		tensorClockMHz    float64
	}{
		{"t4", 8.1, 65, 320, 1590}, {"v100-sxm2", 15.7, 125, 900, 1530}, {"a100-80-sxm", 19.5, 312, 2039, 1410},
		{"l4", 30.3, 121, 300, 2040}, {"rtx-4090", 82.6, 165.2, 1008, 2520}, {"h100-sxm", 67, 989.5, 3350, 1830},
		{"h200", 67, 989.5, 4800, 1830}, {"b200", 75, 2250, 8000, 1856}, {"rtx-5090", 104.8, 209.5, 1792, 2407},
	} {
		s, err := Open(c.sku)
		require.NoError(t, err)
		assert.InEpsilon(t, c.fp32, s.SteadyState().FP32FLOPPerSecond/1e12, 0.01, c.sku)
		assert.InEpsilon(t, c.tensor, s.Tensor.Best("tc.fp16.fp32")*float64(s.SMCount)*c.tensorClockMHz/1e6, 0.01, c.sku)
		assert.InEpsilon(t, c.bus, s.Memory.BusBytesPerSecond()/1e9, 0.03, c.sku)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"h100-sxm", "t4"} {
		data, err := skus.ReadFile("skus/" + name + ".json")
		require.NoError(f, err)
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Add([]byte(`{"format": "ridgeline-vgpu-spec/1", "name": [[[]]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.json", data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("more than one line: %q", err)
			}
			return
		}
		r := s.SteadyState()
		for _, rate := range []float64{r.FP32FLOPPerSecond, r.DRAMBytesPerSecond, r.L2BytesPerSecond, r.SharedBytesPerSecond} {
			if !(rate > 0) {
				t.Fatalf("a rate of an accepted spec is %v", rate)
			}
		}
	})
}

// edit parses an embedded SKU after one replacement.
func edit(t *testing.T, name, old, with string) (*Spec, error) {
	t.Helper()
	data, err := skus.ReadFile("skus/" + name + ".json")
	require.NoError(t, err)
	require.Contains(t, string(data), old, "nothing to replace")
	return Parse("mine.json", bytes.Replace(data, []byte(old), []byte(with), 1))
}

func mustEdit(t *testing.T, name, old, with string) *Spec {
	t.Helper()
	s, err := edit(t, name, old, with)
	require.NoError(t, err, fmt.Sprintf("%s: %s", name, with))
	return s
}
