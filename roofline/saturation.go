package roofline

import "ridgeline/results"

// saturationSlack is how much more than a ceiling a kernel may reach for the
// errors of both.
const saturationSlack = 0.03

// saturate proves that a peak is that of its path and not of the memory that
// feeds it: kernels of the same path that do more operations on a byte of DRAM
// must not be faster.
func saturate(ceilings []Ceiling, doc *results.Document) {
	for i := range ceilings {
		if c := &ceilings[i]; c.Kind == KindPath && c.of.record != nil {
			c.add("saturation", c.saturated(doc.Records))
		}
	}
}

func (c *Ceiling) saturated(records []results.Record) finding {
	own, finite := intensityAtDRAM(c.of.record)
	if !finite {
		return finding{}
	}
	kernels, fastest, name := 0, 0.0, ""
	for i := range records {
		r := &records[i]
		if r.Outcome != results.OutcomeOK || r.Work == nil || r.Estimate == nil || r.Work.Path != c.Name {
			continue
		}
		if intensity, finite := intensityAtDRAM(r); !finite || intensity <= own {
			continue
		}
		kernels++
		if rate := r.Work.Operations / r.Estimate.SecondsMedian; rate > fastest {
			fastest, name = rate, Label(r.Case, r.Axes)
		}
	}
	if kernels == 0 {
		return finding{}
	}
	ratio := fastest / c.PerSecond.Median
	found := passed()
	if ratio > 1+saturationSlack {
		found = suspect("%s does more operations a byte and is %.1f %% faster: memory held the ceiling back", name, 100*(ratio-1))
	}
	return found.with("kernels", float64(kernels)).with("fastest_over_ceiling", ratio)
}

// intensityAtDRAM is operations a byte; finite is false where no byte is moved.
func intensityAtDRAM(r *results.Record) (intensity float64, finite bool) {
	bytes := r.Work.Bytes["dram"]
	if bytes == 0 {
		return 0, false
	}
	return r.Work.Operations / bytes, true
}
