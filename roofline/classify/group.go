package classify

import (
	"cmp"
	"slices"

	"ridgeline/roofline/profile"
)

// Group is the launches of one kernel in one shape. They stay a distribution.
type Group struct {
	Name     string        `json:"name"`
	Grid     *profile.Dim3 `json:"grid"`
	Block    *profile.Dim3 `json:"block"`
	Launches int64         `json:"launches"`
	// TotalSeconds is the sum; missing where a launch has no time.
	TotalSeconds profile.Number `json:"total_seconds"`
	P50Seconds   profile.Number `json:"p50_seconds"`
	P90Seconds   profile.Number `json:"p90_seconds"`
	P99Seconds   profile.Number `json:"p99_seconds"`
	// Verdicts counts the labels, the most frequent first.
	Verdicts []VerdictCount `json:"verdicts"`
	// Typical is the launch of the most frequent verdict whose time is nearest to
	// the median, of up to 256 launches drawn by a hash of their id and time; its
	// confidence is that of the group.
	Typical Result `json:"typical"`
	// TimeShare is of the run that a timeline shows, else TotalSeconds of all that
	// was given to Groups.
	TimeShare profile.Number `json:"time_share"`
	// RunSpeedup is how many times faster the run would be if the kernel reached its
	// roof. Weigh fills it in.
	RunSpeedup profile.Number `json:"run_speedup"`
}

// VerdictCount is how many launches have a verdict.
type VerdictCount struct {
	Label    string `json:"label"`
	Launches int64  `json:"launches"`
}

// Groups classifies launches and joins those of one kernel, shape and device, that
// with the most time first.
func Groups(kernels []profile.Kernel, c *Ceilings) []Group {
	grouper := NewGrouper(c)
	for i := range kernels {
		grouper.Add(&kernels[i])
	}
	return grouper.Groups()
}

// newGroup joins the launches; their order does not matter.
func newGroup(m *members) Group {
	slices.SortFunc(m.launches, func(a, b launch) int {
		return cmp.Or(cmp.Compare(a.seconds.Or(0), b.seconds.Or(0)), cmp.Compare(a.label, b.label))
	})
	g := Group{Name: m.name, Grid: m.grid, Block: m.block, Verdicts: countVerdicts(m.launches)}
	g.addTimes(m.launches)
	common := g.Verdicts[0]
	g.Typical = m.samples[common.Label].nearest(medianOf(m.launches, common.Label))
	if c := g.Typical.Confidence; c != nil {
		factors := slices.Clone(c.Factors)
		factors[len(factors)-1] = repeatFactor(int(common.Launches), len(m.launches))
		g.Typical.Confidence = newConfidence(factors)
	}
	return g
}

// medianOf is the median time of the launches with a label, which are sorted.
func medianOf(launches []launch, label string) float64 {
	var seconds []float64
	for _, l := range launches {
		if l.label == label {
			seconds = append(seconds, l.seconds.Or(0))
		}
	}
	return seconds[(len(seconds)-1)/2]
}

func countVerdicts(launches []launch) []VerdictCount {
	var counts []VerdictCount
	for _, l := range launches {
		i := slices.IndexFunc(counts, func(v VerdictCount) bool { return v.Label == l.label })
		if i < 0 {
			i = len(counts)
			counts = append(counts, VerdictCount{Label: l.label})
		}
		counts[i].Launches++
	}
	slices.SortFunc(counts, func(a, b VerdictCount) int {
		return cmp.Or(-cmp.Compare(a.Launches, b.Launches), cmp.Compare(a.Label, b.Label))
	})
	return counts
}

// addTimes sums the times and takes their percentiles, launches being sorted by
// time.
func (g *Group) addTimes(launches []launch) {
	g.TotalSeconds = profile.Known(0)
	isMean := false
	sorted := make([]float64, 0, len(launches))
	for _, l := range launches {
		n := max(1, l.count)
		g.Launches += n
		isMean = isMean || n > 1
		seconds, known := l.seconds.Get()
		if !known {
			g.TotalSeconds = l.seconds
		}
		if g.TotalSeconds.Known() {
			g.TotalSeconds = profile.Known(g.TotalSeconds.Or(0) + seconds*float64(n))
		}
		sorted = append(sorted, seconds)
	}
	for _, p := range []struct {
		into *profile.Number
		rank float64
	}{{&g.P50Seconds, 0.5}, {&g.P90Seconds, 0.9}, {&g.P99Seconds, 0.99}} {
		switch {
		case isMean:
			*p.into = profile.Missing("the profiler kept only the sum over the launches")
		case !g.TotalSeconds.Known():
			*p.into = g.TotalSeconds
		default:
			*p.into = profile.Percentile(sorted, p.rank)
		}
	}
}

// shareTime gives each group its share of the time of all.
func shareTime(groups []Group) {
	total := 0.0
	for _, g := range groups {
		total += g.TotalSeconds.Or(0)
	}
	for i := range groups {
		groups[i].TimeShare = groups[i].TotalSeconds.Times(1 / total)
		if total == 0 {
			groups[i].TimeShare = profile.Missing("no kernel has a time")
		}
	}
}
