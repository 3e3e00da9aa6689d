package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/bench"
)

// listCommand prints the cases.
type listCommand struct{}

// caseStatus says what has proved the cases so far. It is one word for all of
// them until a run on a real GPU is committed.
const caseStatus = "simulated only"

// caseInfo is a case as --json prints it.
type caseInfo struct {
	Name        string     `json:"name"`
	Family      string     `json:"family"`
	Question    string     `json:"question"`
	Explanation string     `json:"explanation"`
	Axes        []axisInfo `json:"axes"`
	Work        string     `json:"work"`
	Check       string     `json:"check"`
	Symbols     []string   `json:"symbols"`
	Status      string     `json:"status"`
	// MachineCode is what the build found in the machine code of its kernels. Only
	// describe tells.
	MachineCode []proofInfo `json:"machine_code,omitempty"`
}

// proofInfo is what the machine code of a kernel holds on some targets.
type proofInfo struct {
	Kernel  string   `json:"kernel"`
	Targets []string `json:"targets"`
	Clauses []string `json:"clauses"`
	text    string
}

type axisInfo struct {
	Name    string  `json:"name"`
	Unit    string  `json:"unit,omitempty"`
	Values  []int64 `json:"values"`
	Meaning string  `json:"meaning"`
}

func infoOf(c bench.Case) caseInfo {
	axes := []axisInfo{}
	for _, axis := range c.Axes {
		axes = append(axes, axisInfo(axis))
	}
	return caseInfo{c.Name, c.Family, c.Question, c.Explanation, axes, c.WorkFormula, c.Check, c.Symbols, caseStatus, nil}
}

// points is the number of combinations of the values of the axes.
func (c caseInfo) points() int {
	points := 1
	for _, axis := range c.Axes {
		points *= len(axis.Values)
	}
	return points
}

// Run prints one row a case.
func (listCommand) Run(a *app, g *grammar) error {
	cases := []caseInfo{}
	for _, c := range bench.Cases() {
		cases = append(cases, infoOf(c))
	}
	if g.JSON {
		return a.printJSON(map[string][]caseInfo{"cases": cases})
	}
	rows := newTable("CASE", "POINTS", "AXES", "STATUS", "QUESTION")
	for _, c := range cases {
		rows.AppendRow(table.Row{c.Name, c.points(), axisNames(c.Axes), c.Status, c.Question})
	}
	_, err := fmt.Fprintln(a.stdout, rows.Render())
	return err
}

func axisNames(axes []axisInfo) string {
	names := []string{}
	for _, axis := range axes {
		names = append(names, axis.Name)
	}
	return strings.Join(names, ", ")
}
