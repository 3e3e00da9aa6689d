package classify

import (
	"maps"
	"math"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// Ceilings is what kernels are held against: the usable ceilings of one document.
type Ceilings struct {
	Source     string             `json:"source"` // as the caller named the document
	Provenance results.Provenance `json:"provenance"`
	Device     results.Device     `json:"device"`
	Roofs      []Roof             `json:"roofs"`
	// LaunchSeconds is what a launch costs that does next to nothing.
	LaunchSeconds profile.Number `json:"launch_seconds"`
}

// Roof is one ceiling and what is needed to scale it to another clock.
type Roof struct {
	Kind roofline.Kind `json:"kind"`
	Name string        `json:"name"`
	// PerSecond is in FLOP/s, OP/s or B/s at the clocks below.
	PerSecond   roofline.Quantity `json:"per_second"`
	Status      roofline.Status   `json:"status"`
	SMHertz     profile.Number    `json:"sm_hertz"`
	MemoryHertz profile.Number    `json:"memory_hertz"`
	// Variation is the standard deviation of the samples over their mean.
	Variation profile.Number `json:"variation"`
	// OfLimit is the ceiling over the physical limit.
	OfLimit profile.Number `json:"of_limit"`
}

// NewCeilings takes the ceilings that a document's evidence allows.
func NewCeilings(doc *results.Document, source string) *Ceilings {
	c := &Ceilings{
		Source: source, Provenance: doc.Provenance, Device: doc.Device, Roofs: []Roof{},
		LaunchSeconds: launchSeconds(doc),
	}
	for _, ceiling := range roofline.Derive(doc).Ceilings {
		if ceiling.Status != roofline.Refused {
			c.Roofs = append(c.Roofs, newRoof(ceiling, recordOf(doc, ceiling)))
		}
	}
	return c
}

func newRoof(c roofline.Ceiling, r *results.Record) Roof {
	roof := Roof{
		Kind: c.Kind, Name: c.Name, PerSecond: c.PerSecond, Status: c.Status,
		OfLimit: profile.Missing("the physical limit is not known"),
		SMHertz: profile.Missing("the SM clock was not sampled"), MemoryHertz: profile.Missing("the memory clock was not sampled"),
		Variation: profile.Missing("there are too few samples"),
	}
	if c.OfLimit != nil {
		roof.OfLimit = profile.Known(*c.OfLimit)
	}
	if r == nil {
		return roof
	}
	if clock := r.Estimate.SMClockMHz; clock != nil {
		roof.SMHertz = profile.Known(*clock * hertzPerMHz)
	}
	if clock := roofline.MemoryClockMHz(r.Samples); clock > 0 {
		roof.MemoryHertz = profile.Known(clock * hertzPerMHz)
	}
	roof.Variation = variation(r.Samples)
	return roof
}

const hertzPerMHz = 1e6

// recordOf is the record that a ceiling was measured by; nil where there is none.
func recordOf(doc *results.Document, c roofline.Ceiling) *results.Record {
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Case == c.Case && maps.Equal(r.Axes, c.Axes) && r.Estimate != nil {
			return r
		}
	}
	return nil
}

// launchSeconds is the least cost of a launch that any record has beside it.
func launchSeconds(doc *results.Document) profile.Number {
	least := profile.Missing("the document does not have the cost of an empty launch")
	for i := range doc.Records {
		e := doc.Records[i].Evidence
		if e != nil && e.LaunchCostSeconds != nil && *e.LaunchCostSeconds < least.Or(math.Inf(1)) {
			least = profile.Known(*e.LaunchCostSeconds)
		}
	}
	return least
}

// variation is the coefficient of variation of the time of a launch.
func variation(samples []results.Sample) profile.Number {
	var n, mean, squares float64 // Welford, Technometrics 4(3), 1962
	for _, s := range samples {
		if s.Launches <= 0 || s.Seconds <= 0 {
			continue
		}
		x := s.Seconds / float64(s.Launches)
		n++
		delta := x - mean
		mean += delta / n
		squares += delta * (x - mean)
	}
	if n < 2 {
		return profile.Missing("there are too few samples")
	}
	return profile.Known(math.Sqrt(squares/(n-1)) / mean)
}

// find is the roof of a path or level; nil where the document has none.
func (c *Ceilings) find(kind roofline.Kind, name string) *Roof {
	for i := range c.Roofs {
		if c.Roofs[i].Kind == kind && c.Roofs[i].Name == name {
			return &c.Roofs[i]
		}
	}
	return nil
}
