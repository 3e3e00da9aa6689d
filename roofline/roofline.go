// Package roofline is the pure maths on a results document: which measurements
// may stand as ceilings, the ridge points between them, a second estimate of
// each ridge from an intensity sweep, and what each measured kernel is bound by.
//
// A kernel that does W operations and moves B bytes has the intensity W/B. Its
// rate is at most the peak of its math path, and at most its intensity times
// the bandwidth of the memory level: the roofline (Williams, Waterman and
// Patterson, CACM 52(4), 2009). The two bounds meet at the ridge, peak divided
// by bandwidth.
//
// All of it is computed from the document on every read. Nothing measured is
// changed or thrown away: a measurement whose evidence fails is shown as
// refused, with the reasons.
package roofline

import "ridgeline/results"

// Derived is what follows from one document. All of it is of one device and of
// one provenance.
type Derived struct {
	Schema     string             `json:"schema"` // of the document
	Provenance results.Provenance `json:"provenance"`
	Device     results.Device     `json:"device"`
	// Ceilings has one entry for each path and level that has a number: paths by
	// name, then levels from DRAM to shared memory.
	Ceilings []Ceiling `json:"ceilings"`
	// Ridges is every path by every level whose ceilings may be used.
	Ridges []Ridge `json:"ridges"`
	// Fits are second estimates of ridges, one for each intensity sweep.
	Fits []Fit `json:"fits"`
	// MemoryLevels are the caches that the chases found; left out where none ran.
	MemoryLevels *MemoryLevels `json:"memory_levels,omitempty"`
	// LaunchCost is what it costs to start a kernel; left out where nothing tells.
	LaunchCost *LaunchCost `json:"launch_cost,omitempty"`
	// Points has an entry for each record that ended well, in their order.
	Points []Point `json:"points"`
	// Flagged are the measurements whose evidence makes them suspect or refused.
	Flagged []Flagged `json:"flagged"`
	// Incomplete are the records that ended without a number.
	Incomplete []Incomplete `json:"incomplete"`
	Warnings   []string     `json:"warnings"`
}

// Incomplete is a case that gave no number.
type Incomplete struct {
	Case    string           `json:"case"`
	Axes    map[string]int64 `json:"axes"`
	Outcome results.Outcome  `json:"outcome"`
	Reason  string           `json:"reason"`
}

// Derive computes what follows from a valid document.
func Derive(doc *results.Document) *Derived {
	d := &Derived{
		Schema: doc.Schema, Provenance: doc.Provenance, Device: doc.Device,
		Incomplete: []Incomplete{}, Warnings: append([]string{}, doc.Warnings...),
	}
	claims := judgeAll(doc)
	d.Ceilings = ceilings(claims)
	d.Fits = fits(claims)
	agree(d.Ceilings, d.Fits)
	saturate(d.Ceilings, doc)
	d.Ridges = ridges(d.Ceilings)
	compareFits(d.Fits, d.Ridges)
	agreeRidges(d.Ridges, d.Fits)
	d.LaunchCost = launchCost(doc)
	d.MemoryLevels = memoryLevels(doc, d.Ceilings)
	d.Points = points(doc, d.Ceilings, d.Ridges)
	d.Flagged = flagged(claims)
	for i := range doc.Records {
		if r := &doc.Records[i]; r.Outcome != results.OutcomeOK {
			d.Incomplete = append(d.Incomplete, Incomplete{r.Case, axesOf(r), r.Outcome, r.Reason})
		}
	}
	d.Warnings = append(d.Warnings, warnings(doc, d)...)
	return d
}

func axesOf(r *results.Record) map[string]int64 {
	if r.Axes == nil {
		return map[string]int64{}
	}
	return r.Axes
}
