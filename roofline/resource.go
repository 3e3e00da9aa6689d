package roofline

import (
	"strings"

	"ridgeline/results"
)

// Kind is what a ceiling bounds.
type Kind string

const (
	KindPath  Kind = "path"  // a math path: operations
	KindLevel Kind = "level" // a memory level: bytes
	kindRidge Kind = "ridge" // a sweep over both; it is no ceiling
)

// resource is a parsed Work.Measures.
type resource struct {
	kind        Kind
	path, level string
}

// measured parses what a record says that it measures; ok is false where it
// measures nothing, being a point only.
func measured(measures string) (res resource, ok bool) {
	parts := strings.Split(measures, ":")
	switch {
	case len(parts) == 2 && parts[0] == string(KindPath):
		return resource{KindPath, parts[1], ""}, true
	case len(parts) == 2 && parts[0] == string(KindLevel):
		return resource{KindLevel, "", parts[1]}, true
	case len(parts) == 3 && parts[0] == string(kindRidge):
		return resource{kindRidge, parts[1], parts[2]}, true
	}
	return resource{}, false
}

// name is the path or level of a ceiling.
func (r resource) name() string { return r.path + r.level }

// amount is how much of the resource a launch used, and its unit.
func (r resource) amount(w *results.Work) (amount float64, unit string) {
	if r.kind == KindLevel {
		return w.Bytes[r.level], "B"
	}
	return w.Operations, OperationUnit(r.path)
}

// OperationUnit is FLOP, except for integer paths such as "int32", "dp4a" and
// "tc.int8.int32", whose operations are not floating-point, and for special functions.
func OperationUnit(path string) string {
	if strings.HasPrefix(path, "int") || strings.Contains(path, ".int") || path == "dp4a" || path == "sfu" {
		return "OP"
	}
	return "FLOP"
}
