package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// drawCrossings marks where the roofs of many paths and levels meet: the ridges,
// with their intervals, and the ridges that were fitted to sweeps.
func (f *figure) drawCrossings(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	for _, r := range f.ridges {
		peak := f.peak(r.Path)
		low, high := point(r.Low, peak), point(r.High, peak)
		c.StrokeLine2(lineStyle(2.6, ink), low.X, low.Y, high.X, high.Y)
		at := point(r.Median, peak)
		c.DrawGlyph(draw.GlyphStyle{Color: paper.rgb(), Radius: 2.6, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyph(crossing(), at)
	}
	for _, fit := range f.fits {
		if fit.Ridge != nil {
			c.DrawGlyph(fitted(), point(fit.Ridge.Median, fit.Peak.Median))
		}
	}
}

func crossing() draw.GlyphStyle {
	return draw.GlyphStyle{Color: ink.rgb(), Radius: 2.6, Shape: draw.RingGlyph{}}
}

func fitted() draw.GlyphStyle {
	return draw.GlyphStyle{Color: green.rgb(), Radius: 4, Shape: draw.CrossGlyph{}}
}

// drawManyLabels names the paths in the margin, the levels along their lines,
// the ridges at their crossings and the cases at their best points. What comes
// later gives way, and is left out where there is no room; the tables have it.
func (f *figure) drawManyLabels(c draw.Canvas, p *plot.Plot) {
	l := labeller{canvas: c}
	f.blockPoints(&l, p)
	f.labelPaths(c, p)
	f.labelLevels(&l, p)
	point := f.frame.canvasPoint(c, p)
	for _, r := range f.ridges {
		l.beside(textStyle(7, ink), point(r.Median, f.peak(r.Path)), fmt.Sprintf("%.3g", r.Median), 2.5, 4, 6)
	}
	for _, m := range f.best() {
		l.beside(textStyle(7.5, f.labelColour(m)), point(m.intensity, m.rate), m.label, 6, 10, 15, 22)
	}
}

// marginLine is the height of a line of text in the margin.
const marginLine = vg.Length(11)

// labelPaths writes the paths beside the ends of their roofs, spread so that
// they can be read, with a line to the roof that a name had to leave.
func (f *figure) labelPaths(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	paths := slices.Clone(f.paths)
	slices.SortStableFunc(paths, func(a, b roofline.Ceiling) int { return int(math.Copysign(1, b.PerSecond.Median-a.PerSecond.Median)) })
	at := make([]vg.Length, len(paths))
	for i, path := range paths {
		at[i] = point(1, path.PerSecond.Median).Y
	}
	for i, y := range spread(at, marginLine) {
		style := textStyle(8.5, pathColour(paths[i].Name), bold)
		c.StrokeLine2(lineStyle(0.6, pathColour(paths[i].Name)), c.Max.X+1, at[i], c.Max.X+8, y)
		c.FillText(style, vg.Point{X: c.Max.X + 10, Y: y - 3}, withStatus(paths[i]))
	}
}

// withStatus names a ceiling with its value, and its status unless that is ok.
func withStatus(c roofline.Ceiling) string {
	factor, prefix := roofline.Prefix(c.PerSecond.Median, c.PerSecond.Unit)
	name := fmt.Sprintf("%s  %s %s", c.Name, roofline.Significant(c.PerSecond.Median/factor), prefix+c.PerSecond.Unit)
	if c.Status != roofline.OK {
		name += " " + string(c.Status)
	}
	return name
}

// spread moves heights, given from the top down, apart by at least the step:
// those that would overlap share the room around their middle.
func spread(heights []vg.Length, step vg.Length) []vg.Length {
	type block struct {
		first, count int
		middle       vg.Length
	}
	var blocks []block
	for i, y := range heights {
		blocks = append(blocks, block{i, 1, y})
		for n := len(blocks); n > 1; n = len(blocks) {
			a, b := blocks[n-2], blocks[n-1]
			if a.middle-b.middle >= step*vg.Length(a.count+b.count)/2 {
				break
			}
			count := a.count + b.count
			middle := (a.middle*vg.Length(a.count) + b.middle*vg.Length(b.count)) / vg.Length(count)
			blocks = append(blocks[:n-2], block{a.first, count, middle})
		}
	}
	apart := make([]vg.Length, len(heights))
	for _, b := range blocks {
		for i := range b.count {
			apart[b.first+i] = b.middle + step*(vg.Length(b.count-1)/2-vg.Length(i))
		}
	}
	return apart
}

// labelLevels writes each level along its line, over it or under it where that
// is free.
func (f *figure) labelLevels(l *labeller, p *plot.Plot) {
	for _, s := range f.segments() {
		if s.ceiling.Kind == roofline.KindLevel {
			ends := f.frame.ends(l.canvas, p, s)
			along := ends[1].Sub(ends[0])
			style := textStyle(8.5, f.levelLabelColour(s.ceiling.Name), bold)
			style.Rotation = hundredths(math.Atan2(float64(along.Y), float64(along.X)))
			l.along(style, ends, withStatus(s.ceiling))
		}
	}
}

// along writes a text along a line at the first free place over or under it.
func (l *labeller) along(style text.Style, line []vg.Point, txt string) {
	sin, cos := math.Sincos(style.Rotation)
	normal := vg.Point{X: vg.Length(-sin), Y: vg.Length(cos)}
	forward := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}
	plain := style
	plain.Rotation = 0
	width := plain.Rectangle(txt).Size().X
	for _, offset := range []vg.Length{6, -11.5} {
		for part := vg.Length(0.04); part < 0.7; part += 0.02 {
			start := line[0].Add(line[1].Sub(line[0]).Scale(part)).Add(normal.Scale(offset))
			boxes := tiles(start.Add(normal.Scale(3)), forward, width)
			if !slices.ContainsFunc(boxes, func(box vg.Rectangle) bool { return !l.free(box) }) {
				l.canvas.FillText(style, start, txt)
				l.taken = append(l.taken, boxes...)
				return
			}
		}
	}
}

// tiles are small squares under a slanted text.
func tiles(middle, forward vg.Point, width vg.Length) []vg.Rectangle {
	const half = vg.Length(2.5)
	var list []vg.Rectangle
	for at := vg.Length(0); at <= width; at += half {
		m := middle.Add(forward.Scale(at))
		list = append(list, vg.Rectangle{Min: m.Sub(vg.Point{X: half, Y: half}), Max: m.Add(vg.Point{X: half, Y: half})})
	}
	return list
}

// best is the fastest point of each case that is no sweep and in sight, labelled
// with the number of points of the case.
func (f *figure) best() []mark {
	var list []mark
	counts := map[string]int{}
	for _, m := range f.points {
		if m.sweep || m.intensity > f.frame.xMax || m.intensity < f.frame.xMin {
			continue
		}
		counts[m.name]++
		i := slices.IndexFunc(list, func(have mark) bool { return have.name == m.name })
		switch {
		case i < 0:
			list = append(list, m)
		case m.rate > list[i].rate:
			list[i] = m
		}
	}
	for i, m := range list {
		if f.kernels {
			continue
		}
		list[i].label = m.name
		if n := counts[m.name]; n > 1 {
			list[i].label += fmt.Sprintf(", %d points", n)
		}
	}
	return list
}

// drawKey explains the glyphs in one line under the title.
func (f *figure) drawKey(c draw.Canvas, at vg.Point) {
	entry := func(style draw.GlyphStyle, name string) {
		c.DrawGlyph(style, vg.Point{X: at.X + 4, Y: at.Y + 3})
		label := textStyle(8.5, ink)
		c.FillText(label, vg.Point{X: at.X + 12, Y: at.Y}, name)
		at.X += 12 + label.Rectangle(name).Size().X + 16
	}
	for _, verdict := range f.verdicts() {
		style := glyph(verdict)
		style.Color = faint.rgb()
		entry(style, string(verdict))
	}
	entry(crossing(), "ridge, in "+f.frame.perByte())
	if slices.ContainsFunc(f.fits, func(fit roofline.Fit) bool { return fit.Ridge != nil }) {
		entry(fitted(), "ridge fitted to a sweep")
	}
}
