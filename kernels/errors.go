package kernels

import (
	"fmt"
	"strings"
)

// StaleError says that a file does not belong to the manifest as it stands.
type StaleError struct {
	File   string // below kernels/
	Reason string
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("kernels/%s is stale: %s; run `make kernels` and commit what it writes", e.File, e.Reason)
}

// UnknownKernelError says that no module has this kernel.
type UnknownKernelError struct {
	Symbol string
	Known  []string
}

func (e *UnknownKernelError) Error() string {
	return fmt.Sprintf("kernels: no kernel %q; there are %s", e.Symbol, strings.Join(e.Known, ", "))
}

// NoModuleError says that a kernel is not built for a device.
type NoModuleError struct {
	Symbol     string
	Capability int      // ten times the major version plus the minor one
	Targets    []string // what there is
}

func (e *NoModuleError) Error() string {
	return fmt.Sprintf("kernels: %s does not run on compute capability %d.%d: it is built for %s",
		e.Symbol, e.Capability/10, e.Capability%10, strings.Join(e.Targets, ", "))
}

// NoBuildError says that the manifest has no assembler report for a target.
type NoBuildError struct {
	Symbol, Target string
	Known          []string
}

func (e *NoBuildError) Error() string {
	return fmt.Sprintf("kernels: %s was not assembled for %q or an older target of its kind; the manifest has %s",
		e.Symbol, e.Target, strings.Join(e.Known, ", "))
}
