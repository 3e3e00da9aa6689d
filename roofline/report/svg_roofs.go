package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// segment is a straight part of a roof between two intensities.
type segment struct {
	ceiling    roofline.Ceiling
	xMin, xMax float64
}

// at is the roof at an intensity, for one value of the ceiling.
func (s segment) at(intensity, ceiling float64) float64 {
	if s.ceiling.Kind == roofline.KindLevel {
		return intensity * ceiling
	}
	return ceiling
}

// segments cuts the roofs where they meet: memory roofs end at the highest
// compute roof, and compute roofs begin at the steepest memory roof.
func (f *figure) segments() []segment {
	var peak, bandwidth float64
	for _, c := range f.paths {
		peak = max(peak, c.PerSecond.Median)
	}
	for _, c := range f.levels {
		bandwidth = max(bandwidth, c.PerSecond.Median)
	}
	var list []segment
	for _, c := range f.levels {
		end := f.frame.xMax
		if peak > 0 {
			end = min(end, peak/c.PerSecond.Median)
		}
		list = append(list, segment{c, f.frame.xMin, end})
	}
	for _, c := range f.paths {
		begin := f.frame.xMin
		if bandwidth > 0 {
			begin = max(begin, c.PerSecond.Median/bandwidth)
		}
		list = append(list, segment{c, begin, f.frame.xMax})
	}
	return list
}

// drawBands fills the intervals of the ceilings.
func (f *figure) drawBands(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	for _, s := range f.segments() {
		q := s.ceiling.PerSecond
		if q.Low == q.High {
			continue
		}
		c.FillPolygon(f.colourOf(s.ceiling).band(), c.ClipPolygonXY([]vg.Point{
			point(s.xMin, s.at(s.xMin, q.Low)), point(s.xMax, s.at(s.xMax, q.Low)),
			point(s.xMax, s.at(s.xMax, q.High)), point(s.xMin, s.at(s.xMin, q.High)),
		}))
	}
}

func (f *figure) drawRoofs(c draw.Canvas, p *plot.Plot) {
	for _, s := range f.segments() {
		c.StrokeLines(f.roofLine(s.ceiling), c.ClipLinesXY(f.frame.ends(c, p, s))...)
	}
}

// ends is where the line of a roof begins and ends on the canvas.
func (fr frame) ends(c draw.Canvas, p *plot.Plot, s segment) []vg.Point {
	point := fr.canvasPoint(c, p)
	q := s.ceiling.PerSecond.Median
	return []vg.Point{point(s.xMin, s.at(s.xMin, q)), point(s.xMax, s.at(s.xMax, q))}
}

// canvasPoint places an intensity and a rate on the canvas.
func (fr frame) canvasPoint(c draw.Canvas, p *plot.Plot) func(intensity, rate float64) vg.Point {
	x, y := p.Transforms(&c)
	return func(intensity, rate float64) vg.Point {
		return vg.Point{X: x(intensity), Y: y(rate / fr.factor)}
	}
}

// drawRidges marks each ridge by a line down to its intensity, with the interval
// as a band, and each fitted ridge by a dotted line.
func (f *figure) drawRidges(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	for _, r := range f.ridges {
		top := point(r.Median, f.peak(r.Path))
		left, right := point(r.Low, 1).X, point(r.High, 1).X
		c.FillPolygon(ink.band(), c.ClipPolygonXY([]vg.Point{
			{X: left, Y: c.Min.Y}, {X: right, Y: c.Min.Y}, {X: right, Y: top.Y}, {X: left, Y: top.Y}}))
		c.StrokeLine2(quotientLine(), top.X, c.Min.Y, top.X, top.Y)
	}
	for _, fit := range f.fits {
		if fit.Ridge != nil {
			top := point(fit.Ridge.Median, fit.Peak.Median)
			c.StrokeLine2(fitLine(), top.X, c.Min.Y, top.X, top.Y)
		}
	}
}

// peak is the ceiling of a path, which a ridge always has.
func (f *figure) peak(path string) float64 {
	for _, c := range f.paths {
		if c.Name == path {
			return c.PerSecond.Median
		}
	}
	return f.frame.yMax
}
