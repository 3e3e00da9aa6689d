package report

import (
	"bytes"
	"errors"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"ridgeline/results"
	"ridgeline/roofline"
)

const (
	figureWidth  = 7.5 * vg.Inch
	figureHeight = 5.2 * vg.Inch
	headHeight   = vg.Length(50) // points, for the title above the plot
)

// SVG draws the roofline: operations a second over operations per byte, both
// logarithmic. Ceilings are lines with their intervals as bands, ridges are
// marked with their intervals, and kernels are points, shaped and coloured by
// their verdicts. The same document always gives the same bytes.
func SVG(w io.Writer, doc *results.Document, derived *roofline.Derived) error {
	f := newFigure(doc, derived)
	if len(f.paths)+len(f.levels)+len(f.points) == 0 {
		return errors.New("no roofline to draw: the document has no usable ceiling and no point with arithmetic")
	}
	canvas := vgsvg.New(figureWidth, figureHeight)
	page := draw.New(canvas)
	f.drawHead(page)
	p, area := f.plot(), draw.Crop(page, 24, -18, 24, -headHeight)
	p.Draw(area)
	f.frame.drawAxisLabels(page, p.DataCanvas(area))
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(substituteFonts(text.Bytes()))
	return err
}

// substituteFonts names what to use where the Liberation fonts are not
// installed; Arial has their metrics.
func substituteFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// figure is all that is drawn, in the units of the document.
type figure struct {
	doc           *results.Document
	paths, levels []roofline.Ceiling
	ridges        []roofline.Ridge
	fits          []roofline.Fit
	points        []mark
	frame         frame
}

func newFigure(doc *results.Document, derived *roofline.Derived) *figure {
	f := &figure{doc: doc, ridges: derived.Ridges, fits: derived.Fits, points: marks(doc, derived.Points)}
	for _, c := range derived.Ceilings {
		switch {
		case c.Status == roofline.Refused:
		case c.Kind == roofline.KindPath:
			f.paths = append(f.paths, c)
		default:
			f.levels = append(f.levels, c)
		}
	}
	f.frame = f.newFrame()
	return f
}

// layer is a part of the figure that is drawn by hand.
type layer func(draw.Canvas, *plot.Plot)

// Plot implements plot.Plotter.
func (l layer) Plot(c draw.Canvas, p *plot.Plot) { l(c, p) }

// plot stacks the layers from the back to the front.
func (f *figure) plot() *plot.Plot {
	p := f.frame.newPlot()
	p.Add(layer(f.drawWatermark), layer(f.frame.drawGrid), layer(f.drawBands), layer(f.drawRidges),
		layer(f.drawSweeps), layer(f.drawRoofs), layer(f.drawPoints), layer(f.drawLabels))
	return p
}

// drawHead writes the title: what, on which device, and from where.
func (f *figure) drawHead(c draw.Canvas) {
	left, top := c.Min.X+14, c.Max.Y-10
	c.FillText(textStyle(13, ink, bold), vg.Point{X: left, Y: top - 11}, "Roofline of "+f.doc.Device.Name+" ("+badge(f.doc.Provenance)+")")
	small := textStyle(8, faint)
	c.FillText(small, vg.Point{X: left, Y: top - 23}, origin(f.doc.Device))
	c.FillText(small, vg.Point{X: left, Y: top - 33}, runLine(f.doc))
}

// drawWatermark marks a simulated figure even where the title is cut off.
func (f *figure) drawWatermark(c draw.Canvas, _ *plot.Plot) {
	if f.doc.Provenance != results.Simulated {
		return
	}
	style := textStyle(64, watermark, bold, centred)
	style.Rotation = 0.42
	c.FillText(style, c.Center(), badge(f.doc.Provenance))
}
