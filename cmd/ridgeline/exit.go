package main

import (
	"errors"
	"fmt"

	"ridgeline/cuda"
)

// The exit codes are a contract with scripts; docs/design.md §7 lists them.
const (
	exitFine       = 0
	exitUnexpected = 1 // an expectation failed
	exitUsage      = 2 // also: unreadable input, unwritable output
	exitNoGPU      = 3
	exitBroken     = 4 // a driver is there but does not work
	exitIncomplete = 5 // some cases failed or were refused
)

// exitError is an error that knows its exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// failf is an error with an exit code.
func failf(code int, format string, args ...any) error {
	return &exitError{code, fmt.Errorf(format, args...)}
}

// exitCode is the code of an error; one without a code is an input or an
// output that did not work.
func exitCode(err error) int {
	exit, known := errors.AsType[*exitError](err)
	switch {
	case err == nil:
		return exitFine
	case known:
		return exit.code
	case cuda.IsKind(err, cuda.DriverBroken):
		return exitBroken
	default:
		return exitUsage
	}
}
