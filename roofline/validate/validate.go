// Package validate says of each type of the tensor cores whether a document shows
// that they were used: by the instructions of the machine code, by how the kernel
// rounds, and by its rate against the architecture's and the vector units'.
package validate

import (
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

// Status is what the evidence says of a type.
type Status string

// The statuses.
const (
	Used        Status = "used"
	OlderPath   Status = "used through an older path"
	NotUsed     Status = "not used"
	Unsupported Status = "unsupported"
	CannotTell  Status = "cannot tell"
)

// The thresholds of the rule.
const (
	// ofArchitecture is the least part of the architecture's rate.
	ofArchitecture = 0.9
	// overVector is what proves use where the architecture's rate is not reached, or
	// unknown: so many times the rate of the same type on the vector units.
	overVector = 1.1
)

// Report is what a document says of all types.
type Report struct {
	Provenance results.Provenance `json:"provenance"`
	Device     results.Device     `json:"device"`
	Passed     bool               `json:"passed"`
	// Incomplete is true where a type that the architecture has could not be judged.
	Incomplete bool   `json:"incomplete"`
	Types      []Type `json:"types"`
}

// Type is a math path of the tensor cores, such as "tc.fp16.fp32".
type Type struct {
	Path   string `json:"path"`
	Status Status `json:"status"`
	// Passed is false where the type is not used, or slower than it must be.
	Passed   bool     `json:"passed"`
	Reason   string   `json:"reason"`
	Case     string   `json:"case,omitempty"` // the record that decided
	Way      string   `json:"way,omitempty"`  // as in results.Work
	Evidence Evidence `json:"evidence"`
	// judged is false where a type that the architecture has was not.
	judged bool
}

// Evidence is what the decision rests on. What is null is unknown.
type Evidence struct {
	// Opcodes says what is known of the machine code.
	Opcodes string `json:"opcodes"`
	// Probe says how the kernel rounds.
	Probe string `json:"probe"`
	// PerSMCycle is the rate, in operations an SM and cycle.
	PerSMCycle *float64 `json:"per_sm_cycle"`
	// OfArchitecture is the rate over the least that the architecture has by this way.
	OfArchitecture *float64 `json:"of_architecture"`
	// OverVector is the rate over that of VectorPath.
	OverVector *float64 `json:"over_vector"`
	VectorPath string   `json:"vector_path,omitempty"`
}

// Judge says what a document shows. Types are in alphabetical order; records of the
// suite's tensor family alone decide.
func Judge(doc *results.Document) Report {
	vectors := vectorRates(roofline.Derive(doc))
	byPath := map[string][]*results.Record{}
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Tensor != nil && strings.HasPrefix(r.Case, "tensor/") {
			byPath[r.Tensor.Path] = append(byPath[r.Tensor.Path], r)
		}
	}
	report := Report{Provenance: doc.Provenance, Device: doc.Device, Passed: true, Types: []Type{}}
	for path, records := range byPath {
		report.Types = append(report.Types, judgeType(path, records, doc.Device.SMCount, vectors))
	}
	slices.SortFunc(report.Types, func(a, b Type) int { return strings.Compare(a.Path, b.Path) })
	report.Incomplete = len(report.Types) == 0
	for _, t := range report.Types {
		report.Passed = report.Passed && t.Passed
		report.Incomplete = report.Incomplete || !t.judged
	}
	return report
}

// judgeType takes the record that says most: one that is used before one that is not,
// and that is told from one that is not.
func judgeType(path string, records []*results.Record, sms int, vectors map[string]float64) Type {
	var best Type
	for i, r := range records {
		t := judgeRecord(path, r, sms, vectors)
		if i == 0 || weight(t) > weight(best) || weight(t) == weight(best) && faster(t, best) {
			best = t
		}
	}
	return best
}

// weight orders what records say of one type. A newer way that is used says more
// than an older one; but one that is surely not used is not hidden by a record that
// says nothing.
func weight(t Type) int {
	switch {
	case t.Status == Used && t.Passed:
		return 6
	case t.Status == OlderPath && t.Passed:
		return 5
	case t.Status == Used || t.Status == OlderPath:
		return 4
	case t.Status == NotUsed:
		return 3
	case t.Status == CannotTell && !t.judged:
		return 2
	case t.Status == CannotTell:
		return 1
	}
	return 0
}

func faster(a, b Type) bool {
	x, y := a.Evidence.PerSMCycle, b.Evidence.PerSMCycle
	return x != nil && (y == nil || *x > *y)
}

// vectorRates are the ceilings of the vector units, in operations an SM and cycle.
func vectorRates(d *roofline.Derived) map[string]float64 {
	rates := map[string]float64{}
	for _, c := range d.Ceilings {
		if c.Kind == roofline.KindPath && !strings.HasPrefix(c.Name, "tc.") && c.Status != roofline.Refused && c.PerSMCycle != nil {
			rates[c.Name] = c.PerSMCycle.Median
		}
	}
	return rates
}

// vectorOf is the vector path of a type: where one unit has its numbers, or else
// emulates them fastest.
func vectorOf(path string) string {
	switch input := strings.Split(path, ".")[1]; {
	case input == "fp64":
		return "fp64"
	case strings.HasPrefix(input, "int"):
		return "int32"
	case input == "bf16" || input == "tf32":
		return "fp32"
	}
	return "fp16x2"
}
