package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func validateRecord(r *Record) error {
	return first(
		caseName(r.Case),
		validateOutcome(r),
		validateKernel(r.Kernel),
		validateLaunch(r.Launch),
		validateWork(r.Work),
		validateVerification(r.Verification),
		validateSamples(r.Samples),
		validateEstimate("estimate", r.Estimate, len(r.Samples)),
		validateSustained(r.Sustained),
		validateEvidence(r.Evidence),
		validateLimit(r.Limit),
		validateTensor(r.Tensor),
	)
}

// validateOutcome checks that a number stands exactly where a case succeeded.
func validateOutcome(r *Record) error {
	switch r.Outcome {
	case OutcomeOK:
		return first(
			check(r.Work != nil, "work: missing from a case that succeeded"),
			check(r.Verification != nil && r.Verification.Passed, "verification: an ok outcome needs one that passed"),
			check(len(r.Samples) > 0, "samples: missing from a case that succeeded"),
			check(r.Estimate != nil, "estimate: missing from a case that succeeded"),
		)
	case OutcomeFailed, OutcomeUnsupported, OutcomeSkipped:
		return first(
			check(r.Reason != "", "reason: missing for outcome %q", r.Outcome),
			check(r.Estimate == nil, "estimate: a case with outcome %q can have none", r.Outcome),
		)
	}
	return fmt.Errorf("outcome: %q is unknown", r.Outcome)
}

func validateKernel(k *Kernel) error {
	if k == nil || k.OpcodeAudit == nil {
		return nil
	}
	a := k.OpcodeAudit
	known := []AuditOutcome{AuditKept, AuditBroken, AuditAbsent, AuditUndecided, AuditNone}
	return first(
		check(slices.Contains(known, a.Outcome), "kernel.opcode_audit.outcome: %q is unknown", a.Outcome),
		check(a.Outcome == AuditKept || a.Reason != "", "kernel.opcode_audit.reason: missing for outcome %q", a.Outcome),
		check((a.Outcome == AuditNone) == (a.CubinSHA256 == ""), "kernel.opcode_audit.cubin_sha256: %q with outcome %q", a.CubinSHA256, a.Outcome),
	)
}

func validateLaunch(l *Launch) error {
	if l == nil {
		return nil
	}
	for axis := range 3 {
		if l.Grid[axis] < 1 || l.Block[axis] < 1 {
			return fmt.Errorf("launch: grid %v and block %v must be at least 1 in each direction", l.Grid, l.Block)
		}
	}
	return first(
		check(l.DynamicSharedBytes >= 0, "launch.dynamic_shared_bytes: %d is negative", l.DynamicSharedBytes),
		check(l.BlocksPerSM >= 0, "launch.blocks_per_sm: %d is negative", l.BlocksPerSM),
	)
}

func validateWork(w *Work) error {
	if w == nil {
		return nil
	}
	for _, level := range slices.Sorted(maps.Keys(w.Bytes)) {
		if w.Bytes[level] < 0 {
			return fmt.Errorf("work.bytes.%s: %v is negative", level, w.Bytes[level])
		}
	}
	return first(
		check(w.Operations >= 0, "work.operations: %v is negative", w.Operations),
		check(w.Operations == 0 || w.Path != "", "work.path: %v operations belong to no path", w.Operations),
		check(!strings.HasPrefix(w.Measures, "path:") && !strings.HasPrefix(w.Measures, "ridge:") || w.Operations > 0,
			"work.operations: %q cannot be measured without any", w.Measures),
		check(!strings.HasPrefix(w.Measures, "level:") || w.Bytes[strings.TrimPrefix(w.Measures, "level:")] > 0,
			"work.bytes: %q cannot be measured without any", w.Measures),
		check(w.DependentLoads >= 0, "work.dependent_loads: %v is negative", w.DependentLoads),
		check(w.FootprintBytes >= 0, "work.footprint_bytes: %v is negative", w.FootprintBytes),
		check(knownMeasures(w.Measures), "work.measures: %q is not path:NAME, level:NAME or ridge:PATH:LEVEL", w.Measures),
	)
}

func knownMeasures(measures string) bool {
	parts := strings.Split(measures, ":")
	if slices.Contains(parts[1:], "") {
		return false
	}
	switch parts[0] {
	case "":
		return measures == ""
	case "path", "level":
		return len(parts) == 2
	case "ridge":
		return len(parts) == 3
	}
	return false
}

func validateVerification(v *Verification) error {
	if v == nil {
		return nil
	}
	return first(
		check(v.Method == "exact" || v.Method == "bounded", "verification.method: %q is neither exact nor bounded", v.Method),
		check(v.Checked >= 0 && v.Checked <= v.Total, "verification: checked %d of %d outputs", v.Checked, v.Total),
		check(!v.Passed || v.Checked > 0, "verification: passed without checking an output"),
	)
}

func validateSamples(samples []Sample) error {
	for i, s := range samples {
		err := first(
			check(s.Seconds > 0, "seconds: %v is not positive", s.Seconds),
			check(s.Launches > 0, "launches: %d is not positive", s.Launches),
			check(s.HostSeconds >= 0, "host_seconds: %v is negative", s.HostSeconds),
			check(s.LaunchesPerGraph >= 0, "launches_per_graph: %d is negative", s.LaunchesPerGraph),
			check(s.SensorReadings >= 0, "sensor_readings: %d is negative", s.SensorReadings),
			check(s.Replayed >= 0 && s.Replayed <= s.Launches, "replayed: %d of %d launches", s.Replayed, s.Launches),
			positive("sm_clock_mhz", s.SMClockMHz),
			positive("sensor_sm_clock_mhz", s.SensorSMClockMHz),
			positive("memory_clock_mhz", s.MemoryClockMHz),
			validateClockInterval(s.StampedSMClock),
		)
		if err != nil {
			return fmt.Errorf("samples[%d]: %w", i, err)
		}
	}
	return nil
}

func validateLimit(l *Limit) error {
	if l == nil {
		return nil
	}
	return first(
		positive("limit.per_second", l.PerSecond),
		positive("limit.per_sm_cycle", l.PerSMCycle),
		check(l.Source != "", "limit.source: is empty"),
		validateWay(l.Way),
	)
}

func validateWay(w *WayLimit) error {
	if w == nil {
		return nil
	}
	return first(
		positive("limit.way.per_second", w.PerSecond),
		check(w.PerSMCycle > 0, "limit.way.per_sm_cycle: %v is not positive", w.PerSMCycle),
		check(w.Name != "" && w.Fastest != "", "limit.way: %q and the fastest, %q, need names", w.Name, w.Fastest),
		check(w.Source != "", "limit.way.source: is empty"),
	)
}

func validateTensor(p *TensorProof) error {
	if p == nil {
		return nil
	}
	rate := p.Rate
	if rate.Low != nil && rate.High != nil && !(*rate.Low > 0 && *rate.Low <= *rate.High) {
		return fmt.Errorf("tensor.rate: %g to %g is no range above 0", *rate.Low, *rate.High)
	}
	if err := check((rate.Low == nil) == (rate.High == nil), "tensor.rate: low and high are known together or not at all"); err != nil || p.Probe == nil {
		return err
	}
	known := []ProbeOutcome{ProbeTensor, ProbeEmulation, ProbeOther, ProbeNone}
	return first(
		check(slices.Contains(known, p.Probe.Outcome), "tensor.probe.outcome: %q is unknown", p.Probe.Outcome),
		check(p.Probe.Outcome == ProbeTensor || p.Probe.Reason != "", "tensor.probe.reason: missing for outcome %q", p.Probe.Outcome),
	)
}
