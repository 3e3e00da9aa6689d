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

// layout is how big the figure is, and what its parts take of it.
type layout struct {
	width, height vg.Length
	head          vg.Length // for the title and, where there are many roofs, the legend
	right         vg.Length // for the names of the paths, where there are many roofs
}

// layout gives many roofs more room than a few.
func (f *figure) layout() layout {
	if f.many() {
		return layout{9.2 * vg.Inch, 6.3 * vg.Inch, 72, 142}
	}
	return layout{7.5 * vg.Inch, 5.2 * vg.Inch, 50, 18}
}

// errNothingToDraw says that a document has nothing that a roofline could show.
var errNothingToDraw = errors.New("no roofline to draw: the document has no usable ceiling and no point with arithmetic")

// SVG draws the roofline: operations a second over operations per byte, both
// logarithmic. Ceilings are lines with their intervals as bands, ridges are
// marked with their intervals, and kernels are points, shaped and coloured by
// their verdicts. The same document always gives the same bytes.
func SVG(w io.Writer, doc *results.Document, derived *roofline.Derived) error {
	svg, _, err := newFigure(doc, derived).draw()
	if err != nil {
		return err
	}
	_, err = w.Write(svg)
	return err
}

// hit is where a point stands on the figure, from its upper left corner, and
// what there is to say of it.
type hit struct {
	x, y float64
	tip  string
}

// draw gives the figure and the places of its points.
func (f *figure) draw() (svg []byte, hits []hit, err error) {
	if len(f.paths)+len(f.levels)+len(f.points) == 0 {
		return nil, nil, errNothingToDraw
	}
	size := f.layout()
	canvas := vgsvg.New(size.width, size.height)
	page := draw.New(canvas)
	f.drawHead(page)
	p, area := f.plot(), draw.Crop(page, 24, -size.right, 24, -size.head)
	p.Draw(area)
	data := p.DataCanvas(area)
	f.frame.drawAxisLabels(page, data)
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return nil, nil, err
	}
	point := f.frame.canvasPoint(data, p)
	for _, m := range f.points {
		at := point(f.frame.onEdge(m.intensity), m.rate)
		hits = append(hits, hit{at.X.Points(), (size.height - at.Y).Points(), m.tip})
	}
	return substituteFonts(text.Bytes()), hits, nil
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
	// kernels tells that the points are a user's kernels, one for each level.
	kernels bool
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

// fewRidges is how many ridges have room for a line each.
const fewRidges = 2

// many tells whether there are so many roofs that their names and ridges need
// another place than beside their lines.
func (f *figure) many() bool { return f.kernels || len(f.ridges) > fewRidges }

// layer is a part of the figure that is drawn by hand.
type layer func(draw.Canvas, *plot.Plot)

// Plot implements plot.Plotter.
func (l layer) Plot(c draw.Canvas, p *plot.Plot) { l(c, p) }

// plot stacks the layers from the back to the front.
func (f *figure) plot() *plot.Plot {
	p := f.frame.newPlot()
	layers := []layer{f.drawWatermark, f.frame.drawGrid, f.drawBands, f.drawRidges, f.drawSweeps, f.drawRoofs, f.drawPoints, f.drawLabels}
	if f.many() {
		layers = []layer{f.drawWatermark, f.frame.drawGrid, f.drawBands, f.drawSweeps, f.drawRoofs, f.drawRows, f.drawPoints, f.drawCrossings, f.drawManyLabels}
	}
	for _, l := range layers {
		p.Add(l)
	}
	return p
}

// title says what is drawn, and of which device.
func (f *figure) title() string {
	what := "Roofline of "
	if f.kernels {
		what = "Kernels under the roofs of "
	}
	return what + f.doc.Device.Name + " (" + badge(f.doc.Provenance) + ")"
}

// drawHead writes the title: what, on which device, and from where.
func (f *figure) drawHead(c draw.Canvas) {
	left, top := c.Min.X+14, c.Max.Y-10
	c.FillText(textStyle(13, ink, bold), vg.Point{X: left, Y: top - 11}, f.title())
	small := textStyle(8, faint)
	c.FillText(small, vg.Point{X: left, Y: top - 23}, origin(f.doc.Device))
	c.FillText(small, vg.Point{X: left, Y: top - 33}, runLine(f.doc))
	if f.many() {
		f.drawKey(c, vg.Point{X: left, Y: top - 53})
	}
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
