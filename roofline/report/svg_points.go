package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/results"
	"ridgeline/roofline"
)

// mark is a kernel that has a place on the figure.
type mark struct {
	name, path      string // of the case and of its math
	level           string // of a kernel's point; empty for a case
	label           string // with its axes
	tip             string
	intensity, rate float64
	unit            string
	verdict         roofline.Verdict
	sweep           bool // a point of an intensity sweep
}

// marks are the points with arithmetic and an intensity.
func marks(doc *results.Document, points []roofline.Point) []mark {
	sweeps := map[string]bool{}
	for _, r := range doc.Records {
		if r.Work != nil && strings.HasPrefix(r.Work.Measures, "ridge:") {
			sweeps[roofline.Label(r.Case, r.Axes)] = true
		}
	}
	var list []mark
	for _, p := range points {
		intensity := intensityOf(p)
		if intensity == 0 || p.Rate <= 0 {
			continue
		}
		label := roofline.Label(p.Case, p.Axes)
		tip := fmt.Sprintf("%s: %s at %s per byte, %s: %s", label, roofline.Readable(p.Rate, p.RateUnit),
			roofline.Significant(intensity), p.Verdict, p.Reason)
		list = append(list, mark{name: p.Case, path: p.Path, label: label, tip: tip, intensity: intensity, rate: p.Rate, unit: p.RateUnit,
			verdict: p.Verdict, sweep: sweeps[label]})
	}
	return list
}

// intensityOf is the intensity at the level that the point is judged by, or at
// the first by name where there is none; 0 without arithmetic.
func intensityOf(p roofline.Point) float64 {
	if value, ok := p.Intensity[p.Level]; ok {
		return value
	}
	for _, level := range slices.Sorted(maps.Keys(p.Intensity)) {
		return p.Intensity[level]
	}
	return 0
}

// drawPoints draws the kernels. One beyond the side of the figure stands on its
// edge.
func (f *figure) drawPoints(c draw.Canvas, p *plot.Plot) {
	if f.kernels {
		f.drawKernelPoints(c, p)
		return
	}
	point := f.frame.canvasPoint(c, p)
	for _, m := range f.points {
		style := glyph(m.verdict)
		if f.many() {
			style.Color = pathColour(m.path).rgb()
		}
		c.DrawGlyph(style, point(f.frame.onEdge(m.intensity), m.rate))
	}
}

// onEdge is an intensity, moved to the edge of the figure if it lies beyond.
func (fr frame) onEdge(intensity float64) float64 { return min(max(intensity, fr.xMin), fr.xMax) }

// widestStep is how many times farther the next point of a sweep may be for a
// line between them to tell the truth.
const widestStep = 4

// drawSweeps joins the points of each sweep that are next to each other.
func (f *figure) drawSweeps(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	for _, fit := range f.fits {
		var line []vg.Point
		for i, q := range fit.Points {
			if i > 0 && q.Intensity > widestStep*fit.Points[i-1].Intensity {
				c.StrokeLines(lineStyle(0.7, faint), c.ClipLinesXY(line)...)
				line = nil
			}
			line = append(line, point(q.Intensity, q.Rate))
		}
		c.StrokeLines(lineStyle(0.7, faint), c.ClipLinesXY(line)...)
	}
}
