package report

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// frame is the range of the axes and the unit of the rates.
type frame struct {
	xMin, xMax float64 // operations per byte
	yMin, yMax float64 // operations a second
	unit       string  // of the rates
	mixed      bool    // whether some are FLOP and some integer operations
	factor     float64 // of the prefix
	prefix     string
}

// margin is what the intensities have to both sides, in powers of two.
const margin = 0.5

// newFrame takes in the sweeps and sixteen times to either side of each ridge;
// half of that where the ridges are many.
func (f *figure) newFrame() frame {
	x, reach := span{}, 16.0
	if f.many() {
		reach = 8
	}
	for _, r := range f.ridges {
		x.add(r.Median / reach)
		x.add(r.Median * reach)
	}
	for _, fit := range f.fits {
		for _, p := range fit.Points {
			x.add(p.Intensity)
		}
	}
	for _, m := range f.points {
		if x.low > 0 && len(f.ridges)+len(f.fits) > 0 && !f.kernels {
			break
		}
		x.add(m.intensity)
	}
	x.orElse(0.25, 512)
	fr := frame{xMin: math.Exp2(math.Floor(math.Log2(x.low)) - margin), xMax: math.Exp2(math.Ceil(math.Log2(x.high)) + margin)}
	f.rates(&fr)
	return fr
}

// rates sets the range of the rates from the roofs and the points in sight.
func (f *figure) rates(fr *frame) {
	y, units := span{}, []string{}
	for _, c := range f.paths {
		y.add(c.PerSecond.Median)
		units = appendNew(units, c.PerSecond.Unit)
	}
	for _, c := range f.levels {
		y.add(fr.xMin * c.PerSecond.Median)
		if len(f.paths) == 0 {
			y.add(fr.xMax * c.PerSecond.Median)
		}
	}
	for _, m := range f.points {
		y.add(m.rate)
		units = appendNew(units, m.unit)
	}
	y.orElse(1e9, 1e12)
	fr.yMin, fr.yMax = y.low/1.6, y.high*2.2
	fr.unit, fr.mixed = "FLOP/s", len(units) > 1
	if len(units) == 1 {
		fr.unit = units[0]
	}
	fr.factor, fr.prefix = roofline.Prefix(fr.yMax, fr.unit)
}

// perByte is the unit of the intensities.
func (fr frame) perByte() string {
	if fr.mixed {
		return "operations per byte"
	}
	return strings.TrimSuffix(fr.unit, "/s") + "/byte"
}

// perSecond is the unit of the rates.
func (fr frame) perSecond() string {
	if fr.mixed {
		return fr.prefix + "FLOP/s or " + fr.prefix + "OP/s"
	}
	return fr.prefix + fr.unit
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
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Scale = plot.LogScale{}
		axis.Padding = 0
		axis.LineStyle = lineStyle(0.8, ink)
		axis.Tick.LineStyle = lineStyle(0.8, ink)
		axis.Tick.Length = 4
		axis.Tick.Label.Font = textStyle(9, ink).Font
	}
	p.X.Tick.Marker = plot.ConstantTicks(fr.xTicks())
	p.Y.Tick.Marker = plot.ConstantTicks(fr.yTicks())
	return p
}

// drawAxisLabels writes the names of the axes on the page, outside of the data.
// The plot's own labels would be placed as if the axes were linear.
func (fr frame) drawAxisLabels(page, data draw.Canvas) {
	style := textStyle(10.5, ink, centred)
	page.FillText(style, vg.Point{X: data.Center().X, Y: page.Min.Y + 14},
		"Arithmetic intensity ("+fr.perByte()+")")
	style.Rotation = math.Pi / 2
	page.FillText(style, vg.Point{X: page.Min.X + 14, Y: data.Center().Y}, "Performance ("+fr.perSecond()+")")
}

// xTicks are powers of two; each second one has no label where there are many.
func (fr frame) xTicks() []plot.Tick {
	var ticks []plot.Tick
	every := 1 + int(math.Log2(fr.xMax/fr.xMin))/14
	first := math.Exp2(math.Ceil(math.Log2(fr.xMin)))
	for x, i := first, 0; x <= fr.xMax; x, i = x*2, i+1 {
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
