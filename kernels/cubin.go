package kernels

import (
	"fmt"

	"ridgeline/kernels/sass"
)

// CheckCubin holds machine code that a driver made of the module to the contracts,
// without any tool of a toolkit. It gives, by entry, a *ContractError for each
// breach, and what keeps an entry from being proved or disproved: a
// *sass.UnknownError where it has instructions whose opcodes nobody has learnt, a
// *NoBuildError where the contracts know no target like it, or an error that says
// how its jumps cannot be followed. An entry that keeps its contract has none.
func (m Module) CheckCubin(image []byte) (map[string][]error, error) {
	cubin, err := sass.ReadCubin(image)
	if err != nil {
		return nil, fmt.Errorf("kernels: %s: %w", m.Name, err)
	}
	table, err := sass.Opcodes()
	if err != nil {
		return nil, err
	}
	found := map[string][]error{}
	for _, e := range m.Entries {
		if errs := m.checkEntry(e, cubin, table); len(errs) > 0 {
			found[e.Symbol] = errs
		}
	}
	return found, nil
}

func (m Module) checkEntry(e Entry, cubin sass.Cubin, table sass.Table) []error {
	_, machine, err := e.BuildFor(fmt.Sprintf("sm_%d", cubin.Capability))
	if err != nil {
		return []error{err}
	}
	text, ok := cubin.Entries[e.Symbol]
	if !ok {
		return []error{&ContractError{Source: m.Source, Symbol: e.Symbol, Target: machine, Reason: "it is not in the machine code", Absent: true}}
	}
	code, unknown := table.Decode(cubin.Capability, text)
	if unknown > 0 {
		return []error{&sass.UnknownError{Entry: e.Symbol, Capability: cubin.Capability, Count: unknown, Of: len(code)}}
	}
	audit, err := sass.AuditOf(code)
	if err != nil {
		return []error{fmt.Errorf("kernels: %s: %w", e.Symbol, err)}
	}
	return m.breachesOf(e, machine, audit)
}
