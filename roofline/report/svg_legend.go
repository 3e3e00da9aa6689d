package report

import (
	"fmt"
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
	for _, verdict := range []roofline.Verdict{roofline.MemoryBound, roofline.ComputeBound, roofline.LatencyBound, roofline.Undecided} {
		if slices.ContainsFunc(f.points, func(m mark) bool { return m.verdict == verdict }) {
			legend.Add(string(verdict), &plotter.Scatter{GlyphStyle: glyph(verdict)})
		}
	}
	if len(f.ridges) > 0 {
		legend.Add("ridge: ratio of the ceilings", &plotter.Line{LineStyle: quotientLine()})
	}
	if slices.ContainsFunc(f.fits, func(fit roofline.Fit) bool { return fit.Ridge != nil }) {
		legend.Add("ridge: fit of the sweep", &plotter.Line{LineStyle: fitLine()})
	}
	f.addRidges(&legend)
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

// maxListed is how many ridges the legend has room for.
const maxListed = 8

// addRidges lists the ridges by name where there are too many for labels at the
// feet of their lines.
func (f *figure) addRidges(legend *plot.Legend) {
	texts := f.ridgeTexts()
	if len(texts) <= maxFeet {
		return
	}
	for i, t := range texts {
		if i == maxListed && len(texts) > maxListed {
			legend.Add(fmt.Sprintf("and %d more in the report", len(texts)-maxListed))
			return
		}
		legend.Add(t.short)
	}
}
