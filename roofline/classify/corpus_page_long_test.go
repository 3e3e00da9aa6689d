//go:build long

package classify_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/roofline/classify"
)

// page is docs/classify-proof.md.
func page(corpora []corpus, all []labelled) string {
	return strings.Join([]string{intro(all), gpuSection(corpora, all), matrixSection(all), findingSection(corpora), wrongSection(all)}, "\n")
}

func intro(all []labelled) string {
	s := scoreOf(all)
	return fmt.Sprintf(`# Proof of the classifier: self-consistency, not hardware truth

Kernels of the suite ran on virtual GPUs, and the classifier judged each against the ceilings that the same run measured. What it says is held against what limits the kernel *by construction*: the operations, bytes and chains that its formula has, over the rates and latencies of the spec. No time and no ceiling is in that label, and no formula of the classifier. It shows that the classifier, the suite and the simulated GPU agree with each other. It does not show that a real GPU behaves like the simulated one. `+"`make proof-classify`"+` runs it and writes this page.

**%d kernels: %d judged right. %d judged with high confidence (%s), of which %d right (%s).** None of those lies within 3 points of a threshold.

A kernel whose second limit needs at least 90 %% of the time of the first may be called by either name. A virtual GPU tells no stalls in a document, so that no confidence is above 0.80 here, a latency verdict has no cause but the small grid, and none between 60 and 80 %% of a roof has high confidence: before that rule, all 8 wrong verdicts with high confidence (of 556) were chains of tensor instructions at 66 to 75 %% of their roof, which wait for each other.
`, s.all, s.right, s.high, share(s.high, s.all), s.highRight, share(s.highRight, s.high))
}

func gpuSection(corpora []corpus, all []labelled) string {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"virtual GPU", "kernels", "right", "high confidence", "right of those", "left out"})
	left := 0
	for _, c := range corpora {
		w.AppendRow(scoreRow(c.sku, c.list, c.left))
		left += c.left
	}
	w.AppendRow(scoreRow("all", all, left))
	return "## By GPU\n\n*Left out*: cases whose formula does not tell their limit: spilling kernels and a transpose without shared memory, whose bytes depend on what the caches keep; asynchronous copies; narrow loads and matrices of shared memory, which their instructions may hold.\n\n" + w.RenderMarkdown() + "\n"
}

func scoreRow(name string, list []labelled, left int) table.Row {
	s := scoreOf(list)
	return table.Row{name, s.all, share(s.right, s.all), share(s.high, s.all), share(s.highRight, s.high), left}
}

// matrixSection has a row for each limit and a column for each class of verdict:
// all verdicts, and those with high confidence.
func matrixSection(all []labelled) string {
	classes := []classify.Class{classify.ClassMemory, classify.ClassCompute, classify.ClassLatency, classify.ClassBoth, classify.ClassUnknown}
	w := table.NewWriter()
	w.AppendHeader(table.Row{"limit by construction", "memory", "compute", "latency", "memory or compute", "unknown"})
	for _, name := range limits(all) {
		row := table.Row{name}
		for _, class := range classes {
			n, high := 0, 0
			for _, l := range all {
				if limitName(l) == name && l.got.Verdict.Class == class {
					n++
					high += count(l.high())
				}
			}
			row = append(row, cell(n, high))
		}
		w.AppendRow(row)
	}
	return "## Confusion matrix\n\nVerdicts, and in brackets how many of them with high confidence.\n\n" + w.RenderMarkdown() + "\n"
}

func cell(n, high int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d (%d)", n, high)
}

// limits are the names of the rows, sorted.
func limits(all []labelled) []string {
	var names []string
	for _, l := range all {
		if !slices.Contains(names, limitName(l)) {
			names = append(names, limitName(l))
		}
	}
	slices.Sort(names)
	return names
}

func limitName(l labelled) string {
	name := string(l.truth.class)
	if l.truth.class == classify.ClassMemory {
		name += ": " + l.truth.roof
	}
	if l.truth.either != "" {
		name += ", and nearly " + string(l.truth.either)
	}
	return name
}

func findingSection(corpora []corpus) string {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"finding", "kernels that have the flaw", "found in", "twins without it", "found in"})
	for i, f := range flaws() {
		row := foundRow{id: f.id}
		for _, c := range corpora {
			row.with, row.foundIn = row.with+c.found[i].with, row.foundIn+c.found[i].foundIn
			row.twins, row.falseIn = row.twins+c.found[i].twins, row.falseIn+c.found[i].falseIn
		}
		w.AppendRow(table.Row{row.id, row.with, row.foundIn, row.twins, row.falseIn})
	}
	return "## Findings\n\nLoads at a stride, bank conflicts and spilled registers, and the same kernels without.\n\n" + w.RenderMarkdown() + "\n"
}

func wrongSection(all []labelled) string {
	var lines []string
	for _, l := range all {
		if !l.right() {
			lines = append(lines, "- "+l.String())
		}
	}
	if len(lines) == 0 {
		return "## Wrong verdicts\n\nNone.\n"
	}
	return "## Wrong verdicts\n\n" + strings.Join(lines, "\n") + "\n"
}

func share(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, of))) }
