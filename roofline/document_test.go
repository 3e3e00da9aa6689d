package roofline

import (
	"time"

	"ridgeline/results"
)

// document is one with two SMs at 1 GHz and an L2 cache of 1 MB, so that the
// numbers can be checked by hand.
func document(records ...results.Record) *results.Document {
	return &results.Document{
		Schema: results.Schema, Provenance: results.Simulated,
		Run:     results.Run{Precision: 0.005, StartedAt: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
		Device:  results.Device{Name: "virtual test", SMCount: 2, SMClockMHz: 1000, L2Bytes: 1e6, Model: &results.Model{Version: "1", Spec: "test"}},
		Records: records,
	}
}

// record is a case that passed and took so many seconds, exactly.
func record(name string, work results.Work, seconds float64) results.Record {
	samples := make([]results.Sample, 8)
	for i := range samples {
		samples[i] = results.Sample{Seconds: seconds, Launches: 1}
	}
	return results.Record{
		Case: name, Outcome: results.OutcomeOK, Work: &work, Samples: samples,
		Data:         &results.Data{Pattern: "random"},
		Verification: &results.Verification{Passed: true, Method: "exact", Checked: 1, Total: 1},
		Estimate: &results.Estimate{SecondsMedian: seconds, SecondsLow: seconds, SecondsHigh: seconds,
			Confidence: 0.99, Samples: 8, SMClockMHz: new(1000.0)},
	}
}

// stream moves 8 MB at the rate given and claims the dram ceiling.
func stream(bytesPerSecond float64) results.Record {
	const bytes = 8e6
	r := record("stream/read", results.Work{Bytes: map[string]float64{"dram": bytes}, FootprintBytes: bytes, Measures: "level:dram"}, bytes/bytesPerSecond)
	r.Limit = &results.Limit{Resource: "level:dram", PerSecond: new(100e9), Source: "test"}
	return r
}

// fma does 1e9 FLOPs at the rate given and claims the fp32 ceiling.
func fma(flopPerSecond float64) results.Record {
	r := record("fma/fp32", results.Work{Path: "fp32", Operations: 1e9, Measures: "path:fp32"}, 1e9/flopPerSecond)
	r.Limit = &results.Limit{Resource: "path:fp32", PerSecond: new(512e9), PerSMCycle: new(256.0), Source: "test"}
	return r
}

// kernel has an intensity and a rate, and claims nothing.
func kernel(intensity, rate float64) results.Record {
	const bytes = 8e6
	return record("a/kernel", results.Work{Path: "fp32", Operations: intensity * bytes,
		Bytes: map[string]float64{"dram": bytes}, FootprintBytes: bytes}, intensity*bytes/rate)
}

// sweep is a kernel that claims to be a point of the fp32 x dram sweep.
func sweep(intensity, rate float64) results.Record {
	r := kernel(intensity, rate)
	r.Case, r.Axes = "intensity/fp32", map[string]int64{"flop_per_element": int64(4 * intensity)}
	r.Work.Measures = "ridge:fp32:dram"
	return r
}
