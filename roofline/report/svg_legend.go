package report

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// drawLegend explains the points and the ridge lines in the lower right corner,
// which no roof reaches, and returns the place it takes.
func (f *figure) drawLegend(c draw.Canvas) vg.Rectangle {
	legend := plot.NewLegend()
	legend.TextStyle.Font = font.Font(textStyle(8.5, ink).Font)
	legend.ThumbnailWidth, legend.Padding, legend.Left = 20, 3, true
	for _, verdict := range f.verdicts() {
		legend.Add(string(verdict), &plotter.Scatter{GlyphStyle: glyph(verdict)})
	}
	if len(f.ridges) > 0 {
		legend.Add("ridge: ratio of the ceilings", &plotter.Line{LineStyle: quotientLine()})
	}
	if slices.ContainsFunc(f.fits, func(fit roofline.Fit) bool { return fit.Ridge != nil }) {
		legend.Add("ridge: fit of the sweep", &plotter.Line{LineStyle: fitLine()})
	}
	corner := c
	corner.Min.X = c.Max.X - legend.Rectangle(c).Size().X - 14
	corner.Min.Y += 8
	box := legend.Rectangle(corner)
	box.Min.X = corner.Min.X // a legend forgets its thumbnails
	c.SetColor(color.White)
	c.Fill(box.Path())
	legend.Draw(corner)
	return box
}

// verdicts are those that the points have.
func (f *figure) verdicts() []roofline.Verdict {
	all := []roofline.Verdict{roofline.MemoryBound, roofline.ComputeBound, roofline.LatencyBound, roofline.Undecided}
	return slices.DeleteFunc(all, func(v roofline.Verdict) bool {
		return !slices.ContainsFunc(f.points, func(m mark) bool { return m.verdict == v })
	})
}
