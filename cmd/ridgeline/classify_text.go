package main

import (
	"fmt"
	"strings"

	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

const (
	shownName  = 40 // characters of a kernel's name in a table
	shownRoofs = 3
	unknown    = "-"
)

// printGroups prints a line for each kernel, the most time first.
func (a *app) printGroups(out classified, explain bool) {
	fmt.Fprintf(a.stdout, "%sheld against the ceilings of %s (%s)\n\n",
		simulatedMark(out.Ceilings.Provenance), out.Ceilings.Device.Name, out.Ceilings.Source)
	t := newTable("KERNEL", "LAUNCHES", "P50", "TIME", "PER BYTE", "OF ROOF", "VERDICT", "CONFIDENCE", "FINDING")
	for _, g := range out.Groups {
		r := g.Typical
		t.AppendRow([]any{
			shorten(g.Name), g.Launches, microseconds(g.P50Seconds), percent(g.TimeShare), intensityText(r.Intensities),
			roofsText(r.Uses), r.Verdict.Label(), confidenceText(r.Confidence), findingText(r.Findings),
		})
	}
	fmt.Fprintln(a.stdout, t.Render())
	for _, g := range out.Groups {
		if explain {
			a.explain(g)
		} else {
			a.remark(g)
		}
	}
}

// remark is what a reader of the table must know besides.
func (a *app) remark(g classify.Group) {
	r := g.Typical
	if r.Confidence == nil {
		fmt.Fprintf(a.stdout, "- %s: %s\n", shorten(g.Name), r.Verdict.Reason)
	}
	if doubt := r.Doubt(); doubt != "" {
		fmt.Fprintf(a.stdout, "- %s: %s\n", shorten(g.Name), doubt)
	}
	for _, above := range r.Above {
		fmt.Fprintf(a.stdout, "- %s: above the %s ceiling, %.1f %%: %s\n", shorten(g.Name), above.Roof, 100*above.Share, above.Causes[0])
	}
}

func shorten(name string) string {
	letters := []rune(name)
	if len(letters) <= shownName {
		return name
	}
	return string(letters[:shownName-1]) + "…"
}

func microseconds(n profile.Number) string {
	if seconds, known := n.Get(); known {
		return fmt.Sprintf("%.4g µs", 1e6*seconds)
	}
	return unknown
}

func percent(n profile.Number) string {
	if share, known := n.Get(); known {
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return unknown
}

func intensityText(list []classify.Intensity) string {
	var parts []string
	for _, i := range list {
		parts = append(parts, fmt.Sprintf("%s %.3g", i.Level, i.Value))
	}
	return orUnknown(strings.Join(parts, " "))
}

// roofsText is the nearest roofs, the nearest first.
func roofsText(uses []classify.Use) string {
	var parts []string
	for _, u := range uses[:min(len(uses), shownRoofs)] {
		parts = append(parts, fmt.Sprintf("%s %.1f %%", u.Name, 100*u.Share.Median))
	}
	return orUnknown(strings.Join(parts, ", "))
}

func confidenceText(c *classify.Confidence) string {
	if c == nil {
		return unknown
	}
	return fmt.Sprintf("%s %.2f", c.Level, c.Value)
}

func findingText(findings []classify.Finding) string {
	if len(findings) == 0 {
		return unknown
	}
	return findings[0].ID + gainText(findings[0])
}

func gainText(f classify.Finding) string {
	if saved, known := f.TimeSaved.Get(); known {
		return fmt.Sprintf(" saves at most %.0f %%", 100*saved)
	}
	return ""
}

func orUnknown(text string) string {
	if text == "" {
		return unknown
	}
	return text
}
