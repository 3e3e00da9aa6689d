package sass

import (
	"fmt"
	"slices"
	"strings"
)

// Breach says in what the machine code does not do what a clause demands; "" where
// it does.
func (a Audit) Breach(c Clause) string {
	switch c.Where {
	case InLoop:
		return a.loopBreach(c)
	case Outside:
		return breach(a.Outside, c)
	default:
		return breach(a.all(), c)
	}
}

// Lacks tells whether the machine code has nowhere an instruction that a clause
// asks for.
func (a Audit) Lacks(c Clause) bool {
	all := a.all()
	return slices.ContainsFunc(c.Demands, func(d Demand) bool { return d.Count > 0 && all.Of(d.Opcode) == 0 })
}

// loopBreach wants just one loop that meets all demands.
func (a Audit) loopBreach(c Clause) string {
	var found []string
	meet := 0
	for i, loop := range a.Loops {
		text := breach(loop, c)
		if text == "" {
			meet++
		}
		found = append(found, fmt.Sprintf("loop %d has %s", i+1, text))
	}
	switch {
	case meet == 1:
		return ""
	case meet > 1:
		return fmt.Sprintf("%d of %d loops do", meet, len(a.Loops))
	case len(found) == 0:
		return "the kernel has no loop"
	}
	return strings.Join(found, ", ")
}

// breach gives what there is of each opcode whose demand is not met.
func breach(counts Counts, c Clause) string {
	var found []string
	for _, d := range c.Demands {
		if !d.met(counts) {
			found = append(found, fmt.Sprintf("%d %s", counts.Of(d.Opcode), d.Opcode))
		}
	}
	return strings.Join(found, " and ")
}

// Holds tells whether the kernel has an instruction of the pattern.
func (a Audit) Holds(p Pattern) bool { return a.all().Of(p) > 0 }

// all counts the instructions of the whole kernel.
func (a Audit) all() Counts {
	sum := Counts{}
	for _, part := range append([]Counts{a.Outside}, a.Loops...) {
		for opcode, n := range part {
			sum[opcode] += n
		}
	}
	return sum
}
