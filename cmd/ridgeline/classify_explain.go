package main

import (
	"fmt"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/classify"
)

// explain prints all that a verdict rests on.
func (a *app) explain(g classify.Group) {
	r := g.Typical
	a.say("\n%s", g.Name)
	a.say("  verdict     %s: %s", r.Verdict.Label(), r.Verdict.Reason)
	a.explainLaunches(g)
	for _, u := range r.Uses {
		a.say("  roof        %s", explainUse(u))
	}
	for _, i := range r.Intensities {
		a.say("  intensity   %s at %s: %.4g %s%s", i.Path, i.Level, i.Value, i.Unit, ridgeText(i.Ridge))
	}
	if len(r.Missing) > 0 {
		a.say("  no ceiling  %s", strings.Join(r.Missing, ", "))
	}
	for _, above := range r.Above {
		a.say("  above       %s at %.1f %%, the likeliest cause first: %s", above.Roof, 100*above.Share, strings.Join(above.Causes, "; "))
	}
	a.explainConfidence(r)
	for _, f := range r.Findings {
		a.say("  finding     %s: %s; %s%s", f.ID, f.Evidence, f.Advice, boundText(f))
	}
	a.say("  tensor      %s: %s", r.Tensor.Use, strings.Join(r.Tensor.Evidence, "; "))
	for _, w := range r.Warnings {
		a.say("  warning     %s", w)
	}
}

func (a *app) say(format string, args ...any) { fmt.Fprintf(a.stdout, format+"\n", args...) }

func (a *app) explainLaunches(g classify.Group) {
	a.say("  launches    %d, p50 %s, p90 %s, p99 %s", g.Launches, microseconds(g.P50Seconds), microseconds(g.P90Seconds), microseconds(g.P99Seconds))
	if len(g.Verdicts) > 1 {
		for _, v := range g.Verdicts {
			a.say("              %d times %s", v.Launches, v.Label)
		}
	}
	if speedup, known := g.RunSpeedup.Get(); known {
		a.say("  whole run   %.3g times faster if this kernel reached its roof", speedup)
	}
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

func (a *app) explainConfidence(r classify.Result) {
	if r.Confidence == nil {
		return
	}
	a.say("  confidence  %s, the product of", confidenceText(r.Confidence))
	for _, f := range r.Confidence.Factors {
		a.say("              %.2f %s: %s", f.Value, f.Name, f.Why)
	}
	if doubt := r.Doubt(); doubt != "" {
		a.say("  doubt       %s", doubt)
	}
}

func boundText(f classify.Finding) string {
	if saved, known := f.TimeSaved.Get(); known {
		return fmt.Sprintf("; saves at most %.0f %% of the time (%s)", 100*saved, f.Bound)
	}
	return fmt.Sprintf("; no bound: %s", f.TimeSaved.Why())
}
