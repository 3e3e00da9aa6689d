package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

//go:embed page
var pageFiles embed.FS

// HTML writes the report as one page that needs nothing beside itself: the
// roofline, every table, the sweeps as small charts, the evidence of each case,
// and the data as JSON in the element "data". It reads without scripts; the
// script only filters and shows tips. The same document always gives the same
// bytes.
func HTML(w io.Writer, doc *results.Document, derived *roofline.Derived) error {
	page, err := newPage(doc, derived)
	if err != nil {
		return err
	}
	t, err := template.New("report.html").Funcs(functions()).ParseFS(pageFiles, "page/*.html")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := t.Execute(&text, page); err != nil {
		return err
	}
	_, err = w.Write(text.Bytes())
	return err
}

// functions are what the template calls.
func functions() template.FuncMap {
	return template.FuncMap{
		"label": roofline.Label, "scaled": scaled, "percent": percent, "interval": interval, "perCycle": perCycleText,
		"sustained": sustainedRows, "launches": launchRows, "edges": edgeRows, "tlb": tlbText, "gauge": gauge, "fit": fitText, "measures": measuresText,
		"join": func(list []string) string { return strings.Join(list, "; ") },
		"pack": func(list ...any) []any { return list },
	}
}

// page is all that the template shows.
type page struct {
	Badge, Title, Origin, Made string
	Simulated                  bool
	Style                      template.CSS
	Script                     template.JS
	Strip                      []fact // what a reader first asks of a device
	Facts, Environment         []fact
	Figure                     template.HTML // the roofline; empty where there is nothing to draw
	Derived                    *roofline.Derived
	Matrix                     matrixView
	Charts                     []chart
	Bars                       []bars
	Families                   []string
	Verdicts                   []roofline.Verdict
	Cases                      []caseView
	Data                       any
}

// fact is a name and its value.
type fact struct{ Name, Value string }

func newPage(doc *results.Document, derived *roofline.Derived) (*page, error) {
	style, err := pageFiles.ReadFile("page/report.css")
	if err != nil {
		return nil, err
	}
	script, err := pageFiles.ReadFile("page/report.js")
	if err != nil {
		return nil, err
	}
	drawn, err := inlineFigure(doc, derived)
	if err != nil {
		return nil, err
	}
	p := &page{
		Badge: badge(doc.Provenance), Title: doc.Device.Name, Origin: origin(doc.Device), Made: runLine(doc),
		Simulated: doc.Provenance == results.Simulated,
		Style:     template.CSS(style), Script: template.JS(script), //nolint:gosec // they are our own files
		Strip: told(deviceFacts(doc.Device)[:firstFacts]), Facts: deviceFacts(doc.Device), Environment: environment(doc),
		Figure: drawn, Derived: derived, Matrix: newMatrix(derived.Ridges), Data: jsonReport(doc, derived),
	}
	p.Charts, p.Bars = charts(doc, derived.Points)
	p.addCases(doc, derived.Points)
	return p, nil
}

// matrixView is the ridges as a table.
type matrixView struct {
	Levels []string
	Rows   []matrixRow
}

type matrixRow struct {
	Path  string
	Cells []*roofline.Ridge // nil where there is none
}

func newMatrix(list []roofline.Ridge) matrixView {
	paths, levels := pathsAndLevels(list)
	m := matrixView{Levels: levels}
	for _, path := range paths {
		row := matrixRow{Path: path}
		for _, level := range levels {
			row.Cells = append(row.Cells, roofline.FindRidge(list, path, level))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// gauge is a fraction in percent, at most 100.
func gauge(fraction *float64) string { return fmt.Sprintf("%.1f", 100*min(*fraction, 1)) }

func perCycleText(c roofline.Ceiling) string { return perCycle(c, true) }
