package roofline

import (
	"fmt"
	"math"
)

// Verdict is what a kernel is bound by.
type Verdict string

const (
	MemoryBound  Verdict = "memory-bound"
	ComputeBound Verdict = "compute-bound"
	LatencyBound Verdict = "latency-bound" // far below every roof
	Undecided    Verdict = "undecided"
)

const (
	// latencyBelow: a kernel under this fraction of the lowest roof is held back
	// by neither roof but by too little work in flight. 60 % is the line below
	// which NVIDIA's own guided analysis speaks of latency.
	latencyBelow = 0.60
	// boundFrom: from this fraction on the roof clearly is the bound.
	boundFrom = 0.80
	// sidesApart is how much the fractions of the two roofs must differ between
	// latencyBelow and boundFrom.
	sidesApart = 0.10
	// aboveRoof is how far above the roof a point may be for the errors of both; a
	// point higher up means that the ceiling is too low or the point wrong.
	aboveRoof = 1.05
)

// lack names the ceiling that is missing, and how to get it where a run gives one.
func (p place) lack() string {
	text := "the document has no usable ceiling of " + p.missing
	if _, level := p.moved[p.missing]; level || p.missing == p.path {
		text += ": run --roofs measures it as well"
	}
	return text
}

// verdict judges a place under its roofs and says why in one sentence.
func (p place) verdict() (Verdict, string) {
	lowest := p.lowest()
	if lowest == nil {
		return Undecided, p.lack()
	}
	fraction := p.rate / lowest.rate
	where := fmt.Sprintf("%.3g %% of the %s roof (%s)", 100*fraction, lowest.name(), Readable(lowest.rate, p.unit))
	switch {
	case fraction > aboveRoof:
		return Undecided, where + ": the ceiling is too low or the point is wrong"
	case p.missing != "" && fraction < boundFrom:
		return Undecided, where + ", and " + p.lack()
	case fraction < latencyBelow && spilling(p.accesses) >= seldomBelow:
		return p.spillVerdict(where)
	case fraction < latencyBelow:
		return LatencyBound, where + ", far below every roof: too little work in flight"
	}
	if doubt := p.doubt(fraction); doubt != "" {
		return Undecided, where + ": " + doubt
	}
	if fraction < boundFrom {
		where += ", likely"
	}
	if lowest == p.memory {
		return MemoryBound, where + p.side("below")
	}
	return ComputeBound, where + p.side("above")
}

// doubt says why the two roofs cannot be told apart at this place; empty where
// they can.
func (p place) doubt(fraction float64) string {
	if p.ridge == nil || p.compute == nil || p.memory == nil {
		return ""
	}
	if p.ridge.Low <= p.intensity && p.intensity <= p.ridge.High {
		return fmt.Sprintf("the intensity %s lies within the interval of the ridge", brief(p.intensity))
	}
	apart := math.Abs(p.rate/p.compute.rate - p.rate/p.memory.rate)
	if fraction < boundFrom && apart < sidesApart {
		return fmt.Sprintf("the intensity %s is near the ridge at %s and both roofs are some way off", brief(p.intensity), brief(p.ridge.Median))
	}
	return ""
}

// side tells on which side of the ridge the kernel lies.
func (p place) side(word string) string {
	if p.ridge == nil {
		return ""
	}
	return fmt.Sprintf("; %s is %s the ridge at %s %s", brief(p.intensity), word, brief(p.ridge.Median), p.ridge.Unit)
}

// brief writes an intensity with three digits and without an exponent where it
// is large.
func brief(intensity float64) string {
	const large = 1000
	if intensity >= large {
		return fmt.Sprintf("%.0f", intensity)
	}
	return fmt.Sprintf("%.3g", intensity)
}
