package report

import (
	"fmt"
	"maps"
	"math"
	"testing"
	"time"

	"ridgeline/results"
)

// suite makes a document with every family on an invented GPU of 100 SMs at
// 1 GHz, whose rates are plain numbers: 3 TB/s DRAM, 6 TB/s L2, 12.8 TB/s L1
// and shared memory (128 bytes an SM and cycle).
type suite struct {
	doc   *results.Document
	noise float64 // half width of the intervals
}

// suiteDocument is one of every family. With noise it is as if measured.
func suiteDocument(t testing.TB, provenance results.Provenance, noise float64) *results.Document {
	t.Helper()
	finished := time.Date(2026, 1, 2, 3, 6, 5, 0, time.UTC)
	s := suite{noise: noise, doc: &results.Document{
		Schema: results.Schema, Provenance: provenance,
		Run: results.Run{Version: "0.2.0", CommandLine: []string{"ridgeline", "run", "--preset", "full"}, Platform: "linux/amd64",
			Seed: 42, Preset: "full", Precision: 0.005, StartedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), FinishedAt: &finished},
		Device: results.Device{Name: "Example 100", UUID: "GPU-00000000-0000-0000-0000-000000000001", ComputeCapability: "9.0", SMCount: 100,
			L2Bytes: 50 << 20, MemoryBytes: 80e9, SMClockMHz: 1000, MemoryClockMHz: 2000, BusWidthBits: 6400,
			BusBytesPerSecond: new(3.2e12), ECC: new(true), Driver: "13.0"},
	}}
	if provenance == results.Simulated {
		s.doc.Device.Name, s.doc.Device.Driver, s.doc.Device.ECC = "virtual example", "", nil
		s.doc.Device.Model = &results.Model{Version: "ridgeline-vgpu/1", Spec: "example", SpecSHA256: fmt.Sprintf("%064d", 7)}
	}
	s.memory()
	s.math()
	s.chase()
	s.rest()
	if err := results.Validate(s.doc); err != nil {
		t.Fatal(err)
	}
	return s.doc
}

// add appends a record that ended well.
func (s *suite) add(name string, axes map[string]int64, w results.Work, seconds float64, traffic map[string]results.Traffic) *results.Record {
	samples := make([]results.Sample, 8)
	for i := range samples {
		samples[i] = results.Sample{Seconds: 20 * seconds, Launches: 20, SMClockMHz: new(1000.0), MemoryClockMHz: new(2000.0), TemperatureC: new(40 + float64(i))}
	}
	r := results.Record{
		Case: name, Axes: axes, Outcome: results.OutcomeOK, Work: &w, Samples: samples,
		Kernel: &results.Kernel{Symbol: "example", Module: "ptx/example.sm_70.ptx", Target: "sm_70", PTXVersion: "6.0", Registers: 32, RegistersSource: "driver"},
		Launch: &results.Launch{Grid: [3]int{800, 1, 1}, Block: [3]int{256, 1, 1}, BlocksPerSM: 8},
		Data:   &results.Data{Pattern: "random", Seed: 42}, Verification: &results.Verification{Passed: true, Method: "exact", Checked: 204800, Total: 204800},
		Estimate: &results.Estimate{SecondsMedian: seconds, SecondsLow: seconds / (1 + s.noise), SecondsHigh: seconds / (1 - s.noise),
			Confidence: 0.9922, Samples: 8, SMClockMHz: new(1000.0)},
	}
	if traffic != nil {
		r.Counters = &results.Counters{Traffic: traffic}
	}
	s.doc.Records = append(s.doc.Records, r)
	return &s.doc.Records[len(s.doc.Records)-1]
}

const example = 1 << 30 // bytes of a launch

func moves(level string, bytes float64, measures string) results.Work {
	w := results.Work{Bytes: map[string]float64{level: bytes}, FootprintBytes: example, Measures: measures}
	if level != "dram" {
		w.FootprintBytes = 1 << 20
	}
	return w
}

// memory adds stream, stride and bank.
func (s *suite) memory() {
	for i, kernel := range []string{"read", "write", "copy", "triad", "fill"} {
		for _, lane := range []int64{4, 8, 16} {
			rate := 3e12 * (1 - 0.02*float64(i)) * (1 - 0.04*math.Log2(16/float64(lane)))
			s.add("stream/"+kernel, map[string]int64{"bytes_per_lane": lane}, moves("dram", example, "level:dram"), example/rate, nil)
		}
	}
	s.add("stream/l2", nil, moves("l2", example, "level:l2"), example/6e12, nil)
	s.add("stream/l1", nil, moves("l1", example, "level:l1"), example/12.7e12, nil)
	for stride := int64(1); stride <= 32; stride *= 2 {
		waste := min(float64(stride), 8)
		s.add("stride/read", map[string]int64{"stride": stride}, moves("dram", waste*example/8, ""), waste*example/8/2.95e12,
			map[string]results.Traffic{"global_load": {Requests: 1 << 20, UsefulBytes: 1 << 27, Sectors: uint64(waste) << 22}})
	}
	for offset := range int64(4) {
		s.add("stride/offset", map[string]int64{"offset": offset}, moves("dram", example, ""), example/2.9e12, nil)
	}
	for _, bits := range []int64{32, 64, 128} {
		for stride := int64(0); stride <= 33; stride++ {
			passes := bankPasses(stride, bits/32)
			s.add("bank/read", map[string]int64{"stride": stride, "bits": bits}, moves("shared", example, "level:shared"), example*passes/12.6e12,
				map[string]results.Traffic{"shared_load": {Requests: 1 << 20, UsefulBytes: example, Passes: uint64(passes * example / 128), IdealPasses: example / 128}})
		}
	}
	for _, kernel := range []string{"naive", "padded", "shared", "swizzled"} {
		moved, passes := 1.0, uint64(1)
		switch kernel {
		case "naive":
			moved = 4.5
		case "shared":
			passes = 32
		}
		w := moves("dram", moved*example, "")
		w.Bytes["shared"] = example
		s.add("bank/transpose_"+kernel, nil, w, max(moved*example/2.8e12, example*float64(passes)/12.5e12), map[string]results.Traffic{
			"global_store": {Requests: 1 << 20, UsefulBytes: 1 << 27, Sectors: uint64(8*moved-4) << 20},
			"shared_load":  {Requests: 1 << 20, UsefulBytes: 1 << 27, Passes: passes * example / 128, IdealPasses: example / 128}})
	}
}

// bankPasses is how often a load passes the banks, over the least.
func bankPasses(stride, words int64) float64 {
	if stride == 0 {
		return 1
	}
	a, b := stride, 32/words
	for b != 0 {
		a, b = b, a%b
	}
	return float64(a)
}

// peaks are the rates of the paths.
func peaks() map[string]float64 {
	return map[string]float64{"fp32": 25.6e12, "fp64": 12.8e12, "fp16x2": 51.2e12, "int32": 12.8e12}
}

// math adds fma, intensity and gemm.
func (s *suite) math() {
	for _, path := range []string{"fp32", "fp64", "fp16x2", "int32"} {
		for chains := int64(1); chains <= 8; chains *= 2 {
			for _, warps := range []int64{8, 0} {
				share := 0.99
				if warps == 8 {
					share = min(0.99, 0.125*float64(chains))
				}
				w := results.Work{Path: path, Operations: 1e11, Bytes: map[string]float64{"dram": 1e6}, FootprintBytes: 1e6}
				if warps == 0 {
					w.Measures = "path:" + path
				}
				r := s.add("fma/"+path, map[string]int64{"chains": chains, "warps_per_sm": warps}, w, 1e11/(share*peaks()[path]), nil)
				r.Limit = &results.Limit{Resource: "path:" + path, PerSecond: new(peaks()[path]), Source: "lanes an SM and cycle, at the sampled clock"}
			}
		}
	}
	for _, path := range []string{"fp32", "fp64"} {
		for intensity := 0.25; intensity <= 512; intensity *= 2 {
			low, high := min(peaks()[path], 3e12*intensity), max(peaks()[path], 3e12*intensity)
			rate := low * math.Pow(1+math.Pow(low/high, 6), -1.0/6)
			s.add("intensity/"+path, map[string]int64{"flop_per_element": int64(4 * intensity)}, results.Work{Path: path, Operations: intensity * example,
				Bytes: map[string]float64{"dram": example}, FootprintBytes: example, Measures: "ridge:" + path + ":dram"}, intensity*example/rate, nil)
		}
	}
	s.gemm()
}

// gemm adds the ladder, by the share of the peak that each step reaches.
func (s *suite) gemm() {
	const flop, dram = 2 * 4096 * 4096 * 4096, 3 * 4 * 4096 * 4096
	for _, step := range []struct {
		name, path string
		rate       float64
		level      string
		perFLOP    float64 // bytes at the level
	}{
		{"fp32_naive", "fp32", 2.4e12, "l1", 4}, {"fp32_tiled", "fp32", 6e12, "shared", 2}, {"fp32_register", "fp32", 20e12, "shared", 0.25},
		{"fp16_wmma", "tc.fp16.fp32", 230e12, "shared", 0.03}, {"fp16_mma_k8", "tc.fp16.fp32", 300e12, "shared", 0.03},
		{"fp16_mma_k16", "tc.fp16.fp32", 380e12, "shared", 0.03}, {"fp16_mma_k16_fp16", "tc.fp16.fp16", 384e12, "shared", 0.03},
	} {
		w := results.Work{Path: step.path, Operations: flop, Bytes: map[string]float64{"dram": dram, step.level: step.perFLOP * flop}, FootprintBytes: dram}
		if step.rate > 350e12 {
			w.Measures = "path:" + step.path
		}
		s.add("gemm/"+step.name, map[string]int64{"n": 4096}, w, flop/step.rate, nil)
	}
}

// chase adds the latencies over the footprint.
func (s *suite) chase() {
	for _, kernel := range []string{"ca", "cg"} {
		for footprint := int64(4 << 10); footprint <= 512<<20; footprint *= 2 {
			cycles, level := 570.0, "dram"
			switch {
			case kernel == "ca" && footprint <= 128<<10:
				cycles, level = 33, "l1"
			case footprint <= 32<<20:
				cycles, level = 260, "l2"
			}
			w := moves(level, 32*4096, "")
			w.DependentLoads, w.FootprintBytes = 4096, float64(footprint)
			s.add("chase/"+kernel, map[string]int64{"footprint_bytes": footprint}, w, 4096*cycles*1e-9,
				map[string]results.Traffic{"global_load": {Requests: 4096, UsefulBytes: 8 * 4096, Sectors: 4096}})
		}
	}
}

// rest adds spill, the transposes, and cases that gave no number or a bad one.
func (s *suite) rest() {
	for live := int64(32); live <= 224; live += 32 {
		for _, regs := range []int64{32, 64, 128, 255} {
			words := max(0, float64(live-regs+20))
			w := results.Work{Path: "fp32", Operations: 1e11, Bytes: map[string]float64{"dram": 1e6}, FootprintBytes: 1e6}
			if words > 0 {
				w.Bytes["l1"] = words * 8e11 / float64(live) / 2
			}
			s.add("spill/fp32", map[string]int64{"live": live, "regs": regs}, w, max(1e11/25e12, w.Bytes["l1"]/12.5e12), nil)
		}
	}
	bad := s.doc.Records[0]
	bad.Case, bad.Axes, bad.Data = "stream/zeros", map[string]int64{"bytes_per_lane": 16}, &results.Data{Pattern: "zeros"}
	few := s.doc.Records[2]
	estimate := *few.Estimate
	estimate.Samples = 4
	few.Case, few.Axes, few.Estimate = "stream/short", maps.Clone(few.Axes), &estimate
	s.doc.Records = append(s.doc.Records, bad, few,
		results.Record{Case: "gemm/fp8_mma", Axes: map[string]int64{"n": 4096}, Outcome: results.OutcomeUnsupported, Reason: "needs compute capability 10.0 or later"},
		results.Record{Case: "spill/fp64", Outcome: results.OutcomeFailed, Reason: "wrong result of spill_fp64: out[17] is 0x3f800000, want 0x40000000"})
}
