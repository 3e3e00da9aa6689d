package main

import (
	"io"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/report"
)

// reportCommand renders a document.
type reportCommand struct {
	Doc string `arg:"" help:"A results document, or the .partial.jsonl of a run that did not finish; - is stdin."`
	SVG string `placeholder:"FILE" help:"Draw the roofline into FILE instead of printing tables; - is stdout."`
}

// Run reads the document, derives its ceilings and ridges, and renders them.
func (r *reportCommand) Run(a *app, g *grammar) error {
	doc, err := a.readDocument(r.Doc)
	if err != nil {
		return err
	}
	derived := roofline.Derive(doc)
	draw := func(w io.Writer) error { return report.SVG(w, doc, derived) }
	switch r.SVG {
	case "":
		return a.printReport(doc, derived, g.JSON)
	case "-":
		return draw(a.stdout)
	}
	if err := writeFile(r.SVG, draw); err != nil || !g.JSON {
		return err
	}
	return a.printReport(doc, derived, true)
}

func (a *app) readDocument(path string) (*results.Document, error) {
	if path == "-" {
		return results.Decode(a.stdin, "stdin")
	}
	return results.Read(path)
}

// printReport prints what follows from a document.
func (a *app) printReport(doc *results.Document, derived *roofline.Derived, asJSON bool) error {
	if asJSON {
		return report.JSON(a.stdout, doc, derived)
	}
	return report.Text(a.stdout, doc, derived)
}
