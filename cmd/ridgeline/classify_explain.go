package main

import (
	"fmt"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// explain prints all that a verdict rests on.
func (a *app) explain(g classify.Group) {
	a.say("\n%s", g.Name)
	for _, line := range explanation(g) {
		a.say("  %s", line)
	}
}

func (a *app) say(format string, args ...any) { fmt.Fprintf(a.stdout, format+"\n", args...) }

// lines gathers an explanation: a word, and what it is about.
type lines []string

func (l *lines) add(word, format string, args ...any) {
	*l = append(*l, fmt.Sprintf("%-11s ", word)+fmt.Sprintf(format, args...))
}

// explanation is all that a verdict rests on, line by line.
func explanation(g classify.Group) []string {
	var l lines
	r := g.Typical
	l.add("verdict", "%s: %s", r.Verdict.Label(), r.Verdict.Reason)
	l.launches(g)
	for _, u := range r.Uses {
		l.add("roof", "%s", explainUse(u))
	}
	for _, i := range r.Intensities {
		l.add("intensity", "%s at %s: %.4g %s%s", i.Path, i.Level, i.Value, i.Unit, ridgeText(i.Ridge))
	}
	if len(r.Missing) > 0 {
		l.add("no ceiling", "%s", strings.Join(r.Missing, ", "))
	}
	for _, above := range r.Above {
		l.add("above", "%s at %.1f %%, the likeliest cause first: %s", above.Roof, 100*above.Share, strings.Join(above.Causes, "; "))
	}
	l.confidence(r)
	for _, f := range r.Findings {
		l.add("finding", "%s: %s; %s%s", f.ID, f.Evidence, f.Advice, boundText(f))
	}
	l.add("tensor", "%s: %s", r.Tensor.Use, strings.Join(r.Tensor.Evidence, "; "))
	for _, w := range r.Warnings {
		l.add("warning", "%s", w)
	}
	return l
}

func (l *lines) launches(g classify.Group) {
	l.add("launches", "%d, p50 %s, p90 %s, p99 %s", g.Launches,
		microsecondsOrWhy(g.P50Seconds), microsecondsOrWhy(g.P90Seconds), microsecondsOrWhy(g.P99Seconds))
	if len(g.Verdicts) > 1 {
		for _, v := range g.Verdicts {
			l.add("", "%d times %s", v.Launches, v.Label)
		}
	}
	if speedup, known := g.RunSpeedup.Get(); known {
		l.add("whole run", "%.3g times faster if this kernel reached its roof", speedup)
	}
}

// microsecondsOrWhy is a time, or why it is not known.
func microsecondsOrWhy(n profile.Number) string {
	if n.Known() {
		return microseconds(n)
	}
	return "unknown (" + n.Why() + ")"
}

func explainUse(u classify.Use) string {
	text := fmt.Sprintf("%s %.1f %%", u.Name, 100*u.Share.Median)
	if amount, known := u.Amount.Get(); known && u.Roof != nil {
		text += fmt.Sprintf(": %.4g %s, ceiling %s [%s, %s]", amount, u.Unit, roofline.Readable(u.Roof.Median, u.Unit+"/s"),
			roofline.Readable(u.Roof.Low, u.Unit+"/s"), roofline.Readable(u.Roof.High, u.Unit+"/s"))
		if u.ClockKnown {
			text += fmt.Sprintf(" at %.4g of its clock", u.ClockFactor)
		}
	}
	return text + " (" + u.Basis + ")"
}

func ridgeText(ridge *roofline.Quantity) string {
	if ridge == nil {
		return ""
	}
	return fmt.Sprintf(", ridge %.4g [%.4g, %.4g]", ridge.Median, ridge.Low, ridge.High)
}

func (l *lines) confidence(r classify.Result) {
	if r.Confidence == nil {
		return
	}
	l.add("confidence", "%s, the product of", confidenceText(r.Confidence))
	for _, f := range r.Confidence.Factors {
		l.add("", "%.2f %s: %s", f.Value, f.Name, f.Why)
	}
	if doubt := r.Doubt(); doubt != "" {
		l.add("doubt", "%s", doubt)
	}
}

func boundText(f classify.Finding) string {
	if saved, known := f.TimeSaved.Get(); known {
		return fmt.Sprintf("; saves at most %.0f %% of the time (%s)", 100*saved, f.Bound)
	}
	return fmt.Sprintf("; no bound: %s", f.TimeSaved.Why())
}
