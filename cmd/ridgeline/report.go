package main

import (
	"errors"
	"io"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/report"
)

// reportCommand renders a document.
type reportCommand struct {
	Doc  string `arg:"" help:"A results document, or the .partial.jsonl of a run that did not finish; - is stdin."`
	SVG  string `placeholder:"FILE" help:"Draw the roofline into FILE instead of printing tables; - is stdout."`
	HTML string `placeholder:"FILE" help:"Write the whole report into FILE, one page that needs no other file, instead of printing tables; - is stdout."`
}

// Validate checks what the types of the flags cannot.
func (r *reportCommand) Validate() error {
	if r.SVG == "-" && r.HTML == "-" {
		return errors.New("--svg and --html cannot both be written to stdout")
	}
	return nil
}

// Run reads the document, derives its ceilings and ridges, and renders them.
func (r *reportCommand) Run(a *app, g *grammar) error {
	if err := checkOutputs([]string{r.Doc, results.PartialPath(r.Doc)}, []string{r.SVG, r.HTML}); err != nil {
		return err
	}
	doc, err := a.readDocument(r.Doc)
	if err != nil {
		return err
	}
	derived := roofline.Derive(doc)
	for _, output := range []struct {
		path   string
		render func(io.Writer, *results.Document, *roofline.Derived) error
	}{{r.SVG, report.SVG}, {r.HTML, report.HTML}} {
		if err := a.writeTo(output.path, func(w io.Writer) error { return output.render(w, doc, derived) }); err != nil {
			return err
		}
	}
	files, onStdout := r.SVG+r.HTML != "", r.SVG == "-" || r.HTML == "-"
	if onStdout || files && !g.JSON {
		return nil
	}
	return a.printReport(doc, derived, g.JSON)
}

// writeTo renders into a file, or to stdout for "-"; the empty path is none.
func (a *app) writeTo(path string, render func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return render(a.stdout)
	}
	return writeFile(path, render)
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
