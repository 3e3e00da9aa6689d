package roofline

import (
	"cmp"
	"math"
	"slices"
)

const (
	// edgeEffect is how many times as long a load takes behind an edge, at least: a
	// smaller step says nothing of a cache.
	edgeEffect = 1.15
	// edgeStep is a difference between neighbours that may be a part of an edge.
	edgeStep = 1.03
	// edgeChance is how likely a sweep without an edge shows one (type I error).
	edgeChance = 0.05
	// leastSigma is the error of a latency besides what its samples show: no two
	// placements of a buffer give quite the same.
	leastSigma = 0.002
	// plateauSpan is how many times the footprint of its first point the last point
	// of a plateau between two edges has at least. What is narrower is a part of one
	// edge, such as that of a cache in which some sets are full before others.
	plateauSpan = 1.2
	// missShare is the part of the loads that miss at the edge: few, as the largest
	// set that fits is what is looked for. A cache that replaces at random has the
	// tenth miss at 1.05 times its size; one with 8 ways that replaces the line not
	// used for longest, and spreads a buffer evenly, at 1.01 times.
	missShare = 0.1
	// plateauPart is the part of a rise up to which a point is still of the plateau.
	plateauPart = 0.05
	// normal95 is where the normal distribution has 95 % within.
	normal95 = 1.959964
)

// Step is one point of a sweep: how long a load takes that goes round a set.
type Step struct {
	Bytes   float64  // of the set
	Latency Quantity // of a load
}

// Edge is where the latency of a sweep rises from one plateau to the next: the
// set outgrows a cache there.
type Edge struct {
	// Bytes is the size at which every tenth load misses, between the last point of
	// the lower plateau and the first of the upper one.
	Bytes Quantity `json:"bytes"`
	// Effect is the latency behind the edge over that before it, Z their difference
	// over its error: where |Z| is below Needed it may be chance.
	Effect float64 `json:"effect"`
	Z      float64 `json:"z"`
	Needed float64 `json:"z_needed"`
	// Between are the points of the sweep on either side of that size, in bytes.
	Between [2]float64 `json:"between"`
	// Widest are the two neighbours on the way up that are the farthest apart. A
	// plateau that no point has met may lie between them.
	Widest [2]float64 `json:"-"`
}

// Edges finds the change points of a sweep, by rising size. Two neighbours differ
// where the difference of the logarithms of their latencies is beyond chance, at 5 %
// for all pairs of the sweep together (Bonferroni); an edge is a run of rises of
// 15 % at least. Edges with no plateau between them are one.
func Edges(steps []Step) []Edge {
	steps = slices.Clone(steps)
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.Bytes, b.Bytes) })
	if len(steps) < 2 {
		return nil
	}
	needed := math.Sqrt2 * math.Erfinv(1-edgeChance/float64(len(steps)-1))
	var edges []Edge
	for _, r := range rises(steps, needed) {
		e := edgeOf(steps, r)
		if e.Needed = needed; e.Effect >= edgeEffect && e.Z >= needed {
			edges = append(edges, e)
		}
	}
	return edges
}

// run is the points of a sweep from one to another.
type run struct{ first, last int }

// rises gives the runs in which each point is above the one before, those without
// a plateau between them put together.
func rises(steps []Step, needed float64) []run {
	var runs []run
	for i := range len(steps) - 1 {
		ratio := steps[i+1].Latency.Median / steps[i].Latency.Median
		if ratio < edgeStep || difference(steps[i], steps[i+1]) < needed {
			continue
		}
		if last := len(runs) - 1; last >= 0 && steps[i].Bytes < plateauSpan*steps[runs[last].last].Bytes {
			runs[last].last = i + 1
			continue
		}
		runs = append(runs, run{i, i + 1})
	}
	return runs
}

// difference is how far the logarithms of two latencies are apart, over the error
// of that.
func difference(a, b Step) float64 {
	return math.Log(b.Latency.Median/a.Latency.Median) / math.Hypot(sigma(a.Latency), sigma(b.Latency))
}

// sigma is the error of the logarithm of a quantity with an interval of 95 %.
func sigma(q Quantity) float64 { return math.Hypot(math.Log(q.High/q.Low)/2/normal95, leastSigma) }

// edgeOf describes a rise: where it begins, and where it leaves its plateaus. The
// latency is a mean over hits and misses, so that its part of the rise is the part of
// the loads that miss.
func edgeOf(steps []Step, r run) Edge {
	before, behind := steps[r.first].Latency, steps[r.last].Latency
	part := func(i int) float64 {
		return (steps[i].Latency.Median - before.Median) / (behind.Median - before.Median)
	}
	at := r.first
	for at < r.last-1 && part(at+1) < missShare {
		at++
	}
	low, high := r.first, r.last
	for low < at && part(low+1) <= plateauPart {
		low++
	}
	for high > at+1 && part(high-1) >= 1-plateauPart {
		high--
	}
	a, b := steps[at].Bytes, steps[at+1].Bytes
	middle := a * math.Pow(b/a, (missShare-part(at))/(part(at+1)-part(at)))
	return Edge{
		Bytes:   Quantity{middle, steps[low].Bytes, steps[high].Bytes, "B"},
		Effect:  behind.Median / before.Median,
		Z:       difference(steps[r.first], steps[r.last]),
		Between: [2]float64{a, b},
		Widest:  widest(steps[r.first : r.last+1]),
	}
}

func widest(steps []Step) (gap [2]float64) {
	for i := range len(steps) - 1 {
		if a, b := steps[i].Bytes, steps[i+1].Bytes; gap[0] == 0 || b/a > gap[1]/gap[0] {
			gap = [2]float64{a, b}
		}
	}
	return gap
}
