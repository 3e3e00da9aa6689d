package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// read decodes what an image was assembled to, by machine target. A cubin with
// instructions that the table of opcodes does not know is disassembled instead,
// from which the table learns.
func (t *toolchain) read(ctx context.Context, img image) (map[string]map[string]sass.Code, error) {
	codes := map[string]map[string]sass.Code{}
	for machine, image := range img.cubins {
		cubin, err := sass.ReadCubin(image)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", machine, err)
		}
		known := true
		codes[machine] = map[string]sass.Code{}
		for symbol, text := range cubin.Entries {
			code, unknown := t.opcodes.Decode(cubin.Capability, text)
			codes[machine][symbol] = code
			known = known && unknown == 0
		}
		if known {
			continue
		}
		if codes[machine], err = t.disassemble(ctx, image, machine); err == nil {
			err = t.learn(cubin, codes[machine])
		}
		if err != nil {
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
