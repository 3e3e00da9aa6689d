package roofline

import "strings"

// Flagged is a measurement that would be evidence of a ceiling or a ridge, but
// whose own evidence is weak. That it was refused says that something went
// wrong, even where a better measurement took its place.
type Flagged struct {
	Case string           `json:"case"`
	Axes map[string]int64 `json:"axes"`
	// Measures is what it would be evidence of, as in results.Work.
	Measures string   `json:"measures"`
	Rate     Quantity `json:"rate"`
	Status   Status   `json:"status"` // suspect or refused
	Reasons  []string `json:"reasons"`
	Checks   []Check  `json:"checks"`
}

// OfCeiling tells whether it would be a ceiling; else it is a point of a sweep.
func (f Flagged) OfCeiling() bool { return !strings.HasPrefix(f.Measures, string(kindRidge)+":") }

// flagged lists the claims that are not ok, in the order of the document.
func flagged(claims []claim) []Flagged {
	list := []Flagged{}
	for _, c := range claims {
		if c.status != OK {
			list = append(list, Flagged{c.record.Case, axesOf(c.record), c.record.Work.Measures, c.rate, c.status, c.reasons, c.checks})
		}
	}
	return list
}
