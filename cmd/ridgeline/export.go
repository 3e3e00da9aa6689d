package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
	"ridgeline/results"
	"ridgeline/roofline/twin"
)

// exportCommand writes a document in another format.
type exportCommand struct {
	Doc    string `arg:"" name:"doc" help:"A results document, or the .partial.jsonl of a run that did not finish; - is stdin."`
	Format string `required:"" enum:"virtual-spec" placeholder:"FORMAT" help:"virtual-spec: the spec file of a virtual GPU with the measured values."`
	Out    string `placeholder:"FILE" help:"Where to write it (default: stdout)."`
}

// Help says what each format is for.
func (*exportCommand) Help() string {
	return "virtual-spec makes the twin of a GPU: ridgeline run --device virtual:FILE.json then simulates, on any laptop, a chip with" +
		" the measured ceilings and latencies. What the document does not have is taken from the built-in SKU that is most like the" +
		" GPU; \"sources\" in the file says of every value whether it was measured."
}

// Run reads the document and writes it.
func (e *exportCommand) Run(a *app) error {
	doc, err := a.readDocument(e.Doc)
	if err != nil {
		return err
	}
	text, err := virtualSpec(doc)
	if err != nil {
		return failf(exitUsage, "%s makes no spec file: %w", e.Doc, err)
	}
	if e.Out == "" {
		_, err = a.stdout.Write(text)
		return err
	}
	return writeFile(e.Out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// virtualSpec is the spec file of the twin of the document's device.
func virtualSpec(doc *results.Document) ([]byte, error) {
	capability, err := parseCapability(doc.Device.ComputeCapability)
	if err != nil {
		return nil, err
	}
	var values []virtual.TwinValue
	for _, v := range twin.Values(doc) {
		values = append(values, virtual.TwinValue(v))
	}
	return virtual.Twin(doc.Device.Name, capability, doc.Device.SMCount, values)
}

// parseCapability reads a compute capability such as 9.0.
func parseCapability(text string) (cuda.ComputeCapability, error) {
	first, second, _ := strings.Cut(text, ".")
	major, errMajor := strconv.Atoi(first)
	minor, errMinor := strconv.Atoi(second)
	if errMajor != nil || errMinor != nil {
		return cuda.ComputeCapability{}, fmt.Errorf("the compute capability %q is none, such as 9.0", text)
	}
	return cuda.ComputeCapability{Major: major, Minor: minor}, nil
}
