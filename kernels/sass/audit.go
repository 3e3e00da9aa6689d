package sass

import (
	"maps"
	"slices"
)

// Audit is what the machine code of a kernel holds. An instruction is counted in
// the innermost loop around it alone; those that no path comes to, as what fills
// the last line, are left out.
type Audit struct {
	Outside Counts   `json:"outside"` // of all loops
	Loops   []Counts `json:"loops"`   // in the order of their addresses
}

// Equal tells whether two audits hold the same.
func (a Audit) Equal(b Audit) bool {
	same := func(x, y Counts) bool { return maps.Equal(x, y) }
	return same(a.Outside, b.Outside) && slices.EqualFunc(a.Loops, b.Loops, same)
}

// AuditOf counts the instructions of a kernel. The error is a *FlowError.
func AuditOf(c Code) (Audit, error) {
	g, err := newGraph(c)
	if err != nil {
		return Audit{}, err
	}
	loops, err := g.loops()
	if err != nil {
		return Audit{}, err
	}
	a := Audit{Outside: Counts{}, Loops: make([]Counts, len(loops))}
	for i := range loops {
		a.Loops[i] = Counts{}
	}
	inner := innermost(g, loops)
	for b := range g {
		counts := a.Outside
		if inner[b] >= 0 {
			counts = a.Loops[inner[b]]
		}
		counts.add(c[g[b].start:g[b].end])
	}
	return a, nil
}
