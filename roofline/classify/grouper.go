package classify

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"ridgeline/roofline/profile"
)

// Grouper joins launches as they are read, so that a file larger than memory can
// be classified: of a launch it keeps the time and the label, and whole results
// of a bounded sample.
type Grouper struct {
	ceilings *Ceilings
	order    []string
	byKey    map[string]*members
}

// members is the launches of one kernel, shape and device.
type members struct {
	name        string
	grid, block *profile.Dim3
	launches    []launch
	samples     map[string]*sample // by label
}

// launch is what is kept of each.
type launch struct {
	seconds profile.Number
	label   string
	count   int64 // launches that the input itself had summed
}

// NewGrouper joins launches that are held against these ceilings.
func NewGrouper(c *Ceilings) *Grouper { return &Grouper{ceilings: c, byKey: map[string]*members{}} }

// Add classifies one launch.
func (g *Grouper) Add(k *profile.Kernel) {
	r := Classify(k, g.ceilings)
	key := fmt.Sprintf("%q %v %v %q %q", k.Name, shape(k.Launch.Grid), shape(k.Launch.Block), k.Device.Name, k.Device.ComputeCapability)
	m := g.byKey[key]
	if m == nil {
		m = &members{name: k.Name, grid: k.Launch.Grid, block: k.Launch.Block, samples: map[string]*sample{}}
		g.byKey[key] = m
		g.order = append(g.order, key)
	}
	label := r.Verdict.Label()
	kept := m.samples[label]
	if kept == nil {
		kept = &sample{label: label}
		m.samples[label] = kept
	}
	kept.add(k, r)
	m.launches = append(m.launches, launch{k.TimeSeconds, kept.label, k.Launches})
}

// Groups is what was added so far, the most time first.
func (g *Grouper) Groups() []Group {
	groups := make([]Group, 0, len(g.order))
	for _, key := range g.order {
		groups = append(groups, newGroup(g.byKey[key]))
	}
	shareTime(groups)
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(-cmp.Compare(a.TotalSeconds.Or(0), b.TotalSeconds.Or(0)), cmp.Compare(a.Name, b.Name))
	})
	return groups
}

func shape(d *profile.Dim3) profile.Dim3 {
	if d == nil {
		return profile.Dim3{}
	}
	return *d
}

// sample keeps the results with the lowest hashes: which they are does not depend
// on the order in which they come.
type sample struct {
	label   string
	results []hashed
}

type hashed struct {
	hash   uint64
	result Result
}

const maxSample = 256

func (s *sample) add(k *profile.Kernel, r Result) {
	s.results = append(s.results, hashed{hashOf(k), r})
	if len(s.results) >= 2*maxSample {
		s.cut()
	}
}

func (s *sample) cut() {
	slices.SortStableFunc(s.results, func(a, b hashed) int { return cmp.Compare(a.hash, b.hash) })
	dropped := s.results[min(len(s.results), maxSample):]
	s.results = s.results[:len(s.results)-len(dropped)]
	clear(dropped)
}

func hashOf(k *profile.Kernel) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %s %x", k.Process.ID, k.LaunchID, math.Float64bits(k.TimeSeconds.Or(0))) // a hash takes all that is written
	return h.Sum64()
}

// nearest is the result whose time is the nearest to that given; of equals that
// with the lowest hash.
func (s *sample) nearest(seconds float64) Result {
	s.cut()
	best := s.results[0]
	for _, one := range s.results[1:] {
		if math.Abs(one.result.TimeSeconds.Or(0)-seconds) < math.Abs(best.result.TimeSeconds.Or(0)-seconds) {
			best = one
		}
	}
	return best.result
}
