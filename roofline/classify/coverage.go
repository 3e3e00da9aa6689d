package classify

import (
	"slices"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// unseen is the roofs, on each side, that the input does not speak of, so that any
// of them may be what binds. What an author does not declare, and what a virtual
// GPU does not count, is taken to be none.
type unseen struct{ memory, compute []string }

func findUnseen(k *profile.Kernel, c *Ceilings, u *uses) unseen {
	var s unseen
	if !collects(k) {
		return s
	}
	top := u.top().Share.Median
	if !isFar(k.SpeedOfLight.MemoryPercent, top) {
		s.memory = untoldLevels(k, c, u)
	}
	busiest := k.SpeedOfLight.SMPercent
	if isFar(busiest, top) || u.has(busiestSM) {
		return s
	}
	s.compute = untoldPaths(k, c)
	if busiest.Known() && !isTold(busiest, toldCompute(k, u)) {
		s.compute = append(s.compute, "the busiest part of the SMs")
	}
	return s
}

// collects tells the inputs that have just what somebody chose to collect.
func collects(k *profile.Kernel) bool {
	return k.Tier != profile.TierDeclared && k.Source.Format != profile.FormatResults && k.Source.Format != profile.FormatKernelRun
}

// isTold tells whether the busiest part of a side, by NVIDIA's percentage, is one
// of which the input tells more.
func isTold(busiest profile.Number, told float64) bool {
	const rounding = 0.01 // the percentages are printed with two digits
	return busiest.Known() && busiest.Or(0) <= told+rounding
}

// isFar tells whether no part of a side comes near the top, even if its ceiling is
// as far below its theoretical peak as ceilings are.
func isFar(busiest profile.Number, top float64) bool {
	const lowCeiling = 75 // percent of the peak
	return busiest.Known() && busiest.Or(0)/lowCeiling <= top-marginFrom-nearEdge
}

// toldMemory is the highest percentage of a level that the input tells.
func toldMemory(k *profile.Kernel) float64 {
	s := k.SpeedOfLight
	told := max(s.DRAMPercent.Or(0), s.L2Percent.Or(0), s.L1Percent.Or(0))
	for _, t := range k.Traffic {
		told = max(told, t.OfPeakPercent.Or(0))
	}
	return told
}

// toldCompute is the highest percentage of a pipe or of the issue slots that the
// input tells, or the share of a path.
func toldCompute(k *profile.Kernel, u *uses) float64 {
	told := k.Scheduler.IssueOfPeakPercent.Or(0)
	for _, p := range k.Pipes {
		told = max(told, p.Percent)
	}
	if best := u.best(SideCompute); best != nil {
		told = max(told, 100*best.Share.Median)
	}
	return told
}

// levelsOf is DRAM, which every kernel may be bound by, and the other levels that
// the document has a ceiling of.
func levelsOf(c *Ceilings) []string {
	levels := []string{profile.LevelDRAM}
	for _, roof := range c.Roofs {
		if roof.Kind == roofline.KindLevel && roof.Name != profile.LevelDRAM {
			levels = append(levels, roof.Name)
		}
	}
	return levels
}

// untoldLevels is those of which neither bytes nor a percentage is known.
func untoldLevels(k *profile.Kernel, c *Ceilings, u *uses) []string {
	var names []string
	for _, level := range levelsOf(c) {
		if !toldLevel(k, u, level) {
			names = append(names, level)
		}
	}
	return names
}

// toldLevel: NVIDIA's percentage of L1 has shared memory in it, which is a part of
// the same unit.
func toldLevel(k *profile.Kernel, u *uses, level string) bool {
	shared := level == profile.LevelShared && k.SpeedOfLight.L1Percent.Known()
	return u.has(level) || hasLevel(k, level) || shared
}

// untoldPaths is the paths of the document whose operations were not counted.
func untoldPaths(k *profile.Kernel, c *Ceilings) []string {
	var names []string
	for _, roof := range c.Roofs {
		if roof.Kind == roofline.KindPath && !toldPath(k, roof.Name) {
			names = append(names, roof.Name)
		}
	}
	if !k.Scheduler.IssueOfPeakPercent.Known() && !k.SpeedOfLight.SMPercent.Known() {
		names = append(names, issueSlots)
	}
	return names
}

// toldPath tells whether the operations of a path were counted, be they none.
func toldPath(k *profile.Kernel, path string) bool {
	tensor := strings.HasPrefix(path, "tc.")
	counted := slices.ContainsFunc(k.Work, func(w profile.Work) bool {
		return w.Path == path || slices.Contains(w.Paths, path) || tensor && strings.HasPrefix(w.Path, "tc.")
	})
	idle := k.Tensor.Instructions.Known() && k.Tensor.Instructions.Or(0) == 0
	integers := path == "int32" && slices.ContainsFunc(k.Pipes, func(p profile.Pipe) bool { return p.Name == "alu" })
	return counted || tensor && idle || integers
}

// The names of the uses that are of no path and no level: NVIDIA's percentages of
// the busiest part of the memory and of the SMs, and the issue slots.
const (
	busiestMemory = "memory"
	busiestSM     = "sm"
	issueSlots    = "issue"
)

// addBusiest takes NVIDIA's percentage of the busiest part of memory, where it is
// a part that the input does not tell of otherwise.
func (u *uses) addBusiest(k *profile.Kernel, c *Ceilings) {
	busiest := k.SpeedOfLight.MemoryPercent
	if percent, known := busiest.Get(); known && len(untoldLevels(k, c, u)) > 0 && !isTold(busiest, toldMemory(k)) {
		u.list = append(u.list, percentUse(SideMemory, busiestMemory, percent, nil))
	}
}

// coverageFactor doubts a verdict as much as the roofs that the input is silent of
// could do, were they known. Where a roof is reached, others of its side do not
// change what binds, and could only be near another threshold.
func coverageFactor(k *profile.Kernel, c *Ceilings, u *uses) Factor {
	const (
		noMargin, nearOne, contradicted = 0.5, 0.7, 0.7 // the other factors at their worst
		remedy                          = "collect it with ncu --set full"
	)
	s, top := findUnseen(k, c, u), u.top()
	all := append(slices.Clone(s.memory), s.compute...)
	same := top.Side == SideMemory && len(s.compute) == 0 || top.Side == SideCompute && len(s.memory) == 0
	silent := "the input does not tell of " + list(all)
	switch {
	case len(all) == 0:
		return Factor{"coverage", 1, "the input tells of every roof"}
	case top.Share.Median >= boundFrom && same && !slices.Contains(all, profile.LevelDRAM):
		return Factor{"coverage", nearOne, silent + ", which may be as high"}
	}
	return Factor{"coverage", noMargin * nearOne * contradicted, silent + ", which may be what binds: " + remedy}
}
