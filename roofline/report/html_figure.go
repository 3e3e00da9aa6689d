package report

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"regexp"

	"ridgeline/results"
	"ridgeline/roofline"
)

// inlineFigure is the roofline for a page: it grows with the page, and its
// points have tips. It is empty where there is nothing to draw.
func inlineFigure(doc *results.Document, derived *roofline.Derived) (template.HTML, error) {
	return newFigure(doc, derived).inline()
}

func (f *figure) inline() (template.HTML, error) {
	svg, hits, err := f.draw()
	if errors.Is(err, errNothingToDraw) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	svg = svg[bytes.Index(svg, []byte("<svg")):]
	opening := fmt.Sprintf(`<svg role="img" aria-label="%s"`, template.HTMLEscapeString(f.title()))
	size := regexp.MustCompile(`^<svg width="[^"]*" height="[^"]*"`)
	svg = size.ReplaceAllLiteral(svg, []byte(opening))
	var spots bytes.Buffer
	for _, h := range hits {
		fmt.Fprintf(&spots, `<circle class="hit" cx="%.1f" cy="%.1f" r="5" data-tip="%s"/>`+"\n", h.x, h.y, template.HTMLEscapeString(h.tip))
	}
	svg = bytes.Replace(svg, []byte("</svg>"), append(spots.Bytes(), "</svg>"...), 1)
	return template.HTML(svg), nil //nolint:gosec // drawn here, and what comes of the document is escaped
}
