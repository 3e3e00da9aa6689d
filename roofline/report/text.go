package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"ridgeline/results"
	"ridgeline/roofline"
)

// width is the most columns that the text takes.
const width = 100

// Text writes the report for people. It has no colours.
func Text(w io.Writer, doc *results.Document, derived *roofline.Derived) error {
	p := printer{badge: badge(doc.Provenance)}
	p.line("%s", title(doc))
	p.line("%s", origin(doc.Device))
	p.line("%s", runLine(doc))
	p.ceilings(derived.Ceilings)
	p.sustained(derived.Ceilings)
	p.ridges(derived.Ridges)
	p.fits(derived.Fits)
	p.memoryLevels(derived.MemoryLevels)
	p.launchCost(derived.LaunchCost)
	p.points(derived.Points)
	p.flagged(derived.Flagged)
	p.incomplete(derived.Incomplete)
	p.list("Warnings", derived.Warnings)
	_, err := io.WriteString(w, p.text.String())
	return err
}

// printer gathers the text, so that there is one error to handle.
type printer struct {
	badge string
	text  strings.Builder
}

func (p *printer) line(format string, args ...any) {
	p.write(text.WrapSoft(fmt.Sprintf(format, args...), width))
}

// write adds lines without the spaces that wrapping and tables leave at their
// ends.
func (p *printer) write(block string) {
	for line := range strings.SplitSeq(block, "\n") {
		p.text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// heading begins a part; it carries the provenance, because parts get cut out.
func (p *printer) heading(name string) { p.line("\n%s (%s)", name, p.badge) }

// list writes entries with hanging indents.
func (p *printer) list(name string, entries []string) {
	if len(entries) == 0 {
		return
	}
	p.heading(name)
	for _, entry := range entries {
		p.item(entry)
	}
}

func (p *printer) item(entry string) {
	wrapped := strings.TrimRight(text.WrapSoft(entry, width-2), " ")
	p.write("- " + strings.ReplaceAll(wrapped, "\n", "\n  "))
}
