package report

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ridgeline/roofline"
)

// colour names the colours of the figure. Those of data are from the palette of
// Okabe and Ito, which colour-blind readers can tell apart.
type colour int

const (
	ink colour = iota
	paper
	faint
	gridLine
	watermark
	blue
	vermilion
	purple
	green
	amber
	brown
	indigo
	teal
	slate1 // memory levels among many roofs, the farthest first
	slate2
	slate3
	slate4
)

func (c colour) rgb() color.RGBA {
	switch c {
	case paper:
		return color.RGBA{0xff, 0xff, 0xff, 0xff}
	case faint:
		return color.RGBA{0x60, 0x60, 0x60, 0xff}
	case gridLine:
		return color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
	case watermark:
		return color.RGBA{0xf0, 0xee, 0xea, 0xff}
	case blue:
		return color.RGBA{0x00, 0x72, 0xb2, 0xff}
	case vermilion:
		return color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	case purple:
		return color.RGBA{0x9a, 0x3c, 0x86, 0xff}
	case green:
		return color.RGBA{0x00, 0x80, 0x60, 0xff}
	case amber:
		return color.RGBA{0xa8, 0x74, 0x00, 0xff}
	case brown:
		return color.RGBA{0x7a, 0x4a, 0x2b, 0xff}
	case indigo:
		return color.RGBA{0x4b, 0x3f, 0xa8, 0xff}
	case teal:
		return color.RGBA{0x00, 0x74, 0x86, 0xff}
	case slate1:
		return color.RGBA{0x1f, 0x3b, 0x57, 0xff}
	case slate2:
		return color.RGBA{0x3c, 0x5f, 0x82, 0xff}
	case slate3:
		return color.RGBA{0x5a, 0x7f, 0xa6, 0xff}
	case slate4:
		return color.RGBA{0x7c, 0x9f, 0xc2, 0xff}
	}
	return color.RGBA{0x1a, 0x1a, 0x1a, 0xff}
}

// pathColour tells the paths apart where there are many.
func pathColour(path string) colour {
	switch path {
	case "fp32":
		return vermilion
	case "fp64":
		return green
	case "fp16x2":
		return amber
	case "int32":
		return brown
	case "tc.fp16.fp32":
		return purple
	case "tc.fp16.fp16":
		return indigo
	}
	return teal
}

// levelColour tells the levels apart: by shades of one colour, or, where the points
// are of levels, by colours of their own.
func (f *figure) levelColour(level string) colour {
	if f.kernels {
		return kernelLevelColour(level)
	}
	switch level {
	case "dram":
		return slate1
	case "l2":
		return slate2
	case "l1":
		return slate3
	}
	return slate4
}

func kernelLevelColour(level string) colour {
	switch level {
	case "dram":
		return blue
	case "l2":
		return green
	case "l1":
		return brown
	}
	return slate3
}

// colourOf is the colour of a roof.
func (f *figure) colourOf(c roofline.Ceiling) colour {
	switch {
	case f.many() && c.Kind == roofline.KindPath:
		return pathColour(c.Name)
	case f.many():
		return f.levelColour(c.Name)
	case c.Kind == roofline.KindPath:
		return vermilion
	}
	return blue
}

// band is the colour made see-through.
func (c colour) band() color.Color {
	solid := c.rgb()
	return color.NRGBA{solid.R, solid.G, solid.B, 0x38}
}

type textOption func(*text.Style)

func bold(s *text.Style)    { s.Font.Weight = xfont.WeightBold }
func right(s *text.Style)   { s.XAlign = text.XRight }
func centred(s *text.Style) { s.XAlign, s.YAlign = text.XCenter, text.YCenter }

func textStyle(points float64, c colour, options ...textOption) text.Style {
	s := text.Style{
		Color: c.rgb(), Handler: text.Plain{Fonts: font.DefaultCache},
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(points)},
	}
	for _, option := range options {
		option(&s)
	}
	return s
}

func lineStyle(width float64, c colour, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Width: vg.Length(width), Color: c.rgb(), Dashes: dashes}
}

func quotientLine() draw.LineStyle { return lineStyle(0.9, ink, 4, 2) }

func fitLine() draw.LineStyle { return lineStyle(0.9, green, 1, 2) }

// roofLine is dashed where the ceiling is suspect.
func (f *figure) roofLine(c roofline.Ceiling) draw.LineStyle {
	if c.Status == roofline.Suspect {
		return lineStyle(1.8, f.colourOf(c), 6, 3)
	}
	return lineStyle(1.8, f.colourOf(c))
}

// glyph gives each verdict a colour and a shape of its own.
func glyph(v roofline.Verdict) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: faint.rgb(), Radius: 3.2, Shape: draw.RingGlyph{}}
	switch v {
	case roofline.MemoryBound:
		style.Color, style.Shape = blue.rgb(), draw.CircleGlyph{}
	case roofline.ComputeBound:
		style.Color, style.Shape = vermilion.rgb(), draw.BoxGlyph{}
		style.Radius = 2.8
	case roofline.LatencyBound:
		style.Color, style.Shape = purple.rgb(), draw.PyramidGlyph{}
		style.Radius = 3.8
	}
	return style
}
