package classify

import (
	"cmp"
	"fmt"
	"math"
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
	// Typical is the launch of the most frequent verdict with the median time; its
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

// launch is a kernel with its verdict.
type launch struct {
	kernel *profile.Kernel
	result Result
	label  string
}

// Groups classifies launches and joins those of one kernel, shape and device, that
// with the most time first.
func Groups(kernels []profile.Kernel, c *Ceilings) []Group {
	var order []string
	byKey := map[string][]launch{}
	for i := range kernels {
		k := &kernels[i]
		r := Classify(k, c)
		key := fmt.Sprintf("%q %v %v %q %q", k.Name, shape(k.Launch.Grid), shape(k.Launch.Block), k.Device.Name, k.Device.ComputeCapability)
		if _, have := byKey[key]; !have {
			order = append(order, key)
		}
		byKey[key] = append(byKey[key], launch{k, r, r.Verdict.Label()})
	}
	groups := make([]Group, 0, len(order))
	for _, key := range order {
		groups = append(groups, newGroup(byKey[key]))
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

// newGroup joins the launches; their order does not matter.
func newGroup(launches []launch) Group {
	slices.SortStableFunc(launches, func(a, b launch) int {
		return cmp.Or(cmp.Compare(a.result.TimeSeconds.Or(0), b.result.TimeSeconds.Or(0)), cmp.Compare(a.label, b.label),
			cmp.Compare(a.kernel.LaunchID, b.kernel.LaunchID))
	})
	first := launches[0].kernel
	g := Group{Name: first.Name, Grid: first.Launch.Grid, Block: first.Launch.Block, Verdicts: countVerdicts(launches)}
	g.addTimes(launches)
	var same []launch
	for _, l := range launches {
		if l.label == g.Verdicts[0].Label {
			same = append(same, l)
		}
	}
	g.Typical = same[(len(same)-1)/2].result
	if c := g.Typical.Confidence; c != nil {
		factors := slices.Clone(c.Factors)
		factors[len(factors)-1] = repeatFactor(len(same), len(launches))
		g.Typical.Confidence = newConfidence(factors)
	}
	return g
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
// time. A percentile needs 3 launches beyond it, as in results.Estimate.
func (g *Group) addTimes(launches []launch) {
	g.TotalSeconds = profile.Known(0)
	isMean := false
	for _, l := range launches {
		n := max(1, l.kernel.Launches)
		g.Launches += n
		isMean = isMean || n > 1
		seconds, known := l.result.TimeSeconds.Get()
		if !known {
			g.TotalSeconds = l.result.TimeSeconds
		}
		if g.TotalSeconds.Known() {
			g.TotalSeconds = profile.Known(g.TotalSeconds.Or(0) + seconds*float64(n))
		}
	}
	for _, p := range []struct {
		into *profile.Number
		rank float64
		need int
	}{{&g.P50Seconds, 0.5, 1}, {&g.P90Seconds, 0.9, 30}, {&g.P99Seconds, 0.99, 300}} {
		switch {
		case isMean:
			*p.into = profile.Missing("the profiler kept only the sum over the launches")
		case !g.TotalSeconds.Known():
			*p.into = g.TotalSeconds
		case len(launches) < p.need:
			*p.into = profile.Missing(fmt.Sprintf("%d launches are too few: it needs %d", len(launches), p.need))
		default:
			*p.into = launches[int(math.Ceil(p.rank*float64(len(launches))))-1].result.TimeSeconds
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
