package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// drawLabels writes at each roof what it is, at each ridge its value, and beside
// the points that belong to no sweep what they are. Later labels give way to
// earlier ones.
func (f *figure) drawLabels(c draw.Canvas, p *plot.Plot) {
	l := labeller{canvas: c}
	f.blockPoints(&l, p)
	l.taken = append(l.taken, f.drawLegend(c))
	for _, s := range f.segments() {
		f.labelRoof(&l, p, s)
	}
	f.labelRidges(&l, p)
	for _, g := range f.groups(c, p) {
		l.beside(textStyle(8, ink), g.at, g.text, 7, 12, 18, 26, 36)
	}
}

// blockPoints keeps labels off the points and the roofs.
func (f *figure) blockPoints(l *labeller, p *plot.Plot) {
	f.blockRows(l, p)
	point := f.frame.canvasPoint(l.canvas, p)
	for _, m := range f.points {
		l.block(point(f.frame.onEdge(m.intensity), m.rate), 4)
	}
	for _, s := range f.segments() {
		ends := f.frame.ends(l.canvas, p, s)
		for step := 0.0; step <= 1; step += 1.0 / 128 {
			l.block(ends[0].Add(ends[1].Sub(ends[0]).Scale(vg.Length(step))), 2)
		}
	}
}

// labelRoof writes along a memory roof, and over the right end of a compute
// roof.
func (f *figure) labelRoof(l *labeller, p *plot.Plot, s segment) {
	ends := f.frame.ends(l.canvas, p, s)
	name := s.ceiling.Name + "  " + scaled(s.ceiling.PerSecond)
	if s.ceiling.Status != roofline.OK {
		name += " " + string(s.ceiling.Status)
	}
	if s.ceiling.Kind == roofline.KindPath {
		l.at(textStyle(9, vermilion, bold, right), ends[1].Add(vg.Point{X: -6, Y: 6}), name)
		return
	}
	style := textStyle(9, blue, bold)
	along := ends[1].Sub(ends[0])
	style.Rotation = hundredths(math.Atan2(float64(along.Y), float64(along.X)))
	sin, cos := math.Sincos(style.Rotation)
	l.canvas.FillText(style, ends[0].Add(along.Scale(0.12)).Add(vg.Point{X: vg.Length(-6 * sin), Y: vg.Length(6 * cos)}), name)
}

// hundredths rounds an angle to a hundredth of a degree, because the canvas
// writes angles to the last digit, in which processors differ.
func hundredths(radians float64) float64 {
	return math.Round(radians*180/math.Pi*100) / 100 * math.Pi / 180
}

// ridgeText is what to write of a ridge, and where its line is.
type ridgeText struct {
	text      string
	intensity float64
	colour    colour
}

// ridgeTexts names the fitted ridges and the quotients.
func (f *figure) ridgeTexts() []ridgeText {
	var list []ridgeText
	for _, fit := range f.fits {
		if fit.Ridge != nil {
			list = append(list, textOf(fit.Path+" × "+fit.Level+" fit", *fit.Ridge, green))
		}
	}
	for _, r := range f.ridges {
		list = append(list, textOf(r.Path+" × "+r.Level+" ridge", r.Quantity, ink))
	}
	return list
}

func textOf(name string, q roofline.Quantity, c colour) ridgeText {
	return ridgeText{name + ": " + interval(q, q.Unit), q.Low, c}
}

// labelRidges writes the ridges at the feet of their lines, one over the other.
func (f *figure) labelRidges(l *labeller, p *plot.Plot) {
	point := f.frame.canvasPoint(l.canvas, p)
	for i, t := range f.ridgeTexts() {
		foot := vg.Point{X: point(t.intensity, 1).X - 5, Y: l.canvas.Min.Y + 8 + 12*vg.Length(i)}
		l.at(textStyle(8.5, t.colour, right), foot, t.text)
	}
}

// group is some points of one case that share a label, being too near to each
// other to have one each.
type group struct {
	name, text string
	at         vg.Point
	count      int
}

// groups gathers the points that belong to no sweep, from the top down.
func (f *figure) groups(c draw.Canvas, p *plot.Plot) []group {
	point := f.frame.canvasPoint(c, p)
	var list []group
	points := slices.Clone(f.points)
	slices.SortStableFunc(points, func(a, b mark) int { return int(math.Copysign(1, b.rate-a.rate)) })
	for _, m := range points {
		if m.sweep {
			continue
		}
		arrow := ""
		if m.intensity > f.frame.xMax {
			arrow = " →"
		}
		at := point(f.frame.onEdge(m.intensity), m.rate)
		if last := len(list) - 1; last >= 0 && list[last].name == m.name && near(list[last].at, at) {
			list[last].count++
			list[last].text = fmt.Sprintf("%s, %d points%s", m.name, list[last].count, arrow)
			continue
		}
		list = append(list, group{m.name, m.label + arrow, at, 1})
	}
	return list
}

func near(a, b vg.Point) bool {
	return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) < 9
}

// labeller writes texts where nothing else is.
type labeller struct {
	canvas draw.Canvas
	taken  []vg.Rectangle
}

func (l *labeller) block(at vg.Point, radius vg.Length) {
	r := vg.Point{X: radius, Y: radius}
	l.taken = append(l.taken, vg.Rectangle{Min: at.Sub(r), Max: at.Add(r)})
}

// at writes a text at its place, whatever is there.
func (l *labeller) at(style text.Style, at vg.Point, txt string) {
	l.canvas.FillText(style, at, txt)
	l.taken = append(l.taken, style.Rectangle(txt).Add(at))
}

// beside writes a text near a point: left, right, over or under it, at the
// nearest of the gaps that is free. Where none is, the text is left out; the tables
// have it.
func (l *labeller) beside(style text.Style, at vg.Point, txt string, gaps ...vg.Length) {
	size := style.Rectangle(txt).Size()
	for _, gap := range gaps {
		for _, side := range []vg.Point{{X: -1, Y: -0.5}, {X: 0, Y: -0.5}, {X: -1, Y: -1}, {X: 0, Y: -1}, {X: -1}, {}, {X: -0.5}, {X: -0.5, Y: -1}} {
			corner := at.Add(vg.Point{X: size.X * side.X, Y: size.Y * side.Y}).Add(vg.Point{X: gap * 2 * (side.X + 0.5), Y: gap * 2 * (side.Y + 0.5)})
			box := vg.Rectangle{Min: corner, Max: corner.Add(size)}
			if l.free(box) {
				l.lead(at, box, style.Color)
				l.at(style, corner.Sub(style.Rectangle(txt).Min), txt)
				return
			}
		}
	}
}

// lead draws a thin line from a point to a text that is not close to it.
func (l *labeller) lead(from vg.Point, box vg.Rectangle, c color.Color) {
	const far, start = 12, 5
	to := vg.Point{X: min(max(from.X, box.Min.X), box.Max.X), Y: min(max(from.Y, box.Min.Y), box.Max.Y)}
	way := to.Sub(from)
	if length := vg.Length(math.Hypot(float64(way.X), float64(way.Y))); length > far {
		begin := from.Add(way.Scale(start / length))
		l.canvas.StrokeLine2(draw.LineStyle{Width: 0.4, Color: c}, begin.X, begin.Y, to.X, to.Y)
	}
}

// free tells whether a box lies on the canvas and on nothing else.
func (l *labeller) free(box vg.Rectangle) bool {
	if !l.canvas.Contains(box.Min) || !l.canvas.Contains(box.Max) {
		return false
	}
	return !slices.ContainsFunc(l.taken, func(other vg.Rectangle) bool {
		return box.Min.X < other.Max.X && other.Min.X < box.Max.X && box.Min.Y < other.Max.Y && other.Min.Y < box.Max.Y
	})
}
