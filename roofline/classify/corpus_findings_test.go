package classify_test

import (
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline/classify"
)

// foundRow is how often a finding is among those of kernels that have what it is
// about by construction, and of their twins that do not.
type foundRow struct {
	id                            string
	with, foundIn, twins, falseIn int
}

// flaw is what some kernels of the suite have and their twins lack.
type flaw struct {
	id string
	// of tells whether a case can have it, and has whether it does.
	of, has func(*results.Record) bool
}

func flaws() []flaw {
	family := func(prefix string) func(*results.Record) bool {
		return func(r *results.Record) bool { return strings.HasPrefix(r.Case, prefix) }
	}
	return []flaw{
		{"COALESCE", family("stride/read"), func(r *results.Record) bool { return r.Axes["stride"] > 1 }},
		{"PAD", func(r *results.Record) bool {
			return r.Case == "bank/read" || strings.HasPrefix(r.Case, "bank/transpose_") && r.Case != "bank/transpose_naive"
		}, func(r *results.Record) bool {
			return r.Case == "bank/transpose_shared" || r.Case == "bank/read" && conflictsOf(r.Axes) > 1
		}},
		{"SPILL", family("spill/"), func(r *results.Record) bool { return r.Axes["live"] >= r.Axes["regs"] }},
	}
}

// note counts the findings of a case.
func (c *corpus) note(r *results.Record, got classify.Result) {
	if c.found == nil {
		for _, f := range flaws() {
			c.found = append(c.found, foundRow{id: f.id})
		}
	}
	for i, f := range flaws() {
		if !f.of(r) {
			continue
		}
		row, found := &c.found[i], slices.ContainsFunc(got.Findings, func(g classify.Finding) bool { return g.ID == f.id })
		switch {
		case f.has(r):
			row.with++
			row.foundIn += count(found)
		default:
			row.twins++
			row.falseIn += count(found)
		}
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
