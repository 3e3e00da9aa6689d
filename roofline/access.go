package roofline

import (
	"maps"
	"slices"

	"ridgeline/results"
)

// sectorBytes is the least that a cache moves.
const sectorBytes = 32

// Access is how well one kind of memory access used what it moved, by the
// counters of a virtual GPU.
type Access struct {
	Kind string `json:"kind"` // such as "global_load"
	// Efficiency is the bytes that the lanes asked for over the bytes of the
	// sectors, or at shared memory the least number of passes over the counted.
	// It exceeds 1 where lanes ask for the same bytes.
	Efficiency float64 `json:"efficiency"`
	// PerRequest is how many sectors or passes a request of a warp took.
	PerRequest float64 `json:"per_request"`
	Unit       string  `json:"unit"` // "sectors" or "passes"
	// UsefulBytesPerSecond is what the lanes asked for.
	UsefulBytesPerSecond float64 `json:"useful_bytes_per_second"`
	// Share is the requests over the warp instructions; 0 where those were not
	// counted.
	Share float64 `json:"share"`

	wasted float64 // bytes beyond the ideal
	seldom bool    // too seldom to matter to the kernel
}

// seldomBelow is the share of the instructions below which a kind of access is
// no more than the beginning or the end of a kernel.
const seldomBelow = 0.01

// accesses lists the kinds of access that the counters know, by name.
func accesses(c *results.Counters, seconds float64) []Access {
	list := []Access{}
	if c == nil {
		return list
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Traffic)) {
		t := c.Traffic[kind]
		a := Access{Kind: kind, UsefulBytesPerSecond: float64(t.UsefulBytes) / seconds}
		if c.WarpInstructions > 0 {
			a.Share = float64(t.Requests) / float64(c.WarpInstructions)
			a.seldom = a.Share < seldomBelow
		}
		switch {
		case t.Requests == 0 || t.Sectors+t.Passes == 0:
			continue
		case t.Sectors > 0:
			moved := sectorBytes * float64(t.Sectors)
			a.Efficiency, a.PerRequest, a.Unit = float64(t.UsefulBytes)/moved, float64(t.Sectors)/float64(t.Requests), "sectors"
			a.wasted = moved - float64(t.UsefulBytes)
		default:
			a.Efficiency, a.PerRequest, a.Unit = float64(t.IdealPasses)/float64(t.Passes), float64(t.Passes)/float64(t.Requests), "passes"
			a.wasted = passBytes * float64(t.Passes-t.IdealPasses)
		}
		list = append(list, a)
	}
	return list
}

// wasteful is from where on an access is worth a word.
const wasteful = 0.995

// Wasteful is the access that moved the most in vain; nil where all that matter
// are good.
func (p Point) Wasteful() *Access {
	var worst *Access
	for i, a := range p.Accesses {
		if a.Efficiency < wasteful && !a.seldom && (worst == nil || a.wasted > worst.wasted) {
			worst = &p.Accesses[i]
		}
	}
	return worst
}
