package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"slices"

	"ridgeline/results"
	"ridgeline/roofline"
)

// Kernel is a classified kernel of a user, as a figure and a page show it.
type Kernel struct {
	Name string
	// Path and Rate are of its math, Rate in Unit ("FLOP/s" or "OP/s"); Path is
	// empty where there is none, and then it has no point on the roofline.
	Path string
	Rate float64
	Unit string
	// Levels are the points of the kernel, one for each level that it moves bytes
	// at, DRAM first.
	Levels  []KernelLevel
	Verdict roofline.Verdict
	// The rest is what the page's table says.
	Label, Confidence, Reason string
	Launches                  int64
	Time, Share               string
	Details                   []string
}

// KernelLevel is where a kernel stands against one level.
type KernelLevel struct {
	Level     string
	Intensity float64 // operations per byte
	// OfRoof is the share of the level's roof; null where that is not known.
	OfRoof *float64
}

// KernelsSVG draws kernels under those roofs of a document that bear on them:
// each has a row of points at its rate, one for each level, in the colour of the
// level's roof.
func KernelsSVG(w io.Writer, doc *results.Document, derived *roofline.Derived, kernels []Kernel) error {
	svg, _, err := newKernelFigure(doc, derived, kernels).draw()
	if err != nil {
		return err
	}
	_, err = w.Write(svg)
	return err
}

// KernelsHTML writes the figure and all that was said of each kernel as one page
// that needs nothing beside itself.
func KernelsHTML(w io.Writer, doc *results.Document, derived *roofline.Derived, kernels []Kernel) error {
	style, err := pageFiles.ReadFile("page/report.css")
	if err != nil {
		return err
	}
	script, err := pageFiles.ReadFile("page/report.js")
	if err != nil {
		return err
	}
	drawn, err := newKernelFigure(doc, derived, kernels).inline()
	if err != nil {
		return err
	}
	t, err := template.New("kernels.html").Funcs(functions()).ParseFS(pageFiles, "page/*.html")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	err = t.Execute(&text, kernelPage{
		Badge: badge(doc.Provenance), Title: doc.Device.Name, Origin: origin(doc.Device), Made: runLine(doc),
		Simulated: doc.Provenance == results.Simulated, Style: template.CSS(style), Script: template.JS(script), //nolint:gosec // they are our own files
		Figure: drawn, Kernels: kernels,
	})
	if err != nil {
		return err
	}
	_, err = w.Write(text.Bytes())
	return err
}

// kernelPage is all that the page of classified kernels shows.
type kernelPage struct {
	Badge, Title, Origin, Made string
	Simulated                  bool
	Style                      template.CSS
	Script                     template.JS
	Figure                     template.HTML
	Kernels                    []Kernel
}

// newKernelFigure has the roofs of the paths and levels of the kernels, or all of
// the document's where no kernel has arithmetic.
func newKernelFigure(doc *results.Document, derived *roofline.Derived, kernels []Kernel) *figure {
	f := newFigure(doc, &roofline.Derived{Ceilings: derived.Ceilings, Ridges: derived.Ridges})
	f.kernels, f.points = true, kernelMarks(kernels)
	if len(f.points) > 0 {
		unused := func(c roofline.Ceiling) bool {
			return !slices.ContainsFunc(f.points, func(m mark) bool { return m.path == c.Name || m.level == c.Name })
		}
		f.paths, f.levels = slices.DeleteFunc(f.paths, unused), slices.DeleteFunc(f.levels, unused)
		f.ridges = slices.DeleteFunc(slices.Clone(f.ridges), func(r roofline.Ridge) bool {
			return !slices.ContainsFunc(f.points, func(m mark) bool { return m.path == r.Path && m.level == r.Level })
		})
	}
	f.frame = f.newFrame()
	return f
}

func kernelMarks(kernels []Kernel) []mark {
	var list []mark
	for _, k := range kernels {
		for _, l := range k.Levels {
			if k.Rate <= 0 || l.Intensity <= 0 {
				continue
			}
			tip := fmt.Sprintf("%s: %s at %s operations a byte of %s", k.Name, roofline.Readable(k.Rate, k.Unit), roofline.Significant(l.Intensity), l.Level)
			if l.OfRoof != nil {
				tip += ", " + percent(l.OfRoof) + " of that roof"
			}
			list = append(list, mark{name: k.Name, path: k.Path, level: l.Level, label: k.Name, tip: tip + "; " + k.Label + ": " + k.Reason,
				intensity: l.Intensity, rate: k.Rate, unit: k.Unit, verdict: k.Verdict})
		}
	}
	return list
}
