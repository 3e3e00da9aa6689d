package roofline

import (
	"fmt"
	"math"
	"strings"

	"ridgeline/results"
)

// FootprintAxis is the axis of a pointer chase that says how large the set is that
// it goes round, in KiB.
const FootprintAxis = "footprint_kib"

const (
	// sameEdge is how far the middles of the edges of two sweeps are apart at most
	// if they are of one cache.
	sameEdge = 0.10
	// toldEdge is how far an edge may be from the size that the device tells and
	// still be that of the L2 cache: a part of L2 may be kept for other use.
	toldEdge = 0.25
	// bandwidthEffect is how much faster a level is read than the one behind it, at
	// least, where an edge parts them.
	bandwidthEffect = 1.10
)

// MemoryLevels is what the sweeps of a document show of its device's caches,
// whatever the device tells.
type MemoryLevels struct {
	Edges []MemoryEdge `json:"edges"`
	TLB   TLBReach     `json:"tlb"`
}

// MemoryEdge is the edge of a cache.
type MemoryEdge struct {
	Edge
	// Level is the cache that ends here, "l1" or "l2"; empty where it is neither.
	Level string `json:"level"`
	Case  string `json:"case"`
	// Told is the size that the device tells, and Difference how far the edge is from
	// it, relative; null where the device tells none.
	Told       *float64 `json:"told_bytes"`
	Difference *float64 `json:"difference"`
	// Checks are the cross-check with bandwidth, where its levels were measured.
	Checks []Check `json:"checks"`
}

// TLBReach is from which size on addresses take longer to translate; null with the
// reason where the sweeps show none.
type TLBReach struct {
	Bytes  *Quantity `json:"bytes"`
	Reason string    `json:"reason,omitempty"`
}

// LatencySteps gives the sweep of a chase, by its case.
func LatencySteps(records []results.Record, name string) []Step {
	var steps []Step
	for i := range records {
		r := &records[i]
		if r.Case != name || r.Outcome != results.OutcomeOK || r.Axes[FootprintAxis] == 0 {
			continue
		}
		if l := latencyOf(r); l != nil {
			steps = append(steps, Step{float64(r.Axes[FootprintAxis]) * 1024, l.Load})
		}
	}
	return steps
}

// memoryLevels reads the two sweeps of a document: that of the loads that ask L1,
// and that of those that pass it by. An edge that the first alone shows is of L1. It
// is nil where there is no sweep.
func memoryLevels(doc *results.Document, ceilings []Ceiling) *MemoryLevels {
	const throughL1, pastL1 = "chase/ca", "chase/cg"
	through, past := LatencySteps(doc.Records, throughL1), LatencySteps(doc.Records, pastL1)
	if len(through) < 2 && len(past) < 2 {
		return nil
	}
	m := &MemoryLevels{Edges: []MemoryEdge{}}
	behind := Edges(past)
	for _, e := range Edges(through) {
		if match(behind, e) == nil && (len(behind) == 0 || e.Bytes.Median < behind[0].Bytes.Median) {
			m.Edges = append(m.Edges, MemoryEdge{Edge: e, Case: throughL1})
		}
	}
	if len(m.Edges) > 0 && len(past) >= 2 {
		m.Edges[0].Level = "l1"
	}
	inner := len(m.Edges)
	for _, e := range behind {
		m.Edges = append(m.Edges, MemoryEdge{Edge: e, Case: pastL1})
	}
	m.findL2(&doc.Device, inner)
	m.findTLB(append(through, past...))
	m.compare(ceilings)
	return m
}

// match finds the edge of one sweep in another.
func match(edges []Edge, e Edge) *Edge {
	for i := range edges {
		if math.Abs(math.Log(edges[i].Bytes.Median/e.Bytes.Median)) <= sameEdge {
			return &edges[i]
		}
	}
	return nil
}

// findL2 names the edge of L2 among those from one on: the nearest to what the
// device tells; where it tells nothing, the first.
func (m *MemoryLevels) findL2(d *results.Device, from int) {
	best := -1
	for i := from; i < len(m.Edges); i++ {
		far := m.off(i, d.L2Bytes)
		if d.L2Bytes == 0 && best < 0 || d.L2Bytes > 0 && math.Abs(far) <= toldEdge && (best < 0 || math.Abs(far) < math.Abs(m.off(best, d.L2Bytes))) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	m.Edges[best].Level = "l2"
	if d.L2Bytes > 0 {
		told, far := float64(d.L2Bytes), m.off(best, d.L2Bytes)
		m.Edges[best].Told, m.Edges[best].Difference = &told, &far
	}
}

func (m *MemoryLevels) off(i int, bytes int64) float64 {
	return m.Edges[i].Bytes.Median/float64(bytes) - 1
}

// findTLB takes the first edge behind L2 for the reach of the TLB: no cache is
// left whose end it could be.
func (m *MemoryLevels) findTLB(steps []Step) {
	most, l2 := 0.0, -1
	for _, s := range steps {
		most = max(most, s.Bytes)
	}
	for i, e := range m.Edges {
		if e.Level == "l2" {
			l2 = i
		}
	}
	switch {
	case l2 < 0:
		m.TLB.Reason = "no edge of L2 was found, so nothing is surely behind it"
	case l2+1 == len(m.Edges):
		m.TLB.Reason = fmt.Sprintf("behind L2 the latency does not rise again up to %.4g MiB, the largest set", most/(1<<20))
	default:
		reach := m.Edges[l2+1].Bytes
		m.TLB.Bytes = &reach
		m.Edges = append(m.Edges[:l2+1], m.Edges[l2+2:]...)
	}
}

// compare holds the edges of L1 and L2 against bandwidth: each parts a level that
// is read faster from one that is read slower.
func (m *MemoryLevels) compare(ceilings []Ceiling) {
	for i := range m.Edges {
		e := &m.Edges[i]
		e.Checks = []Check{}
		before := findCeiling(ceilings, KindLevel, e.Level)
		behind := findCeiling(ceilings, KindLevel, map[string]string{"l1": "l2", "l2": "dram"}[e.Level])
		if before == nil || behind == nil {
			continue
		}
		ratio := before.PerSecond.Median / behind.PerSecond.Median
		found := passed()
		if ratio < bandwidthEffect {
			found = suspect("%s is read only %.3g times as fast as %s, so that bandwidth does not show this edge", before.Name, ratio, behind.Name)
		}
		found = found.with("bandwidth_ratio", ratio).with("latency_ratio", e.Effect)
		e.Checks = append(e.Checks, Check{"bandwidth", found.status, found.reason, found.numbers})
	}
}

// EdgeName names an edge for people: the cache, or the sweep that shows it.
func (e MemoryEdge) EdgeName() string {
	if e.Level != "" {
		return strings.ToUpper(e.Level)
	}
	return "unnamed (" + e.Case + ")"
}
