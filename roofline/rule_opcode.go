package roofline

import "ridgeline/results"

// opcodeRule looks at what the machine code that ran is made of. A kernel without
// the instruction that it claims measured something else. One with another number
// of them may be another compiler's, and may not. A simulated device runs none,
// which its badge says; a driver that gives none away leaves the claim unproved.
func opcodeRule(e evidence) finding {
	if e.record.Kernel == nil || e.record.Kernel.OpcodeAudit == nil {
		return finding{}
	}
	switch a := e.record.Kernel.OpcodeAudit; a.Outcome {
	case results.AuditAbsent:
		return refuse("the machine code is not what the kernel claims: %s", a.Reason)
	case results.AuditBroken:
		return suspect("the machine code is not as the kernel wants it: %s", a.Reason)
	case results.AuditKept:
		return passed()
	case results.AuditNone:
		if e.device.Model != nil {
			return note("there is no machine code to look at: %s", a.Reason).quietly()
		}
		return note("there is no machine code to look at: %s", a.Reason)
	default:
		return note("the machine code could not be looked at: %s", a.Reason)
	}
}
