package report

import (
	"encoding/json"
	"io"

	"ridgeline/results"
	"ridgeline/roofline"
)

// JSON writes what was derived, and how the document was made.
func JSON(w io.Writer, doc *results.Document, derived *roofline.Derived) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(jsonReport(doc, derived))
}

// jsonReport is what programs read: what was derived, and how the document was
// made.
func jsonReport(doc *results.Document, derived *roofline.Derived) any {
	return struct {
		*roofline.Derived
		Run results.Run `json:"run"`
	}{derived, doc.Run}
}
