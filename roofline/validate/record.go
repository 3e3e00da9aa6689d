package validate

import (
	"fmt"
	"strings"

	"ridgeline/results"
)

// judgeRecord applies the rule to one record: the instruction must be there, the
// probe must be right, and the rate must reach nine tenths of the architecture's, or
// else 1.1 times that of the vector units.
func judgeRecord(path string, r *results.Record, sms int, vectors map[string]float64) Type {
	t := Type{Path: path, Case: r.Case, Way: r.Tensor.Way, judged: true, Passed: true}
	switch rate := r.Tensor.Rate; {
	case r.Outcome == results.OutcomeUnsupported && rate.Low != nil && rate.Fastest != r.Tensor.Way:
		t.Status, t.Reason = CannotTell, "the architecture has it by "+rate.Fastest+", and there is no kernel that goes that way"
		return t
	case r.Outcome == results.OutcomeUnsupported:
		t.Status, t.Reason = Unsupported, r.Reason
		return t
	case r.Outcome != results.OutcomeOK:
		t.Status, t.Reason, t.judged = CannotTell, string(r.Outcome)+": "+r.Reason, r.Tensor.Rate.Low == nil
		return t
	}
	t.Evidence = evidenceOf(path, r, sms, vectors)
	for _, step := range []func(*results.Record, *Type) bool{byOpcodes, byProbe, byRate} {
		if step(r, &t) {
			return t
		}
	}
	return t
}

// evidenceOf gathers the numbers.
func evidenceOf(path string, r *results.Record, sms int, vectors map[string]float64) Evidence {
	e := Evidence{VectorPath: vectorOf(path)}
	if r.Estimate == nil || r.Estimate.SMClockMHz == nil || sms == 0 {
		return e
	}
	rate := r.Work.Operations / r.Estimate.SecondsMedian / (*r.Estimate.SMClockMHz * 1e6 * float64(sms))
	e.PerSMCycle = &rate
	if low := r.Tensor.Rate.Low; low != nil {
		part := rate / *low
		e.OfArchitecture = &part
	}
	if vector := vectors[e.VectorPath]; vector > 0 {
		times := rate / vector
		e.OverVector = &times
	}
	return e
}

// byOpcodes decides where the instruction is not there, or is that of another type.
func byOpcodes(r *results.Record, t *Type) (decided bool) {
	proof := r.Tensor
	var audit *results.OpcodeAudit
	if r.Kernel != nil {
		audit = r.Kernel.OpcodeAudit
	}
	names := strings.Join(proof.Instructions, ", ")
	switch {
	case audit != nil && audit.Outcome == results.AuditAbsent:
		t.Evidence.Opcodes = "absent from the machine code that ran: " + audit.Reason
		t.Status, t.Reason, t.Passed = NotUsed, "the machine code that ran lacks the instruction", false
		return true
	case r.Counters != nil && r.Counters.Operations[t.Path] == 0:
		t.Evidence.Opcodes = "none executed"
		t.Status, t.Reason, t.Passed = NotUsed, "the virtual GPU executed no tensor instruction of this type", false
		return true
	case len(proof.Instructions) == 0:
		t.Evidence.Opcodes = "no machine code of this architecture is known"
		t.Status, t.Reason, t.judged = CannotTell, t.Evidence.Opcodes, proof.Rate.Low == nil
		return true
	case !proof.Native:
		t.Evidence.Opcodes = names + " stand for it on " + proof.Target
		t.Status, t.Reason = Unsupported, "by "+proof.Way+" the architecture has no instruction of this type: "+t.Evidence.Opcodes
		return true
	case audit != nil && (audit.Outcome == results.AuditKept || audit.Outcome == results.AuditBroken):
		t.Evidence.Opcodes = names + ", in the machine code that ran"
	case r.Counters != nil:
		t.Evidence.Opcodes = names + ", by the build for " + proof.Target + "; executed as PTX"
	default:
		t.Evidence.Opcodes = names + ", by the build for " + proof.Target + "; what ran was not seen"
	}
	return false
}

// byProbe decides where the kernel rounds as no tensor core does.
func byProbe(r *results.Record, t *Type) (decided bool) {
	probe := r.Tensor.Probe
	switch {
	case probe == nil:
		t.Evidence.Probe = "not asked"
		t.Status, t.Reason, t.judged = CannotTell, "the kernel was not probed", false
		return true
	case probe.Outcome == results.ProbeEmulation:
		t.Evidence.Probe = "as an emulation: " + probe.Reason
		t.Status, t.Reason, t.Passed = NotUsed, "the kernel rounds as an emulation does", false
		return true
	case probe.Outcome == results.ProbeOther:
		t.Evidence.Probe = "neither as the tensor cores nor as an emulation: " + probe.Reason
		t.Status, t.Reason, t.judged = CannotTell, "the kernel rounds as nothing known", false
		return true
	case probe.Outcome == results.ProbeNone:
		t.Evidence.Probe = "none: " + probe.Reason
	default:
		t.Evidence.Probe = "as the tensor cores"
	}
	return false
}

// byRate decides the rest.
func byRate(r *results.Record, t *Type) (decided bool) {
	e, known := t.Evidence, r.Tensor.Rate.Low != nil
	status := Used
	if fastest := r.Tensor.Rate.Fastest; fastest != "" && fastest != r.Tensor.Way {
		status = OlderPath
	}
	switch {
	case e.PerSMCycle == nil:
		t.Status, t.Reason, t.judged = CannotTell, "the clock is unknown, and so the rate a cycle", !known
	case known && *e.OfArchitecture >= ofArchitecture:
		t.Status, t.Reason = status, fmt.Sprintf("%.0f %% of the architecture's rate", 100**e.OfArchitecture)
		if status == OlderPath {
			t.Reason += " by " + r.Tensor.Way + "; " + r.Tensor.Rate.Fastest + " is faster"
		}
	case e.OverVector == nil:
		t.Status, t.judged = CannotTell, !known
		t.Reason = "there is no ceiling of " + e.VectorPath + " to compare with"
	case *e.OverVector > overVector:
		t.Status, t.Passed = status, !known
		t.Reason = fmt.Sprintf("%.2f times %s", *e.OverVector, e.VectorPath)
		if known {
			t.Reason += fmt.Sprintf(", but only %.0f %% of the architecture's rate", 100**e.OfArchitecture)
		}
	case known:
		t.Status, t.Passed = NotUsed, false
		t.Reason = fmt.Sprintf("%.2f times %s, and %.0f %% of the architecture's rate", *e.OverVector, e.VectorPath, 100**e.OfArchitecture)
	default:
		t.Status = CannotTell
		t.Reason = fmt.Sprintf("%.2f times %s; the architecture's rate is unknown", *e.OverVector, e.VectorPath)
	}
	return true
}
