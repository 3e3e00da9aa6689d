package classify

import (
	"cmp"
	"slices"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// uses is what a launch took of every roof, and which roofs the document lacks.
type uses struct {
	list    []Use // the highest share first
	missing []string
	// uncounted is what the profile does not tell.
	uncounted []string
}

// measure holds a launch against every roof. Its time must be known.
func measure(k *profile.Kernel, c *Ceilings) uses {
	var u uses
	seconds := k.TimeSeconds.Or(0)
	for _, w := range k.Work {
		u.addWork(k, c, w, seconds)
	}
	for _, t := range k.Traffic {
		u.addTraffic(k, c, t, seconds)
	}
	u.addPercentages(k, c)
	u.addBusiest(k, c)
	u.addTensorSum()
	u.uncounted = uncounted(k, &u)
	slices.SortStableFunc(u.list, func(a, b Use) int {
		return cmp.Or(-cmp.Compare(a.Share.Median, b.Share.Median), cmp.Compare(a.Side, b.Side),
			roofline.CompareLevels(a.Name, b.Name))
	})
	slices.Sort(u.missing)
	return u
}

// addWork is one path, or a group of paths that a counter does not tell apart:
// then the fastest ceiling gives the time that was surely needed.
func (u *uses) addWork(k *profile.Kernel, c *Ceilings, w profile.Work, seconds float64) {
	if w.Operations <= 0 {
		return
	}
	name := w.Path
	if w.Sparse {
		name += " sparse"
	}
	slow, fast := c.pathRoofs(w)
	if fast == nil {
		if !negligible(w.Operations, seconds, c) {
			u.missing = append(u.missing, name)
		}
		return
	}
	u.list = append(u.list, rated(Use{
		Side: SideCompute, Name: name, Unit: roofline.OperationUnit(w.Path), Basis: w.Definition,
	}, w.Operations, seconds, *slow, *fast, k))
}

// pathRoofs is the slowest and the fastest roof that a row of work may have.
func (c *Ceilings) pathRoofs(w profile.Work) (slow, fast *Roof) {
	if w.Sparse { // it has twice the peak of the dense path and no ceiling yet
		return nil, nil
	}
	for _, path := range append([]string{w.Path}, w.Paths...) {
		roof := c.find(roofline.KindPath, path)
		if roof == nil {
			continue
		}
		if fast == nil || roof.PerSecond.Median > fast.PerSecond.Median {
			fast = roof
		}
		if slow == nil || roof.PerSecond.Median < slow.PerSecond.Median {
			slow = roof
		}
	}
	return slow, fast
}

// negligibleShare is how little of the time work may need, even at the slowest
// path of the document, to be left out where it has no ceiling of its own.
const negligibleShare = 0.01

func negligible(operations, seconds float64, c *Ceilings) bool {
	slowest := 0.0
	for _, roof := range c.Roofs {
		if rate := roof.PerSecond.Median; roof.Kind == roofline.KindPath && (slowest == 0 || rate < slowest) {
			slowest = rate
		}
	}
	return slowest > 0 && operations/slowest < negligibleShare*seconds
}

// addTraffic is one level. Without a ceiling the profiler's percentage of the
// peak stands in: the share of a measured ceiling would be no lower.
func (u *uses) addTraffic(k *profile.Kernel, c *Ceilings, t profile.Traffic, seconds float64) {
	roof := c.find(roofline.KindLevel, t.Level)
	bytes, counted := t.Bytes.Get()
	percent, hasPercent := t.OfPeakPercent.Get()
	switch {
	case counted && roof != nil:
		if bytes > 0 {
			u.list = append(u.list, rated(Use{Side: SideMemory, Name: t.Level, Unit: "B", Basis: t.Definition}, bytes, seconds, *roof, *roof, k))
		}
	case hasPercent:
		u.list = append(u.list, percentUse(SideMemory, t.Level, percent, roof))
	case counted && bytes > 0 && !c.carries(t.Level, bytes, seconds):
		u.missing = append(u.missing, t.Level)
	}
}

// carries tells whether bytes of a level without a ceiling surely do not bind: a
// level is at least as fast as those behind it, and at the ceiling of one of those
// the bytes would take less of the time than a kernel below every roof.
func (c *Ceilings) carries(level string, bytes, seconds float64) bool {
	for _, roof := range c.Roofs {
		behind := roof.Kind == roofline.KindLevel && roofline.CompareLevels(roof.Name, level) < 0
		if behind && bytes/roof.PerSecond.Low < latencyBelow*seconds {
			return true
		}
	}
	return false
}

// addPercentages takes the issue slots, of which an SM has as many as its
// schedulers have cycles, and the percentages of what was not counted itself.
func (u *uses) addPercentages(k *profile.Kernel, c *Ceilings) {
	if percent, known := k.Scheduler.IssueOfPeakPercent.Get(); known {
		issue := percentUse(SideCompute, issueSlots, percent, nil)
		issue.Basis = "issue slots used of those there were"
		u.list = append(u.list, issue)
	}
	s := k.SpeedOfLight
	for _, level := range []struct {
		name    string
		percent profile.Number
	}{{profile.LevelDRAM, s.DRAMPercent}, {profile.LevelL2, s.L2Percent}, {profile.LevelL1, s.L1Percent}} {
		if percent, known := level.percent.Get(); known && !u.has(level.name) {
			u.list = append(u.list, percentUse(SideMemory, level.name, percent, c.find(roofline.KindLevel, level.name)))
			u.missing = slices.DeleteFunc(u.missing, func(name string) bool { return name == level.name })
		}
	}
	if percent, known := s.SMPercent.Get(); known && len(k.Work) == 0 {
		u.list = append(u.list, percentUse(SideCompute, busiestSM, percent, nil))
	}
}

// uncounted is what a profiler did not collect and a verdict needs. What an
// author does not declare is taken to be none; the shapes of PyTorch's operators
// declare nothing of the bytes.
func uncounted(k *profile.Kernel, u *uses) []string {
	var names []string
	if k.Tier == profile.TierDeclared && k.Source.Format != profile.FormatKineto {
		return names
	}
	if !u.has(profile.LevelDRAM) && !u.has(busiestMemory) && !hasLevel(k, profile.LevelDRAM) {
		names = append(names, profile.LevelDRAM)
	}
	if len(k.Work) == 0 && u.best(SideCompute) == nil {
		names = append(names, "computing")
	}
	return names
}

// hasLevel tells whether the bytes of a level were counted, be they none.
func hasLevel(k *profile.Kernel, level string) bool {
	return slices.ContainsFunc(k.Traffic, func(t profile.Traffic) bool { return t.Level == level && t.Bytes.Known() })
}

func (u *uses) has(name string) bool {
	return slices.ContainsFunc(u.list, func(use Use) bool { return use.Name == name })
}

// addTensorSum adds the tensor paths up: they share one pipe. That of fp64 is
// its own on some chips and is left out.
func (u *uses) addTensorSum() {
	sum := Use{
		Side: SideCompute, Name: tensorSum, Amount: profile.Missing("operations of several types do not add up"),
		ClockFactor: 1, ClockKnown: true, Basis: "sum of the tensor paths, which share a pipe",
	}
	count := 0
	for _, use := range u.list {
		if !strings.HasPrefix(use.Name, "tc.") || use.Name == "tc.fp64" {
			continue
		}
		count++
		sum.Share.Median += use.Share.Median
		sum.Share.Low += use.Share.Low
		sum.Share.High += use.Share.High
		sum.ClockKnown = sum.ClockKnown && use.ClockKnown
		sum.Variation = use.Variation
	}
	if count > 1 {
		sum.Share.Unit = unitShare
		u.list = append(u.list, sum)
	}
}

// best is the use with the highest share of a side; nil where there is none.
func (u *uses) best(side Side) *Use {
	for i := range u.list {
		if u.list[i].Side == side {
			return &u.list[i]
		}
	}
	return nil
}

// find is the use of a path or level; nil where there is none.
func (u *uses) find(name string) *Use {
	for i := range u.list {
		if u.list[i].Name == name {
			return &u.list[i]
		}
	}
	return nil
}
