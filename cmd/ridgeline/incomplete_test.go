package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/results"
	"ridgeline/roofline"
)

func TestIncomplete(t *testing.T) {
	doc := func(outcomes ...results.Outcome) *results.Document {
		d := &results.Document{}
		for _, outcome := range outcomes {
			d.Records = append(d.Records, results.Record{Outcome: outcome})
		}
		return d
	}
	derived := func(statuses ...roofline.Status) *roofline.Derived {
		d := &roofline.Derived{}
		for _, status := range statuses {
			d.Ceilings = append(d.Ceilings, roofline.Ceiling{Kind: roofline.KindPath, Name: "fp32", Status: status})
		}
		return d
	}
	const ok, failed, skipped, unsupported = results.OutcomeOK, results.OutcomeFailed, results.OutcomeSkipped, results.OutcomeUnsupported
	for _, c := range []struct {
		name    string
		doc     *results.Document
		derived *roofline.Derived
		want    string // empty is complete
	}{
		{"all well", doc(ok, ok), derived(roofline.OK), ""},
		{"what the device cannot do", doc(ok, unsupported), derived(roofline.OK), ""},
		{"suspect is shown and flagged", doc(ok), derived(roofline.Suspect), ""},
		{"failed", doc(ok, failed), derived(), "failed 1 of 2 points"},
		{"failed and skipped", doc(failed, skipped, skipped), derived(), "failed 1 of 3 points, skipped 2 of 3 points"},
		{"one of several", doc(ok), withRefused(derived(roofline.OK), "path:fp32", "path:fp32"), "refused 2 of the measurements of fp32"},
		{"a point of a sweep", doc(ok), withRefused(derived(roofline.OK), "ridge:fp32:dram"), ""},
		{"refused", doc(ok), derived(roofline.OK, roofline.Refused), "refused the ceiling of fp32"},
	} {
		err := incomplete(c.doc, c.derived)
		if c.want == "" {
			assert.NoError(t, err, c.name)
			continue
		}
		assert.EqualError(t, err, "the run is incomplete: "+c.want+"; the report says why", c.name)
		assert.Equal(t, exitIncomplete, exitCode(err), c.name)
	}
}

func withRefused(d *roofline.Derived, measures ...string) *roofline.Derived {
	for _, m := range measures {
		d.Flagged = append(d.Flagged, roofline.Flagged{Measures: m, Status: roofline.Refused},
			roofline.Flagged{Measures: m, Status: roofline.Suspect})
	}
	return d
}
