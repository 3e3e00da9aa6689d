package kernels

import (
	"fmt"

	"ridgeline/kernels/sass"
)

// CheckCubin holds machine code that a driver made of the module to the contracts,
// without any tool of a toolkit. It gives a *ContractError for each breach, and a
// *sass.UnknownError for each entry with instructions whose opcodes nobody has
// learnt: such an entry is neither proved nor disproved.
func (m Module) CheckCubin(image []byte) ([]error, error) {
	cubin, err := sass.ReadCubin(image)
	if err != nil {
		return nil, fmt.Errorf("kernels: %s: %w", m.Name, err)
	}
	table, err := sass.Opcodes()
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range m.Entries {
		errs = append(errs, m.checkEntry(e, cubin, table)...)
	}
	return errs, nil
}

func (m Module) checkEntry(e Entry, cubin sass.Cubin, table sass.Table) []error {
	_, machine, err := e.BuildFor(fmt.Sprintf("sm_%d", cubin.Capability))
	if err != nil {
		return []error{err}
	}
	text, ok := cubin.Entries[e.Symbol]
	if !ok {
		return []error{&ContractError{m.Source, e.Symbol, machine, "", "it is not in the machine code"}}
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
