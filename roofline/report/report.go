// Package report renders a document and what was derived from it: as text for
// people, as JSON for programs, and as a roofline figure. It computes nothing
// of its own, and everything it renders says whether it was measured or
// simulated.
package report

import (
	"fmt"
	"slices"
	"strings"

	"ridgeline/results"
)

// badge is the word that marks a table or a figure: SIMULATED or measured.
func badge(p results.Provenance) string {
	if p == results.Simulated {
		return "SIMULATED"
	}
	return string(p)
}

// title says in one line what was measured, and on which device.
func title(doc *results.Document) string {
	d := doc.Device
	facts := []string{}
	if d.ComputeCapability != "" {
		facts = append(facts, "compute capability "+d.ComputeCapability)
	}
	if d.SMCount > 0 {
		facts = append(facts, fmt.Sprintf("%d SMs", d.SMCount))
	}
	return strings.TrimSpace(fmt.Sprintf("%s: ceilings and ridge points of %s %s",
		badge(doc.Provenance), d.Name, parenthesis(facts)))
}

func parenthesis(facts []string) string {
	if len(facts) == 0 {
		return ""
	}
	return "(" + strings.Join(facts, ", ") + ")"
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// origin says in one line where the numbers are from: the model of a virtual
// GPU, or the driver of a real one.
func origin(d results.Device) string {
	switch {
	case d.Model != nil:
		return fmt.Sprintf("no GPU was measured: timing model %s, spec %s (sha256 %.12s)", d.Model.Version, d.Model.Spec, d.Model.SpecSHA256)
	case d.Driver != "":
		return strings.TrimSpace("driver " + d.Driver + " " + parenthesis(nonEmpty(d.UUID, d.PCIBusID)))
	}
	return "driver unknown"
}

// runLine says in one line how and when the document was made.
func runLine(doc *results.Document) string {
	run := doc.Run
	parts := []string{run.StartedAt.UTC().Format("2006-01-02 15:04:05 UTC"), "ridgeline " + run.Version, run.Platform}
	if run.Host != "" {
		parts = append(parts, run.Host)
	}
	return strings.Join(append(parts, fmt.Sprintf("seed %d", run.Seed)), ", ")
}
