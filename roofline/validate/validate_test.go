package validate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// tensorRecord is a record on a device of 10 SMs at 1000 MHz: a second of so many
// operations an SM and cycle.
func tensorRecord(path string, perSMCycle, low float64) results.Record {
	clock := 1000.0
	r := results.Record{
		Case: "tensor/case", Outcome: results.OutcomeOK,
		Kernel:   &results.Kernel{OpcodeAudit: &results.OpcodeAudit{Outcome: results.AuditKept}},
		Work:     &results.Work{Path: path, Way: "mma.sync", Operations: perSMCycle * 1e10, Measures: "path:" + path},
		Estimate: &results.Estimate{SecondsMedian: 1, SecondsLow: 1, SecondsHigh: 1, SMClockMHz: &clock},
		Tensor: &results.TensorProof{
			Path: path, Way: "mma.sync", Instructions: []string{"HMMA.16816.F32"}, Target: "sm_80", Native: true,
			Rate:  results.ArchitectureRate{Low: &low, High: &low, Fastest: "mma.sync"},
			Probe: &results.TensorProbe{Outcome: results.ProbeTensor},
		},
	}
	if low == 0 {
		r.Tensor.Rate = results.ArchitectureRate{Source: "unknown"}
	}
	return r
}

// The rule, by hand: the vector units do 256.
func TestRule(t *testing.T) {
	for _, c := range []struct {
		name       string
		rate, low  float64
		change     func(*results.Record)
		status     Status
		passed     bool
		judged     bool
		reasonPart string
	}{
		{"all of it", 1024, 1024, nil, Used, true, true, "100 %"},
		{"nine tenths", 922, 1024, nil, Used, true, true, "90 %"},
		{"less, but above the vector units", 800, 1024, nil, Used, false, true, "only 78 %"},
		{"as the vector units", 260, 1024, nil, NotUsed, false, true, "1.02 times fp16x2"},
		{"a healthy type that is no faster than the vector units", 256, 256, nil, Used, true, true, "100 %"},
		{"an unknown architecture, above the vector units", 300, 0, nil, Used, true, true, "1.17 times"},
		{"an unknown architecture, as the vector units", 256, 0, nil, CannotTell, true, true, "unknown"},
		{"an older way", 1024, 1024, func(r *results.Record) { r.Tensor.Rate.Fastest = "wgmma" }, OlderPath, true, true, "wgmma is faster"},
		{"no instruction in what ran", 1024, 1024, func(r *results.Record) {
			r.Kernel.OpcodeAudit = &results.OpcodeAudit{Outcome: results.AuditAbsent, Reason: "HMMA=0"}
		}, NotUsed, false, true, "lacks the instruction"},
		{"no instruction executed", 1024, 1024, func(r *results.Record) {
			r.Counters = &results.Counters{Operations: map[string]uint64{"fp32": 7}}
		}, NotUsed, false, true, "executed no tensor instruction"},
		{"that of another type", 1024, 1024, func(r *results.Record) { r.Tensor.Native = false }, Unsupported, true, true, "no instruction of this type"},
		{"machine code of no known kind", 1024, 1024, func(r *results.Record) { r.Tensor.Instructions = nil }, CannotTell, true, false, "no machine code"},
		{"an emulation", 1024, 1024, func(r *results.Record) { r.Tensor.Probe.Outcome = results.ProbeEmulation }, NotUsed, false, true, "emulation"},
		{"rounding of no known kind", 1024, 1024, func(r *results.Record) { r.Tensor.Probe.Outcome = results.ProbeOther }, CannotTell, true, false, "nothing known"},
		{"nothing to probe", 1024, 1024, func(r *results.Record) { r.Tensor.Probe.Outcome = results.ProbeNone }, Used, true, true, "100 %"},
		{"not probed", 1024, 1024, func(r *results.Record) { r.Tensor.Probe = nil }, CannotTell, true, false, "not probed"},
		{"no clock", 1024, 1024, func(r *results.Record) { r.Estimate.SMClockMHz = nil }, CannotTell, true, false, "clock"},
		{"the device lacks it", 0, 1024, func(r *results.Record) { r.Outcome, r.Reason = results.OutcomeUnsupported, "no such path" }, Unsupported, true, true, "no such path"},
		{"it has it by another way alone", 0, 1024, func(r *results.Record) {
			r.Outcome, r.Reason, r.Tensor.Rate.Fastest = results.OutcomeUnsupported, "no such path", "wgmma"
		}, CannotTell, true, true, "has it by wgmma"},
		{"the run ended first", 0, 1024, func(r *results.Record) { r.Outcome, r.Reason = results.OutcomeSkipped, "budget" }, CannotTell, true, false, "budget"},
	} {
		r := tensorRecord("tc.fp16.fp32", c.rate, c.low)
		if c.change != nil {
			c.change(&r)
		}
		got := judgeRecord("tc.fp16.fp32", &r, 10, map[string]float64{"fp16x2": 256})
		assert.Equal(t, c.status, got.Status, c.name)
		assert.Equal(t, c.passed, got.Passed, c.name)
		assert.Equal(t, c.judged, got.judged, c.name)
		assert.Contains(t, got.Reason, c.reasonPart, c.name)
	}
}

// A type that is slow, with nothing to compare it with, is not called used.
func TestSlowWithoutVector(t *testing.T) {
	r := tensorRecord("tc.fp16.fp32", 500, 1024)
	got := judgeRecord("tc.fp16.fp32", &r, 10, nil)
	assert.Equal(t, CannotTell, got.Status)
	assert.False(t, got.judged)
}

// Of several records of a type the one that says most decides.
func TestJudge(t *testing.T) {
	used, older, lacks := tensorRecord("tc.int8.int32", 1024, 1024), tensorRecord("tc.int8.int32", 1024, 1024), tensorRecord("tc.int8.int32", 1024, 1024)
	older.Case, older.Tensor.Rate.Fastest = "tensor/older", "wgmma"
	lacks.Case, lacks.Outcome, lacks.Reason = "tensor/lacks", results.OutcomeUnsupported, "not here"
	other := tensorRecord("tc.fp64", 10, 100)
	other.Tensor.Probe.Outcome = results.ProbeEmulation
	doc := &results.Document{Device: results.Device{SMCount: 10}, Records: []results.Record{lacks, older, used, other}}
	report := Judge(doc)
	require.Len(t, report.Types, 2)
	assert.Equal(t, []string{"tc.fp64", "tc.int8.int32"}, []string{report.Types[0].Path, report.Types[1].Path})
	assert.Equal(t, NotUsed, report.Types[0].Status)
	assert.Equal(t, Used, report.Types[1].Status)
	assert.False(t, report.Passed)
	doc.Records = doc.Records[:2]
	report = Judge(doc)
	assert.Equal(t, OlderPath, report.Types[0].Status)
	assert.True(t, report.Passed)
	doc.Records = doc.Records[:0]
	assert.True(t, Judge(doc).Incomplete)
}

// The vector path of each type.
func TestVectorOf(t *testing.T) {
	for path, want := range map[string]string{
		"tc.fp16.fp32": "fp16x2", "tc.bf16.fp32": "fp32", "tc.tf32.fp32.sparse": "fp32", "tc.fp64": "fp64",
		"tc.int4.int32": "int32", "tc.e4m3.fp16": "fp16x2", "tc.nvfp4.fp32": "fp16x2",
	} {
		assert.Equal(t, want, vectorOf(path), path)
	}
}
