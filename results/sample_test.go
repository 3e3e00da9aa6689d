package results

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	samplePath      = "testdata/h100-sxm.json"
	sampleBytesRate = 3.20e12 // B/s
	sampleFLOPRate  = 64.0e12 // FLOP/s: a ridge of 20 FLOP/byte
	sampleSMs       = 132
	sampleClockMHz  = 1980.0
	gridBlocks      = sampleSMs * 8
)

// minimalDocument has nothing that may be left out.
func minimalDocument() Document {
	return Document{
		Schema:     Schema,
		Provenance: Measured,
		Run:        Run{StartedAt: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)},
		Device:     Device{Name: "a GPU"},
		Records:    []Record{{Case: "stream/read", Outcome: OutcomeSkipped, Reason: "the budget ended"}},
	}
}

// sampleDocument looks like a quick run on the virtual H100: the numbers follow
// from the two rates above with a soft knee, and a little ripple.
func sampleDocument() Document {
	started := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	doc := Document{
		Schema:     Schema,
		Provenance: Simulated,
		Run: Run{
			Version: "0.1.0", CommandLine: []string{"ridgeline", "run", "--device", "virtual:h100-sxm"},
			Platform: "linux/amd64", Seed: 42, Precision: 0.005,
			StartedAt: started, FinishedAt: new(started.Add(9 * time.Second)),
		},
		Device: sampleDevice(),
	}
	doc.Records = append(doc.Records,
		sampleStream("stream/read", 1, 1),
		sampleStream("stream/copy", 2, 0.92))
	for _, chains := range []int64{1, 2, 4, 8} {
		doc.Records = append(doc.Records, sampleFMA(chains, 8), sampleFMA(chains, 0))
	}
	for flops := int64(1); flops <= 2048; flops *= 2 {
		doc.Records = append(doc.Records, sampleIntensity(flops))
	}
	doc.Records = append(doc.Records,
		Record{Case: "stream/triad", Axes: map[string]int64{}, Outcome: OutcomeFailed,
			Reason: "out[17] is 0x3f800000, want 0x40000000"},
		Record{Case: "tensor/tcgen05_f16", Axes: map[string]int64{}, Outcome: OutcomeUnsupported,
			Reason: "needs compute capability 10.0 or later"})
	return doc
}

func sampleDevice() Device {
	return Device{
		Name: "virtual h100-sxm", UUID: "GPU-00000000-0000-0000-0000-000000000090",
		ComputeCapability: "9.0", SMCount: sampleSMs, L2Bytes: 50 << 20, MemoryBytes: 80 << 30,
		SMClockMHz: sampleClockMHz, MemoryClockMHz: 2619, BusWidthBits: 5120,
		BusBytesPerSecond: new(3.35232e12), ECC: new(true),
		Model: &Model{Version: "1", Spec: "h100-sxm", SpecSHA256: fmt.Sprintf("%064x", 0x90)},
	}
}

func sampleStream(name string, directions, efficiency float64) Record {
	const footprint = 1 << 30
	r := sampleRecord(name, nil, directions*footprint/(efficiency*sampleBytesRate))
	r.Work = &Work{Bytes: map[string]float64{"dram": directions * footprint},
		FootprintBytes: directions * footprint, Measures: "level:dram"}
	r.Limit = &Limit{Resource: "level:dram", PerSecond: new(3.35232e12),
		PerSMCycle: new(3.35232e12 / (sampleSMs * sampleClockMHz * 1e6)), Source: "bus width x memory clock, as the device says"}
	return r
}

// sampleFMA needs 16 chains of FMAs in flight on a scheduler: 8 warps an SM give
// it 2 a chain, and all 64 warps give it 16.
func sampleFMA(chains, warps int64) Record {
	const flops = 1e12
	filled := 1.0
	if warps != 0 {
		filled = float64(chains) / 8
	}
	r := sampleRecord("fma/fp32", map[string]int64{"chains": chains, "warps_per_sm": warps}, flops/(sampleFLOPRate*filled*(1-float64(0.002*float64(chains)))/0.984))
	r.Work = &Work{Path: "fp32", Operations: flops, Bytes: map[string]float64{"dram": gridBlocks * 256 * 4},
		FootprintBytes: 4096 + gridBlocks*256*4}
	if warps != 0 {
		return r
	}
	r.Work.Measures = "path:fp32"
	r.Limit = &Limit{Resource: "path:fp32", PerSecond: new(256 * sampleSMs * sampleClockMHz * 1e6),
		PerSMCycle: new(256.0), Source: "128 FMA lanes a SM, compute capability 9.0"}
	return r
}

func sampleIntensity(flops int64) Record {
	const footprint = 1 << 30
	intensity := float64(flops) / 4
	rate := 1 / math.Pow(math.Pow(sampleFLOPRate, -5)+math.Pow(intensity*sampleBytesRate, -5), 1.0/5)
	r := sampleRecord("intensity/fp32", map[string]int64{"flop_per_element": flops}, intensity*footprint/rate)
	r.Work = &Work{Path: "fp32", Operations: intensity * footprint, Bytes: map[string]float64{"dram": footprint},
		FootprintBytes: footprint, Measures: "ridge:fp32:dram"}
	return r
}

// sampleRecord is a case that passed; a launch took about the seconds given.
func sampleRecord(name string, axes map[string]int64, seconds float64) Record {
	const launches = 50
	ripple := []float64{1, 1.0004, 0.9997, 1.0002, 0.9999, 1.0001, 0.9996, 1.0003}
	samples := make([]Sample, len(ripple))
	for i, factor := range ripple {
		samples[i] = Sample{Seconds: launches * seconds * factor, Launches: launches, Replayed: launches - 1,
			SMClockMHz: new(sampleClockMHz), MemoryClockMHz: new(2619.0)}
	}
	slices.Sort(ripple)
	return Record{
		Case: name, Axes: axes, Outcome: OutcomeOK,
		Kernel: &Kernel{Symbol: "sample", Module: "sample.ptx", PTXSHA256: fmt.Sprintf("%064x", 1), Target: "sm_70",
			PTXVersion: "6.0", Registers: 24, RegistersSource: "manifest"},
		Launch:       &Launch{Grid: [3]int{gridBlocks, 1, 1}, Block: [3]int{256, 1, 1}, BlocksPerSM: 8},
		Data:         &Data{Pattern: "random", Seed: 42},
		Verification: &Verification{Passed: true, Method: "exact", Checked: gridBlocks * 256, Total: gridBlocks * 256},
		Samples:      samples,
		Estimate: &Estimate{SecondsMedian: seconds, SecondsLow: seconds * ripple[0], SecondsHigh: seconds * ripple[len(ripple)-1],
			Confidence: 0.9922, Samples: len(ripple), SMClockMHz: new(sampleClockMHz)},
	}
}

func sampleText(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile(samplePath)
	require.NoError(t, err)
	return text
}

// replaceOnce is the text with one place changed, which must be there.
func replaceOnce(t testing.TB, text []byte, old, replacement string) []byte {
	t.Helper()
	require.Contains(t, string(text), old)
	return bytes.Replace(text, []byte(old), []byte(replacement), 1)
}
