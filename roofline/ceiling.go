package roofline

import (
	"cmp"
	"slices"

	"ridgeline/results"
)

// Ceiling is the best that was measured of one path or level.
type Ceiling struct {
	Kind Kind   `json:"kind"`
	Name string `json:"name"`
	// PerSecond is in FLOP/s, OP/s or B/s.
	PerSecond Quantity `json:"per_second"`
	// PerSMCycle is per SM and cycle of the sampled SM clock; null where no clock
	// was sampled.
	PerSMCycle *Quantity `json:"per_sm_cycle"`
	Status     Status    `json:"status"`
	// Reasons are why the status is not ok, and notes.
	Reasons []string `json:"reasons"`
	// Checks are what was looked at, with the numbers.
	Checks []Check `json:"checks"`
	// Sustained is the rate under a load that goes on, in the unit of PerSecond, which
	// is that of a short burst; null where it was not measured.
	Sustained *Sustained `json:"sustained"`
	// Limit is the physical limit; null where the record has none.
	Limit *results.Limit `json:"limit"`
	// OfLimit is the median as a fraction of the limit; null where unknown.
	OfLimit *float64 `json:"of_limit"`
	// Case and Axes are the record that won.
	Case string           `json:"case"`
	Axes map[string]int64 `json:"axes"`

	of evidence
}

// usable tells whether the ceiling may bound anything.
func (c Ceiling) usable() bool { return c.Status != Refused }

// ceilings picks the best claim for each path and level: the best status, then
// the highest rate. A faster claim of a worse status never wins.
func ceilings(claims []claim) []Ceiling {
	best := map[resource]claim{}
	for _, c := range claims {
		have, found := best[c.resource]
		if c.resource.kind != kindRidge && (!found || better(c, have)) {
			best[c.resource] = c
		}
	}
	list := []Ceiling{}
	for _, c := range best {
		list = append(list, c.ceiling())
	}
	slices.SortFunc(list, func(a, b Ceiling) int {
		return cmp.Or(-cmp.Compare(a.Kind, b.Kind), CompareLevels(a.Name, b.Name))
	})
	return list
}

func better(a, b claim) bool {
	if a.status != b.status {
		return a.status.rank() < b.status.rank()
	}
	return a.rate.Median > b.rate.Median
}

func (c claim) ceiling() Ceiling {
	_, unit := c.resource.amount(c.record.Work)
	return Ceiling{
		Kind: c.resource.kind, Name: c.resource.name(),
		PerSecond: c.rate, PerSMCycle: perSMCycle(c.rate, c.record.Estimate.SMClockMHz, c.device.SMCount, unit+"/SM/clk"),
		Status: c.status, Reasons: c.reasons, Checks: c.checks, Sustained: c.sustained(),
		Limit: c.record.Limit, OfLimit: ofLimit(c.rate, c.record.Limit),
		Case: c.record.Case, Axes: axesOf(c.record), of: c.evidence,
	}
}

// perSMCycle divides by the SMs and the clock that the samples saw; nil where one
// of them is unknown.
func perSMCycle(rate Quantity, clockMHz *float64, sms int, unit string) *Quantity {
	if clockMHz == nil || sms == 0 {
		return nil
	}
	q := rate.times(1/(*clockMHz*1e6*float64(sms)), unit)
	return &q
}
