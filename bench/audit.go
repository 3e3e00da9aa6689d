package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
)

// moduleAudit is what was found in the machine code of a module.
type moduleAudit struct {
	none    string             // why there is none
	sha256  string             // of it
	unread  string             // why it could not be read
	entries map[string][]error // what is wrong with each entry
}

// auditOf holds the machine code that a device made of a module to the contracts.
func auditOf(m kernels.Module, loaded cuda.Module, from cuda.Provenance) moduleAudit {
	c, ok := loaded.(cuda.Compiled)
	if !ok || c.Compilation().Cubin == nil {
		if from == cuda.Simulated {
			return moduleAudit{none: "a simulated device makes no machine code"}
		}
		return moduleAudit{none: "the driver keeps the machine code that it makes to itself"}
	}
	cubin := c.Compilation().Cubin
	sum := sha256.Sum256(cubin)
	a := moduleAudit{sha256: hex.EncodeToString(sum[:])}
	entries, err := m.CheckCubin(cubin)
	if err != nil {
		a.unread = err.Error()
	}
	a.entries = entries
	return a
}

// of is the audit of one kernel.
func (a moduleAudit) of(symbol string) *results.OpcodeAudit {
	audit := &results.OpcodeAudit{Outcome: results.AuditKept, CubinSHA256: a.sha256}
	switch errs := a.entries[symbol]; {
	case a.none != "":
		audit.Outcome, audit.Reason = results.AuditNone, a.none
	case a.unread != "":
		audit.Outcome, audit.Reason = results.AuditUndecided, a.unread
	case len(errs) > 0:
		audit.Outcome, audit.Reason = verdictOf(errs), joined(errs)
	}
	return audit
}

// verdictOf is the worst of what was found. What is no breach leaves the entry
// undecided.
func verdictOf(errs []error) results.AuditOutcome {
	outcome := results.AuditUndecided
	for _, err := range errs {
		breach, is := errors.AsType[*kernels.ContractError](err)
		switch {
		case is && breach.Absent:
			return results.AuditAbsent
		case is:
			outcome = results.AuditBroken
		}
	}
	return outcome
}

func joined(errs []error) string {
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}
