package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// read disassembles what an image was assembled to, by machine target.
func (t *toolchain) read(ctx context.Context, img image) (map[string]map[string]sass.Code, error) {
	codes := map[string]map[string]sass.Code{}
	for machine, cubin := range img.cubins {
		var err error
		if codes[machine], err = t.disassemble(ctx, cubin, machine); err != nil {
			return nil, fmt.Errorf("%s: %w", machine, err)
		}
	}
	return codes, nil
}

// addLocal says what a kernel does with local memory, where it has any.
func addLocal(b *kernels.Build, code sass.Code) error {
	if b.StackBytes == 0 {
		return nil
	}
	local, err := sass.LocalOf(code)
	if varies, ok := errors.AsType[*sass.VariesError](err); ok {
		b.LocalVaries = varies.Reason
		return nil
	}
	b.Local = &local
	return err
}

// addAudit says what the machine code for a target holds, once for all targets for
// which it is the same.
func addAudit(e *kernels.Entry, machine string, code sass.Code) error {
	audit, err := sass.AuditOf(code)
	if err != nil {
		return err
	}
	same := slices.IndexFunc(e.Audits, func(a kernels.Audit) bool { return a.Equal(audit) })
	if same < 0 {
		same = len(e.Audits)
		e.Audits = append(e.Audits, kernels.Audit{Audit: audit})
	}
	e.Audits[same].Targets = append(e.Audits[same].Targets, machine)
	return nil
}
