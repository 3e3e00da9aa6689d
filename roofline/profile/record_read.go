package profile

import (
	"io"

	"ridgeline/results"
)

// readResults reads the cases of a results document, as if each were a kernel of
// a profile.
func readResults(source io.Reader, out *output) error {
	doc, err := results.Decode(source, "results document")
	if err != nil {
		return &UnreadableError{Looks: err.Error()}
	}
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Outcome != results.OutcomeOK || r.Work == nil || r.Estimate == nil {
			continue
		}
		if err := out.kernel(FromRecord(doc, r)); err != nil {
			return err
		}
	}
	if out.file.Count == 0 {
		return &NoKernelsError{"no case of the results document was measured", "look at the reasons with ridgeline report"}
	}
	return nil
}
