package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"ridgeline/bench"
	"ridgeline/kernels"
)

// describeCommand says what cases measure and how they are proved.
type describeCommand struct {
	Case string `arg:"" help:"A case such as stream/copy, a family such as stream, or a glob such as '*/fp32'."`
}

// Run prints the words of every case that the pattern names.
func (d describeCommand) Run(a *app, g *grammar) error {
	cases, err := bench.Select([]string{d.Case})
	if err != nil {
		return unknownCase(err)
	}
	lib, err := kernels.Load()
	if err != nil {
		return err
	}
	infos := []caseInfo{}
	for _, c := range cases {
		info := infoOf(c)
		info.MachineCode = proofsOf(lib, c.Symbols)
		infos = append(infos, info)
	}
	if g.JSON {
		return a.printJSON(map[string][]caseInfo{"cases": infos})
	}
	for i, info := range infos {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprint(a.stdout, describe(info))
	}
	return nil
}

// proofsOf gives what the machine code of kernels holds.
func proofsOf(lib *kernels.Library, symbols []string) []proofInfo {
	var infos []proofInfo
	for _, symbol := range symbols {
		for _, p := range lib.Proofs(symbol) {
			info := proofInfo{Kernel: symbol, Targets: p.Targets, text: p.String()}
			for _, c := range p.Clauses {
				info.Clauses = append(info.Clauses, c.String())
			}
			infos = append(infos, info)
		}
	}
	return infos
}

// unknownCase adds where the names are.
func unknownCase(err error) error {
	return failf(exitUsage, "%w\nSee ridgeline list.", err)
}

// describe is the text of one case: its name and question, then indented
// paragraphs with a head.
func describe(c caseInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n%s\n", c.Name, c.Question, paragraph(c.Explanation))
	for _, axis := range c.Axes {
		values := strings.TrimSpace(join(axis.Values) + " " + axis.Unit)
		section(&b, "Axis "+axis.Name+": "+values, axis.Meaning)
	}
	section(&b, "Work of a launch", c.Work)
	section(&b, "Check", c.Check)
	section(&b, "Kernels", strings.Join(c.Symbols, ", "))
	b.WriteString("\nMachine code, as the build found it\n")
	for _, p := range c.MachineCode {
		fmt.Fprintln(&b, paragraph(p.text))
	}
	section(&b, "Status", c.Status)
	return b.String()
}

func section(b *strings.Builder, head, body string) {
	fmt.Fprintf(b, "\n%s\n%s\n", head, paragraph(body))
}

// paragraph wraps and indents prose.
func paragraph(prose string) string {
	const width = 84
	var lines []string
	for line := range strings.SplitSeq(text.WrapSoft(prose, width), "\n") {
		lines = append(lines, "  "+strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

func join(values []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(values), " ", ", "), "[]")
}
