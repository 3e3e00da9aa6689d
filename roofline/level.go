package roofline

import (
	"cmp"
	"slices"
)

// levels are the memory levels that a kernel moves bytes at, the farthest from
// the SM first.
func levels() []string { return []string{"dram", "l2", "l1", "shared"} }

// CompareLevels orders the names of levels from the farthest to the nearest;
// names that are not known come last, by name.
func CompareLevels(a, b string) int {
	return cmp.Or(cmp.Compare(levelRank(a), levelRank(b)), cmp.Compare(a, b))
}

func levelRank(name string) int {
	if rank := slices.Index(levels(), name); rank >= 0 {
		return rank
	}
	return len(levels())
}
