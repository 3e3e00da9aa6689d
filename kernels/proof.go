package kernels

import (
	"cmp"
	"slices"
	"strings"

	"ridgeline/kernels/sass"
)

// Proof is what was found in the machine code of a kernel on some machine targets.
type Proof struct {
	Symbol  string
	Targets []string // rising
	Clauses []sass.Clause
}

// Proofs gives what proves a kernel, which the build has checked: the clauses of its
// contract, once for all targets that have the same ones.
func (l *Library) Proofs(symbol string) []Proof {
	var proofs []Proof
	for _, m := range l.manifest.Modules {
		e, ok := m.entry(symbol)
		if !ok {
			continue
		}
		for _, machine := range rising(e.targets()) {
			clauses := m.Contract(e, machine)
			i := slices.IndexFunc(proofs, func(p Proof) bool { return clauseText(p.Clauses) == clauseText(clauses) })
			if i < 0 {
				i = len(proofs)
				proofs = append(proofs, Proof{Symbol: symbol, Clauses: clauses})
			}
			proofs[i].Targets = append(proofs[i].Targets, machine)
		}
	}
	return proofs
}

// rising sorts targets by their compute capability.
func rising(targets []string) []string {
	slices.SortFunc(targets, func(a, b string) int {
		x, _ := parseTarget(a)
		y, _ := parseTarget(b)
		return cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.kind, y.kind))
	})
	return targets
}

func clauseText(clauses []sass.Clause) string {
	var texts []string
	for _, c := range clauses {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, "; ")
}

// String is the proof in one line.
func (p Proof) String() string {
	on := p.Targets[0]
	if last := len(p.Targets) - 1; last > 0 {
		on += " to " + p.Targets[last]
	}
	return p.Symbol + " (" + on + "): " + clauseText(p.Clauses)
}
