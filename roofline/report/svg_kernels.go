package report

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawRows joins the points of each kernel: one rate, as many intensities as it
// has levels.
func (f *figure) drawRows(c draw.Canvas, p *plot.Plot) {
	if !f.kernels {
		return
	}
	point := f.frame.canvasPoint(c, p)
	for i, m := range f.points[:max(0, len(f.points)-1)] {
		next := f.points[i+1]
		if m.name == next.name && m.rate == next.rate {
			from, to := point(f.frame.onEdge(m.intensity), m.rate), point(f.frame.onEdge(next.intensity), next.rate)
			c.StrokeLine2(lineStyle(0.7, faint, 1, 1.5), from.X, from.Y, to.X, to.Y)
		}
	}
}

// drawKernelPoints draws the points of the levels nearest to the SMs first and
// largest, so that all of a kernel are seen that lie in one place.
func (f *figure) drawKernelPoints(c draw.Canvas, p *plot.Plot) {
	point := f.frame.canvasPoint(c, p)
	const larger = vg.Length(1.4)
	levels := []string{"dram", "l2", "l1", "shared"}
	for rank, level := range slices.Backward(levels) {
		for _, m := range f.points {
			if m.level != level {
				continue
			}
			style := glyph(m.verdict)
			style.Color = kernelLevelColour(level).rgb()
			style.Radius += larger * vg.Length(rank)
			c.DrawGlyph(style, point(f.frame.onEdge(m.intensity), m.rate))
		}
	}
}

// blockRows keeps labels off the lines between the points of a kernel.
func (f *figure) blockRows(l *labeller, p *plot.Plot) {
	point := f.frame.canvasPoint(l.canvas, p)
	for i, m := range f.points[:max(0, len(f.points)-1)] {
		next := f.points[i+1]
		if !f.kernels || m.name != next.name || m.rate != next.rate {
			continue
		}
		from, to := point(f.frame.onEdge(m.intensity), m.rate), point(f.frame.onEdge(next.intensity), next.rate)
		for step := 0.0; step <= 1; step += 1.0 / 64 {
			l.block(from.Add(to.Sub(from).Scale(vg.Length(step))), 1)
		}
	}
}

// labelColour is of the name of a point: that of its path, unless points are
// coloured by their level.
func (f *figure) labelColour(m mark) colour {
	if f.kernels {
		return ink
	}
	return pathColour(m.path)
}

func (f *figure) levelLabelColour(level string) colour {
	if f.kernels {
		return kernelLevelColour(level)
	}
	return slate2
}
