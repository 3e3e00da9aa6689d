package kernels

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/kernels/sass"
)

// Audit is what the machine code of a kernel holds on targets for which it is made
// of the same instructions.
type Audit struct {
	Targets []string `json:"targets"`
	sass.Audit
}

// ContractError says that the machine code of a kernel is not what the header of
// its source demands.
type ContractError struct {
	Source         string // below kernels/
	Symbol, Target string // the machine target; "" where none is covered
	Clause         string // that is broken; "" where there is none
	Reason         string
	// Absent is true where an instruction that must be there is nowhere in the
	// code: the kernel is not what it claims to be.
	Absent bool
}

func (e *ContractError) Error() string {
	text := "kernels/" + e.Source
	if e.Symbol != "" {
		text += fmt.Sprintf(": %s on %s", e.Symbol, e.Target)
	}
	if e.Clause != "" {
		text += fmt.Sprintf(": contract %q", e.Clause)
	}
	return text + ": " + e.Reason
}

// AuditFor gives what the machine code for a target of the manifest holds.
func (e Entry) AuditFor(machine string) (sass.Audit, bool) {
	i := slices.IndexFunc(e.Audits, func(a Audit) bool { return slices.Contains(a.Targets, machine) })
	if i < 0 {
		return sass.Audit{}, false
	}
	return e.Audits[i].Audit, true
}

// Contract gives the clauses that an entry must keep on a machine target: those of
// the header, and where it has no local memory that nothing loads or stores any.
func (m Module) Contract(e Entry, machine string) []sass.Clause {
	var clauses []sass.Clause
	for _, c := range m.Contracts {
		if c.covers(e.Symbol, machine) {
			clauses = append(clauses, c.Clauses...)
		}
	}
	if e.Builds[machine].StackBytes == 0 {
		clauses = append(clauses, sass.Clause{Where: sass.Never, Demands: []sass.Demand{{Opcode: "LDL"}, {Opcode: "STL"}}})
	}
	return clauses
}

// CheckContracts holds the machine code to the headers of the sources: each entry
// must show on each target what proves it, and each contract must be for one. It
// gives a *ContractError for each breach.
func (m Manifest) CheckContracts() []error {
	var errs []error
	covered := map[string]bool{} // by source and contract
	for _, mod := range m.Modules {
		for _, e := range mod.Entries {
			for _, machine := range e.targets() {
				errs = append(errs, mod.breaches(e, machine)...)
			}
		}
		for _, c := range mod.Contracts {
			covered[mod.Source+" "+c.String()] = covered[mod.Source+" "+c.String()] || mod.isFor(c)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(covered)) {
		if !covered[name] {
			source, contract, _ := strings.Cut(name, " ")
			errs = append(errs, &ContractError{Source: source, Clause: contract, Reason: "it is for no entry on any target"})
		}
	}
	return errs
}

// breaches gives a *ContractError for each clause that an entry does not keep.
func (m Module) breaches(e Entry, machine string) []error {
	audit, ok := e.AuditFor(machine)
	if !ok {
		return []error{&ContractError{Source: m.Source, Symbol: e.Symbol, Target: machine, Reason: "its machine code has not been read"}}
	}
	return m.breachesOf(e, machine, audit)
}

// breachesOf holds what was found in machine code for a target to the contracts.
func (m Module) breachesOf(e Entry, machine string, audit sass.Audit) []error {
	var errs []error
	proved := false
	for _, clause := range m.Contract(e, machine) {
		proved = proved || clause.Proves()
		if reason := audit.Breach(clause); reason != "" {
			errs = append(errs, &ContractError{m.Source, e.Symbol, machine, clause.String(), reason, audit.Lacks(clause)})
		}
	}
	if !proved {
		errs = append(errs, &ContractError{Source: m.Source, Symbol: e.Symbol, Target: machine,
			Reason: `no line "// contract: ..." of the header names an instruction that it must have`})
	}
	return errs
}

// isFor tells whether a contract is for one of the module's entries.
func (m Module) isFor(c Contract) bool {
	return slices.ContainsFunc(m.Entries, func(e Entry) bool {
		return slices.ContainsFunc(e.targets(), func(machine string) bool { return c.covers(e.Symbol, machine) })
	})
}
