package report

import (
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/results"
	"ridgeline/roofline"
)

// mark is a kernel that has a place on the figure.
type mark struct {
	name            string // of the case
	label           string // with its axes
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
		list = append(list, mark{p.Case, label, intensity, p.Rate, p.RateUnit, p.Verdict, sweeps[label]})
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

// addPoints draws the points and names their verdicts, and the ridges, in the
// legend. A point beyond the side of the figure stands on its edge.
func (f *figure) addPoints(p *plot.Plot) {
	for _, verdict := range []roofline.Verdict{roofline.MemoryBound, roofline.ComputeBound, roofline.LatencyBound, roofline.Undecided} {
		points := plotter.XYs{}
		for _, m := range f.points {
			if m.verdict == verdict {
				points = append(points, plotter.XY{X: f.frame.onEdge(m.intensity), Y: m.rate / f.frame.factor})
			}
		}
		if len(points) > 0 {
			scatter := &plotter.Scatter{XYs: points, GlyphStyle: glyph(verdict)}
			p.Add(scatter)
			p.Legend.Add(string(verdict), scatter)
		}
	}
	if len(f.ridges) > 0 {
		p.Legend.Add("ridge: ratio of the ceilings", &plotter.Line{LineStyle: lineStyle(0.9, ink, 4, 2)})
	}
	for _, fit := range f.fits {
		if fit.Ridge != nil {
			p.Legend.Add("ridge: fit of the sweep", &plotter.Line{LineStyle: lineStyle(0.9, green, 1, 2)})
			break
		}
	}
}

// onEdge is an intensity, moved to the edge of the figure if it lies beyond.
func (fr frame) onEdge(intensity float64) float64 { return min(max(intensity, fr.xMin), fr.xMax) }

// drawSweeps joins the points of each sweep.
func (f *figure) drawSweeps(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	for _, fit := range f.fits {
		var line []vg.Point
		for _, q := range fit.Points {
			line = append(line, point(q.Intensity, q.Rate))
		}
		c.StrokeLines(lineStyle(0.7, faint), c.ClipLinesXY(line)...)
	}
}
