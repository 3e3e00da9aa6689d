package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

const shownLines = 40 // of a kernel in the table; --json has all

// printKernelRun prints what a launch did, how long it took, and what each line
// did.
func (a *app) printKernelRun(run *results.KernelRun) {
	c := &run.Counted
	if run.Printed != "" {
		fmt.Fprint(a.stdout, run.Printed)
		if !strings.HasSuffix(run.Printed, "\n") {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprintln(a.stdout)
	}
	a.say("%s of %s, counted on %s", run.Kernel, run.File, c.Device.Name)
	a.printTime(run)
	a.printShape(c)
	for _, o := range run.Outputs {
		a.say("%s", outputText(o))
	}
	a.say("")
	a.printWork(run)
	a.say("")
	a.printInstructions(c)
	a.printStalls(run.Time)
	a.say("")
	a.printLines(c)
}

func (a *app) printTime(run *results.KernelRun) {
	t := run.Time
	if t == nil {
		a.say("no time: see the warnings")
		return
	}
	text := fmt.Sprintf("%.4g µs a launch on %s", 1e6*t.Seconds.Median, t.Device.Name)
	if t.Provenance == results.Simulated {
		text = "SIMULATED: " + text
		if t.Device.Model != nil {
			text += fmt.Sprintf(" (%s)", t.Device.Model.Version)
		}
	} else {
		text += fmt.Sprintf(" [%.4g, %.4g], %d windows of %d launches", 1e6*t.Seconds.Low, 1e6*t.Seconds.High, t.Windows, t.Launches)
	}
	if t.Waves != nil {
		text += fmt.Sprintf("; %.3g waves", *t.Waves)
	}
	a.say("%s", text)
	if run.Agreement != "" {
		a.say("results on both devices: %s", run.Agreement)
	}
}

func (a *app) printShape(c *results.KernelCounts) {
	estimate := ""
	if c.RegistersSource == "estimate" {
		estimate = " (an estimate: no assembler saw it)"
	}
	a.say("grid %s, block %s: %d blocks an SM, %d of %d warps, with %d registers%s, %d B of shared and %d B of local memory",
		extentText(c.Grid), extentText(c.Block), c.BlocksPerSM, c.WarpsPerSM, c.MaxWarpsPerSM, c.Registers, estimate,
		c.StaticSharedBytes+c.DynamicSharedBytes, c.LocalBytes)
	if c.ExecutedBlocks < c.Blocks {
		a.say("a sample of %d of %d blocks was executed, and what it did scaled; --whole executes all", c.ExecutedBlocks, c.Blocks)
	}
}

func extentText(d [3]int) string {
	switch {
	case d[2] > 1:
		return fmt.Sprintf("%d x %d x %d", d[0], d[1], d[2])
	case d[1] > 1:
		return fmt.Sprintf("%d x %d", d[0], d[1])
	}
	return fmt.Sprint(d[0])
}

func outputText(o results.Output) string {
	if o.Passed {
		return fmt.Sprintf("%s is as in %s, %d elements", o.Buffer, o.File, o.Checked)
	}
	return fmt.Sprintf("%s differs from %s in %d of %d elements", o.Buffer, o.File, o.Differ, o.Checked)
}

// printWork prints the bytes of each level and the operations of each path per
// byte of it, with the rates where the time is known.
func (a *app) printWork(run *results.KernelRun) {
	c := &run.Counted
	paths := slices.Sorted(maps.Keys(c.Counters.Operations))
	heads := []any{"LEVEL", "BYTES", "RATE"}
	for _, path := range paths {
		heads = append(heads, strings.ToUpper(path)+" PER BYTE")
	}
	t := newTable(append(heads, "HOW")...)
	for _, level := range c.Levels {
		row := []any{level.Level, roofline.Significant(level.Bytes), rateText(run, level.Bytes, "B/s")}
		for _, path := range paths {
			row = append(row, perByte(float64(c.Counters.Operations[path]), level.Bytes))
		}
		how := "simulated: " + level.Basis
		if level.Counted {
			how = "counted: " + level.Basis
		}
		t.AppendRow(append(row, how))
	}
	a.say("%s", t.Render())
	for _, path := range paths {
		n := float64(c.Counters.Operations[path])
		a.say("%s: %s %s, %s", path, roofline.Significant(n), roofline.OperationUnit(path), rateText(run, n, roofline.OperationUnit(path)+"/s"))
	}
}

func perByte(operations, bytes float64) string {
	if bytes == 0 {
		return unknown
	}
	return roofline.Significant(operations / bytes)
}

func rateText(run *results.KernelRun, amount float64, unit string) string {
	if run.Time == nil || run.Time.Seconds.Median <= 0 {
		return unknown
	}
	return roofline.Readable(amount/run.Time.Seconds.Median, unit)
}

func (a *app) printInstructions(c *results.KernelCounts) {
	n := &c.Counters
	a.say("%d warp instructions of %s threads each; %d of %d branches divergent; %s",
		n.WarpInstructions, meanText(n.ThreadInstructions, n.WarpInstructions), n.DivergentBranches, n.Branches, pipesText(n))
}

const shownStalls = 4

// printStalls prints where the cycles of the warps went, if that is known.
func (a *app) printStalls(t *results.KernelTime) {
	if t == nil || len(t.Stalls) == 0 {
		return
	}
	var parts []string
	for _, s := range t.Stalls[:min(len(t.Stalls), shownStalls)] {
		parts = append(parts, fmt.Sprintf("%s %.0f %%", s.Reason, 100*s.Share))
	}
	a.say("SIMULATED: where the cycles of warps go: %s", strings.Join(parts, ", "))
}

// printLines prints the lines with the most instructions.
func (a *app) printLines(c *results.KernelCounts) {
	t := newTable("LINE", "WARP INST", "THREADS", "SECTORS/REQUEST", "PASSES/REQUEST", "LOCAL B", "DIVERGENT", "PIPES")
	for _, line := range c.Lines[:min(len(c.Lines), shownLines)] {
		n := &line.Counters
		t.AppendRow([]any{
			line.Source, fmt.Sprintf("%.1f %%", 100*float64(n.WarpInstructions)/float64(max(c.Counters.WarpInstructions, 1))),
			meanText(n.ThreadInstructions, n.WarpInstructions), sectorsText(n), passesText(n), localText(n), divergentText(n), pipesText(n),
		})
	}
	a.say("%s", t.Render())
	if left := len(c.Lines) - shownLines; left > 0 {
		a.say("and %d more lines: --json has all", left)
	}
}
