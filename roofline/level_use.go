package roofline

import (
	"maps"
	"slices"

	"ridgeline/results"
)

// LevelUse is what a kernel does at one memory level.
type LevelUse struct {
	Level string `json:"level"`
	// BytesPerSecond is what the kernel moves there, needed or not.
	BytesPerSecond float64 `json:"bytes_per_second"`
	// Intensity is operations per byte moved; null without math.
	Intensity *float64 `json:"intensity"`
	// OfCeiling is the bytes a second over the ceiling of the level; null where
	// the level has none.
	OfCeiling *float64 `json:"of_ceiling"`
	// Side is which of the two roofs is the lower at this level alone:
	// memory-bound below the ridge, compute-bound above it, undecided within its
	// interval or without a ridge.
	Side Verdict `json:"side"`
	// Binds tells whether this is the level with the lowest memory roof.
	Binds bool `json:"binds"`
}

// levelUses looks at a kernel level by level, DRAM first.
func levelUses(r *results.Record, p place, ceilings []Ceiling, quotients []Ridge) []LevelUse {
	list := []LevelUse{}
	for _, name := range slices.SortedFunc(maps.Keys(p.moved), CompareLevels) {
		use := LevelUse{Level: name, BytesPerSecond: p.moved[name] / r.Estimate.SecondsMedian, Side: Undecided, Binds: name == p.level}
		if c := findCeiling(ceilings, KindLevel, name); c != nil {
			fraction := use.BytesPerSecond / c.PerSecond.Median
			use.OfCeiling = &fraction
		}
		if r.Work.Operations > 0 {
			intensity := r.Work.Operations / p.moved[name]
			use.Intensity = &intensity
		}
		use.Side = side(use, FindRidge(quotients, p.path, name))
		list = append(list, use)
	}
	return list
}

func side(use LevelUse, ridge *Ridge) Verdict {
	switch {
	case use.Intensity == nil && use.OfCeiling != nil:
		return MemoryBound // bytes are all that it does
	case ridge == nil || use.Intensity == nil:
		return Undecided
	case *use.Intensity < ridge.Low:
		return MemoryBound
	case *use.Intensity > ridge.High:
		return ComputeBound
	}
	return Undecided
}
