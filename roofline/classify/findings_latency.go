package classify

import (
	"fmt"
	"math"
	"strings"

	"ridgeline/roofline/profile"
)

// ilp: enough warps, yet too few instructions that do not wait for each other.
func ilp(s *subject) *Finding {
	const fullEnough, slow = 70, 0.4
	held, okHeld := s.k.Occupancy.AchievedPercent.Get()
	issued, okIssued := s.k.Scheduler.IssuedPerCycle.Get()
	starved := okHeld && okIssued && held >= fullEnough && issued < slow
	if s.verdict.Code != Latency || !s.is("dependency") && !starved {
		return nil
	}
	evidence := "warps wait for the result of the instruction before"
	if starved {
		evidence = fmt.Sprintf("at %.0f %% occupancy a scheduler issues %.2g instructions a cycle", held, issued)
	}
	advice := "give a thread independent work: unroll, several accumulators"
	if s.is("memory_latency") {
		advice = "put more bytes of each thread in flight: vector loads, unrolled loops"
	}
	return &Finding{
		ID: "ILP", Evidence: evidence, Advice: advice,
		TimeSaved: profile.Known(max(0, 1-s.u.top().Share.Median/latencyBelow)),
		Bound:     "up to 60 % of the nearest roof, where latency ends",
	}
}

// occupancy: too few warps to hide the latency, and what keeps more out. More
// warps are no advice of their own: they help a latency verdict alone.
func occupancy(s *subject) *Finding {
	const low = 50
	held, known := s.k.Occupancy.AchievedPercent.Get()
	limiter := strings.Join(s.k.Occupancy.Limiter(), " and ")
	advice := occupancyAdvice(s.k.Occupancy.Limiter())
	if s.verdict.Code != Latency || s.verdict.Cause == "small_grid" || !known || held >= low || advice == "" {
		return nil
	}
	return &Finding{
		ID: "OCC", Evidence: fmt.Sprintf("%.0f %% of the warps that an SM can hold, limited by %s", held, limiter), Advice: advice,
		TimeSaved: profile.Known(max(0, 1-max(held/100, s.u.top().Share.Median))), Bound: "all warps held, or the nearest roof",
	}
}

// occupancyAdvice is by what keeps more blocks out; empty for what no change of
// the kernel can lift.
func occupancyAdvice(limiters []string) string {
	for _, limiter := range limiters {
		switch limiter {
		case "registers":
			return "use fewer registers: launch bounds, or less unrolling"
		case "shared":
			return "use less shared memory a block, or a larger carve-out"
		case "blocks":
			return "make the blocks larger"
		}
	}
	return ""
}

// tail: the last wave leaves most of the GPU idle.
func tail(s *subject) *Finding {
	const few, half = 4, 0.5
	waves, known := s.k.Launch.Waves.Get()
	_, part := math.Modf(waves)
	if !known || waves < 1 || waves >= few || part <= 0 || part >= half {
		return nil
	}
	return &Finding{
		ID: "TAIL", Evidence: fmt.Sprintf("the grid is %.2f waves, the last one %.0f %% full", waves, 100*part),
		Advice:    "change the size of the grid, or let blocks that stay take their work in turn (persistent kernel)",
		TimeSaved: profile.Known(1 / math.Ceil(waves)), Bound: "one wave of those that are run",
	}
}
