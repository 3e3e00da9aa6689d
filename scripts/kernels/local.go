package main

import (
	"context"
	"errors"
	"fmt"

	"ridgeline/kernels/sass"
)

// addLocal reads from the machine code what the entries of an image do with
// local memory, where they have any.
func (t *toolchain) addLocal(ctx context.Context, img image) error {
	for machine, r := range img.reports {
		if !r.hasStack() {
			continue
		}
		codes, err := t.disassemble(ctx, img.cubins[machine], machine)
		if err != nil {
			return fmt.Errorf("%s: %w", machine, err)
		}
		if err := r.addLocal(codes); err != nil {
			return fmt.Errorf("%s: %w", machine, err)
		}
	}
	return nil
}

func (r report) hasStack() bool {
	for _, b := range r {
		if b.StackBytes > 0 {
			return true
		}
	}
	return false
}

func (r report) addLocal(codes map[string]sass.Code) error {
	for symbol, b := range r {
		if b.StackBytes == 0 {
			continue
		}
		local, err := sass.LocalOf(codes[symbol])
		if varies, ok := errors.AsType[*sass.VariesError](err); ok {
			b.LocalVaries = varies.Reason
		} else if err != nil {
			return fmt.Errorf("%s: %w", symbol, err)
		} else {
			b.Local = &local
		}
		r[symbol] = b
	}
	return nil
}
