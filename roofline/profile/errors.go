package profile

import (
	"fmt"
	"strings"
	"unicode"
)

// CutError is a file that ends too early. The kernels before the cut were given.
type CutError struct {
	// Line is where a text file ends; 0 in a binary one, where Offset counts.
	Line   int64
	Offset int64
	What   string
}

func (e *CutError) Error() string {
	if e.Line > 0 {
		return oneLine("line %d: the file is cut: %s; what came before was read", e.Line, e.What)
	}
	return oneLine("byte %d: the file is cut: %s; what came before was read", e.Offset, e.What)
}

// AmbiguousNumberError is a number that means one thing in one locale and
// another thing in another, in a file that does not tell which it is of.
type AmbiguousNumberError struct {
	Line   int64
	Cell   string
	Metric string
}

func (e *AmbiguousNumberError) Error() string {
	return oneLine("line %d: ambiguous number %q of %s: a thousands mark or a decimal mark? say which with --decimal=. or --decimal=,",
		e.Line, e.Cell, e.Metric)
}

// DecimalError is a number that contradicts the way the file, or the caller,
// said numbers are written.
type DecimalError struct {
	Line    int64
	Cell    string
	Metric  string
	Decimal Decimal
}

func (e *DecimalError) Error() string {
	return oneLine("line %d: %q of %s cannot be written with %q as the decimal mark, as the rest of the file is: "+
		"was it joined from files of two locales?", e.Line, e.Cell, e.Metric, string(rune(e.Decimal)))
}

// UnreadableError is a file of a kind that is not read.
type UnreadableError struct {
	Looks  string // what it looks like
	Remedy string // what to do, such as an export command
}

func (e *UnreadableError) Error() string { return join(e.Looks, e.Remedy) }

// NoKernelsError is a profiler's file that holds no kernel.
type NoKernelsError struct {
	Reason string
	Remedy string
}

func (e *NoKernelsError) Error() string { return join("no kernels: "+e.Reason, e.Remedy) }

func join(what, remedy string) string {
	if remedy == "" {
		return oneLine("%s", what)
	}
	return oneLine("%s; %s", what, remedy)
}

// oneLine formats an error that may quote a file: what a file holds must not
// break the line.
func oneLine(format string, args ...any) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
}

// CorruptError is a file that breaks the rules of its own format.
type CorruptError struct {
	Line   int64 // of a text file
	Offset int64 // of a binary one, where Line is 0
	What   string
}

func (e *CorruptError) Error() string {
	if e.Line > 0 {
		return oneLine("line %d: %s", e.Line, e.What)
	}
	return oneLine("byte %d: %s", e.Offset, e.What)
}

// LimitError is a file that asks for more than a reader allows.
type LimitError struct {
	What  string
	Limit int64
}

func (e *LimitError) Error() string {
	return oneLine("%s exceeds the limit of %d", e.What, e.Limit)
}
