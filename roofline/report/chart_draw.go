package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ridgeline/roofline"
)

// newChart places the points of a group.
func newChart(g chartGroup) chart {
	m := measureOf(g.series[0])
	c := chart{Title: g.title, XLabel: axisLabel(g.series[0].axis), Width: 360, Height: 220, Left: 46, Top: 10, Right: 350, Base: 184}
	x, y := g.ranges(m)
	factor, prefix := roofline.Prefix(y.max, m.unit)
	c.YLabel = fmt.Sprintf("%s (%s%s)", m.name, prefix, m.unit)
	y = y.scaled(1 / factor).rounded()
	for _, value := range x.ticks() {
		c.XTicks = append(c.XTicks, chartTick{tenths(c.Left + x.place(value)*(c.Right-c.Left)), axisValue(g.series[0].axis, value)})
	}
	for _, value := range y.ticks() {
		c.YTicks = append(c.YTicks, chartTick{tenths(c.Base - y.place(value)*(c.Base-c.Top)), plain(value)})
	}
	for i, s := range g.series {
		line := chartLine{Name: g.lineName(s), Colour: i}
		var path []string
		for _, p := range s.points {
			dot := chartDot{
				X:   tenths(c.Left + x.place(float64(p.Axes[s.axis]))*(c.Right-c.Left)),
				Y:   tenths(c.Base - y.place(m.value(p)/factor)*(c.Base-c.Top)),
				Tip: dotTip(p, m),
			}
			line.Dots = append(line.Dots, dot)
			path = append(path, fmt.Sprintf("%g,%g", dot.X, dot.Y))
		}
		line.Path = strings.Join(path, " ")
		c.Lines = append(c.Lines, line)
	}
	return c
}

func dotTip(p roofline.Point, m measure) string {
	value := roofline.Readable(m.value(p), m.unit)
	return fmt.Sprintf("%s: %s; %s, %s", roofline.Label(p.Case, p.Axes), value, p.Verdict, p.Reason)
}

func tenths(value float64) float64 { return math.Round(10*value) / 10 }

// ranges are the scales that hold all points of the group.
func (g chartGroup) ranges(m measure) (x, y scale) {
	var xs, ys []float64
	for _, s := range g.series {
		for _, p := range s.points {
			xs, ys = append(xs, float64(p.Axes[s.axis])), append(ys, m.value(p))
		}
	}
	x = scale{min: slices.Min(xs), max: slices.Max(xs), values: distinct(xs)}
	x.base = x.powers()
	y = scale{min: slices.Min(ys), max: slices.Max(ys)}
	if y.min > 0 && y.max > wideRange*y.min {
		y.base = 10
	}
	return x, y
}

func distinct(values []float64) []float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// sizes are the suffixes of axes that hold sizes, with what one of them is.
func sizes() map[string]float64 {
	return map[string]float64{"_bytes": 1, "_kib": 1 << 10, "_mib": 1 << 20}
}

// axisLabel names an axis for people.
func axisLabel(axis string) string {
	for suffix := range sizes() {
		axis = strings.TrimSuffix(axis, suffix)
	}
	return strings.ReplaceAll(axis, "_", " ")
}

// axisValue writes a value of an axis; sizes get a binary prefix.
func axisValue(axis string, value float64) string {
	for suffix, unit := range sizes() {
		if strings.HasSuffix(axis, suffix) {
			return sizeText(value * unit)
		}
	}
	return plain(value)
}

func sizeText(bytes float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for bytes >= 1024 && i < len(units)-1 {
		bytes, i = bytes/1024, i+1
	}
	return plain(bytes) + " " + units[i]
}

// plain writes a number of a tick without an exponent.
func plain(value float64) string {
	return strconv.FormatFloat(roundTo(value), 'f', -1, 64)
}

// roundTo takes away what adding up steps left behind the sixth digit.
func roundTo(value float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 6, 64), 64)
	if err != nil {
		return value
	}
	return rounded
}
