package main

import (
	"io"
	"strconv"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/report"
)

// draw writes the figure and the page, where they are asked for.
func (c *classifyCommand) draw(a *app, doc *results.Document, groups []classify.Group) error {
	if c.SVG+c.HTML == "" {
		return nil
	}
	var kernels []report.Kernel
	for i, g := range groups {
		kernels = append(kernels, figureKernel(g, alike(groups[:i], g.Name)))
	}
	derived := roofline.Derive(doc)
	for _, output := range []struct {
		path   string
		render func(io.Writer, *results.Document, *roofline.Derived, []report.Kernel) error
	}{{c.SVG, report.KernelsSVG}, {c.HTML, report.KernelsHTML}} {
		if err := a.writeTo(output.path, func(w io.Writer) error { return output.render(w, doc, derived, kernels) }); err != nil {
			return err
		}
	}
	return nil
}

// alike counts the groups before one that have its name: the same kernel in
// another shape.
func alike(before []classify.Group, name string) int {
	n := 0
	for _, g := range before {
		if g.Name == name {
			n++
		}
	}
	return n
}

// figureKernel is a group as report shows it.
func figureKernel(g classify.Group, alike int) report.Kernel {
	r := g.Typical
	k := report.Kernel{
		Name: shorten(g.Name), Verdict: sideOf(r.Verdict.Class), Label: r.Verdict.Label(), Confidence: confidenceText(r.Confidence),
		Reason: r.Verdict.Reason, Launches: g.Launches, Time: microseconds(g.P50Seconds), Share: percent(g.TimeShare), Details: explanation(g),
	}
	if alike > 0 {
		k.Name += " #" + strconv.Itoa(alike+1)
	}
	seconds := r.TimeSeconds.Or(0)
	for _, i := range r.Intensities {
		use, counted := r.UseOf(i.Path)
		if !counted || seconds <= 0 {
			continue
		}
		k.Path, k.Rate, k.Unit = i.Path, use.Amount.Or(0)/seconds, use.Unit+"/s"
		level := report.KernelLevel{Level: i.Level, Intensity: i.Value}
		if share, known := r.ShareOf(i.Level); known {
			level.OfRoof = &share.Median
		}
		k.Levels = append(k.Levels, level)
	}
	return k
}

// sideOf is a class in the words of the figure.
func sideOf(class classify.Class) roofline.Verdict {
	switch class {
	case classify.ClassMemory:
		return roofline.MemoryBound
	case classify.ClassCompute:
		return roofline.ComputeBound
	case classify.ClassLatency:
		return roofline.LatencyBound
	}
	return roofline.Undecided
}
