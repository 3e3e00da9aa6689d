package roofline

import (
	"fmt"
	"maps"
	"math"

	"ridgeline/results"
)

// Status says how far a number may be trusted.
type Status string

const (
	OK      Status = "ok"
	Suspect Status = "suspect" // shown and flagged
	Refused Status = "refused" // never used as a ceiling
)

// rank orders the statuses from good to bad.
func (s Status) rank() int {
	switch s {
	case OK:
		return 0
	case Suspect:
		return 1
	}
	return 2
}

func worse(a, b Status) Status {
	if a.rank() >= b.rank() {
		return a
	}
	return b
}

// evidence is all that a rule may look at: one measurement of one resource.
type evidence struct {
	device   *results.Device
	run      *results.Run
	record   *results.Record
	resource resource
	rate     Quantity // per second
}

// finding is what a rule has to say. With status OK and a reason it is a note,
// without a reason the check was passed; the zero value is that there was nothing
// to look at.
type finding struct {
	status  Status
	reason  string
	numbers map[string]float64
	// quiet is true of a note that stands with its check alone, because it would be
	// said of every measurement.
	quiet bool
}

func passed() finding { return finding{status: OK} }

func note(format string, args ...any) finding {
	return finding{status: OK, reason: fmt.Sprintf(format, args...)}
}

func suspect(format string, args ...any) finding {
	return finding{status: Suspect, reason: fmt.Sprintf(format, args...)}
}

func refuse(format string, args ...any) finding {
	return finding{status: Refused, reason: fmt.Sprintf(format, args...)}
}

func (f finding) quietly() finding {
	f.quiet = true
	return f
}

// with adds a number that the rule looked at. A number that JSON has no word for
// is left out.
func (f finding) with(name string, value float64) finding {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return f
	}
	numbers := maps.Clone(f.numbers)
	if numbers == nil {
		numbers = map[string]float64{}
	}
	numbers[name] = value
	f.numbers = numbers
	return f
}

// rule is one check that a measurement must pass to be a ceiling: a pure function
// in a file of its own.
type rule struct {
	name  string
	check func(evidence) finding
}

func rules() []rule {
	return []rule{
		{"verification", verificationRule}, {"measuring", warningRule}, {"data", dataRule}, {"samples", samplesRule},
		{"opcode audit", opcodeRule}, {"limit", limitRule}, {"clock", clockRule}, {"footprint", footprintRule},
		{"re-read", rereadRule}, {"counters", countersRule},
		{"linearity", linearityRule}, {"overhead", overheadRule}, {"events", eventsRule}, {"drift", driftRule},
		{"modes", modesRule}, {"interval", intervalRule}, {"confidence", confidenceRule},
	}
}

// Check is one rule and what it found. A rule that had nothing to look at, as in
// a document that does not record its evidence, makes no check.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Reason is empty where the check was passed without a word.
	Reason string `json:"reason,omitempty"`
	// Numbers are what it looked at, by their names and units.
	Numbers map[string]float64 `json:"numbers,omitempty"`
}

// claim is a measurement that would be a ceiling, or a point of a sweep, and
// what the rules say of it.
type claim struct {
	evidence
	status  Status
	reasons []string
	checks  []Check
}

// judgeAll applies the rules to every record that measures something.
func judgeAll(doc *results.Document) []claim {
	var claims []claim
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Outcome != results.OutcomeOK || r.Work == nil || r.Estimate == nil {
			continue
		}
		res, ok := measured(r.Work.Measures)
		amount, unit := res.amount(r.Work)
		if !ok || amount == 0 {
			continue
		}
		claims = append(claims, judge(evidence{&doc.Device, &doc.Run, r, res, rateOf(amount, r.Estimate, unit+"/s")}))
	}
	return claims
}

func judge(e evidence) claim {
	c := claim{evidence: e, status: OK, reasons: []string{}, checks: []Check{}}
	for _, rule := range rules() {
		c.add(rule.name, rule.check(e))
	}
	c.reasons = append(c.reasons, e.record.Estimate.Warnings...)
	return c
}

// add notes what a check found. The reason of one that was not passed begins with
// its name.
func (c *claim) add(name string, f finding) {
	if f.status == "" {
		return
	}
	c.checks = append(c.checks, Check{name, f.status, f.reason, f.numbers})
	c.status = worse(c.status, f.status)
	switch {
	case f.reason == "" || f.quiet:
	case f.status == OK:
		c.reasons = append(c.reasons, f.reason)
	default:
		c.reasons = append(c.reasons, name+": "+f.reason)
	}
}
