package report

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// frame is the range of the axes and the unit of the rates.
type frame struct {
	xMin, xMax float64 // operations per byte, powers of two
	yMin, yMax float64 // operations a second
	factor     float64
	yUnit      string
	xUnit      string
}

// newFrame takes in the sweeps and sixteen times to either side of each ridge.
func (f *figure) newFrame() frame {
	x := span{}
	for _, r := range f.ridges {
		x.add(r.Median / 16)
		x.add(r.Median * 16)
	}
	for _, fit := range f.fits {
		for _, p := range fit.Points {
			x.add(p.Intensity)
		}
	}
	for _, m := range f.points {
		if x.low > 0 && len(f.ridges)+len(f.fits) > 0 {
			break
		}
		x.add(m.intensity)
	}
	x.orElse(0.25, 512)
	fr := frame{
		xMin: math.Exp2(math.Floor(math.Log2(x.low))), xMax: math.Exp2(math.Ceil(math.Log2(x.high))),
		xUnit: "FLOP/byte",
	}
	if fr.xMin == fr.xMax {
		fr.xMin, fr.xMax = fr.xMin/2, fr.xMax*2
	}
	f.rates(&fr)
	return fr
}

// rates sets the range of the rates from the roofs and the points in sight.
func (f *figure) rates(fr *frame) {
	y, unit := span{}, "FLOP/s"
	for _, c := range f.paths {
		y.add(c.PerSecond.Median)
		unit = c.PerSecond.Unit
	}
	for _, c := range f.levels {
		y.add(fr.xMin * c.PerSecond.Median)
		if len(f.paths) == 0 {
			y.add(fr.xMax * c.PerSecond.Median)
		}
	}
	for _, m := range f.points {
		y.add(m.rate)
		unit = m.unit
	}
	y.orElse(1e9, 1e12)
	fr.yMin, fr.yMax = y.low/1.6, y.high*2.2
	factor, prefix := roofline.Prefix(fr.yMax, unit)
	fr.factor, fr.yUnit = factor, prefix+unit
}

// span is the least and the greatest of some positive values.
type span struct{ low, high float64 }

func (s *span) add(value float64) {
	if value <= 0 {
		return
	}
	if s.low == 0 || value < s.low {
		s.low = value
	}
	s.high = max(s.high, value)
}

func (s *span) orElse(low, high float64) {
	if s.low == 0 {
		s.low, s.high = low, high
	}
}

// newPlot is an empty plot with these axes. Rates are drawn in units of factor.
func (fr frame) newPlot() *plot.Plot {
	p := plot.New()
	p.X.Min, p.X.Max = fr.xMin, fr.xMax
	p.Y.Min, p.Y.Max = fr.yMin/fr.factor, fr.yMax/fr.factor
	p.X.Label.Text = "Arithmetic intensity (" + fr.xUnit + ")"
	p.Y.Label.Text = "Performance (" + fr.yUnit + ")"
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Scale = plot.LogScale{}
		axis.Padding = 0
		axis.LineStyle = lineStyle(0.8, ink)
		axis.Tick.LineStyle = lineStyle(0.8, ink)
		axis.Tick.Length = 4
		axis.Tick.Label.Font = textStyle(9, ink).Font
		axis.Label.TextStyle.Font = textStyle(10.5, ink).Font
		axis.Label.Padding = 4
	}
	p.X.Tick.Marker = plot.ConstantTicks(fr.xTicks())
	p.Y.Tick.Marker = plot.ConstantTicks(fr.yTicks())
	p.Legend.TextStyle.Font = font.Font(textStyle(8.5, ink).Font)
	p.Legend.ThumbnailWidth = 18
	p.Legend.Padding = 2
	p.Legend.XOffs, p.Legend.YOffs = -8, 8
	return p
}

// xTicks are powers of two; each second one has no label where there are many.
func (fr frame) xTicks() []plot.Tick {
	var ticks []plot.Tick
	every := 1 + int(math.Log2(fr.xMax/fr.xMin))/14
	for x, i := fr.xMin, 0; x <= fr.xMax; x, i = x*2, i+1 {
		label := ""
		if i%every == 0 {
			label = number(x)
		}
		ticks = append(ticks, plot.Tick{Value: x, Label: label})
	}
	return ticks
}

// yTicks are 1, 2 and 5 times the powers of ten.
func (fr frame) yTicks() []plot.Tick {
	var ticks []plot.Tick
	low, high := fr.yMin/fr.factor, fr.yMax/fr.factor
	for power := math.Pow10(int(math.Floor(math.Log10(low)))); power <= high; power *= 10 {
		for _, digit := range []float64{1, 2, 5} {
			if value := digit * power; value >= low && value <= high {
				ticks = append(ticks, plot.Tick{Value: value, Label: number(value)})
			}
		}
	}
	return ticks
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', 4, 64) }

func (fr frame) drawGrid(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := lineStyle(0.4, gridLine)
	for _, tick := range fr.xTicks() {
		c.StrokeLine2(style, x(tick.Value), c.Min.Y, x(tick.Value), c.Max.Y)
	}
	for _, tick := range fr.yTicks() {
		c.StrokeLine2(style, c.Min.X, y(tick.Value), c.Max.X, y(tick.Value))
	}
}
