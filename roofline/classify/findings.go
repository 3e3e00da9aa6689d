package classify

import (
	"math"

	"ridgeline/roofline/profile"
)

// Finding is one thing that holds a kernel back, with the figure it rests on.
// Advice is a hypothesis: counters show where time goes, not why.
type Finding struct {
	ID       string `json:"id"`
	Evidence string `json:"evidence"`
	Advice   string `json:"advice"`
	// TimeSaved is the most of the kernel's time that it could save, from 0 to 1;
	// missing where no bound is known.
	TimeSaved profile.Number `json:"time_saved"`
	Bound     string         `json:"bound"` // what the bound follows from
}

// Speedup is how many times faster the kernel would be at most.
func (f Finding) Speedup() profile.Number {
	saved, known := f.TimeSaved.Get()
	switch {
	case !known:
		return f.TimeSaved
	case saved >= 1:
		return profile.Missing("all of the time would be saved: there is no bound")
	}
	return profile.Known(1 / (1 - saved))
}

// subject is what the tests for findings look at.
type subject struct {
	k       *profile.Kernel
	c       *Ceilings
	u       *uses
	verdict Verdict
	tensor  TensorVerdict
}

// findings runs every test, in a fixed order.
func findings(s *subject) []Finding {
	found := []Finding{}
	for _, test := range []func(*subject) *Finding{
		coalesce, locality, fuse, pad, spill, tensorOff, tensorLegacy, tensorHalf, ilp, occupancy, nonFMA, diverge, tail,
	} {
		if f := test(s); f != nil {
			found = append(found, *f)
		}
	}
	return found
}

// saves bounds a gain: what is left cannot take less time than the other side's
// roofs need.
func (s *subject) saves(share float64, other Side) profile.Number {
	need := 0.0
	if use := s.u.best(other); use != nil {
		need = use.Share.Median
	}
	return profile.Known(min(max(0, share), max(0, 1-need)))
}

func (s *subject) is(cause string) bool { return s.verdict.Code == Latency && s.verdict.Cause == cause }

// worstAccess is the global access with the fewest useful bytes a sector, of
// those that were used at all.
func (s *subject) worstAccess() (worst profile.Access, bytes float64) {
	bytes = math.Inf(1)
	for _, a := range s.k.Accesses {
		useful, known := a.BytesPerSector.Get()
		isGlobal := a.Kind == "global_load" || a.Kind == "global_store"
		if isGlobal && known && a.Sectors.Or(1) > 0 && useful > 0 && useful < bytes {
			worst, bytes = a, useful
		}
	}
	return worst, bytes
}
