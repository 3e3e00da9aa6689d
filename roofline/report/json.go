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
	return encoder.Encode(struct {
		*roofline.Derived
		Run results.Run `json:"run"`
	}{derived, doc.Run})
}
