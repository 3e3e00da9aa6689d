package roofline

import (
	"fmt"

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

// finding is what a rule has to say. With status OK and a reason it is a note;
// the zero value is silence.
type finding struct {
	status Status
	reason string
}

func note(format string, args ...any) finding {
	return finding{OK, fmt.Sprintf(format, args...)}
}

func suspect(format string, args ...any) finding {
	return finding{Suspect, fmt.Sprintf(format, args...)}
}

func refuse(format string, args ...any) finding {
	return finding{Refused, fmt.Sprintf(format, args...)}
}

// rules lists the checks that a measurement must pass to be a ceiling. Each is
// a pure function in a file of its own.
func rules() []func(evidence) finding {
	return []func(evidence) finding{
		verificationRule, warningRule, dataRule, samplesRule, limitRule, footprintRule, intervalRule, confidenceRule,
	}
}

// claim is a measurement that would be a ceiling, or a point of a sweep, and
// what the rules say of it.
type claim struct {
	evidence
	status  Status
	reasons []string
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
	c := claim{evidence: e, status: OK, reasons: []string{}}
	for _, rule := range rules() {
		if found := rule(e); found.reason != "" {
			c.status = worse(c.status, found.status)
			c.reasons = append(c.reasons, found.reason)
		}
	}
	c.reasons = append(c.reasons, e.record.Estimate.Warnings...)
	return c
}
