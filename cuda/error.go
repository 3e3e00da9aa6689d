package cuda

import (
	"errors"
	"fmt"
	"strings"
)

// Kind is what went wrong, as far as a caller must tell cases apart.
type Kind string

const (
	NotFound       Kind = "not found"          // no such device, spec, function
	InvalidValue   Kind = "invalid value"      // the call's own arguments are wrong
	OutOfMemory    Kind = "out of memory"      // no device memory left
	InvalidImage   Kind = "invalid PTX"        // the image does not parse or validate
	Unsupported    Kind = "unsupported"        // valid, but this device cannot do it
	IllegalAddress Kind = "illegal address"    // a kernel touched memory that is not its own
	Misaligned     Kind = "misaligned address" // an access not aligned to its size
	LaunchDeadlock Kind = "deadlock"           // no thread of a kernel can go on
	LaunchTimeout  Kind = "launch timed out"   // a kernel ran past its instruction budget
	LaunchFailed   Kind = "launch failed"      // trap, assert, invalid instruction use
	DeviceLost     Kind = "device lost"        // the device stopped answering
	Unavailable    Kind = "device unavailable" // a device is there but not for us: busy, exclusive
	DriverBroken   Kind = "driver unusable"    // a driver is there but does not work
)

// Error is trouble with a device: the call, the kernel and the place, what went
// wrong and what to do about it.
type Error struct {
	Op     string // the call, such as "Launch" or "cuModuleLoadDataEx"
	Kind   Kind
	Code   int    // the driver's error number; 0 where there is none
	Name   string // the driver's error name, such as CUDA_ERROR_NO_DEVICE
	Module string // the module's name, where one is involved
	Kernel string // the kernel's name, where one is involved
	Line   int    // line of the PTX, from 1; 0 is unknown
	Lane   string // where in the grid, such as "block (3,0,0) thread (17,0,0) warp 0 lane 17"
	Detail string // what exactly
	Remedy string // what to do
	Err    error  // the cause, if another error is
}

// Error puts all that is known in one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if where := e.where(); where != "" {
		b.WriteString(" " + where)
	}
	fmt.Fprintf(&b, ": %s", e.Kind)
	if e.Name != "" {
		fmt.Fprintf(&b, " (%s, %d)", e.Name, e.Code)
	}
	for _, part := range []string{e.Lane, e.Detail, e.cause(), e.Remedy} {
		if part != "" {
			b.WriteString(": " + part)
		}
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) cause() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

func (e *Error) where() string {
	place := e.Module
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, e.Line)
	}
	if e.Kernel != "" {
		place = strings.TrimSpace(e.Kernel + " " + wrap(place))
	}
	return place
}

func wrap(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

// IsKind tells whether err is, or wraps, an *Error of this kind.
func IsKind(err error, k Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == k
}
