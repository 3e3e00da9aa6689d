package roofline

import "ridgeline/results"

// Latency is how long a load of a pointer chase takes.
type Latency struct {
	Load Quantity `json:"load"` // in seconds
	// Cycles is the same in cycles of the sampled SM clock; null without one.
	Cycles *Quantity `json:"cycles"`
}

// latencyOf is the time of a launch over the loads that wait for each other;
// nil for a kernel that is no chase.
func latencyOf(r *results.Record) *Latency {
	loads, e := r.Work.DependentLoads, r.Estimate
	if loads == 0 {
		return nil
	}
	l := &Latency{Load: Quantity{e.SecondsMedian / loads, e.SecondsLow / loads, e.SecondsHigh / loads, "s"}}
	if e.SMClockMHz != nil {
		cycles := l.Load.times(*e.SMClockMHz*1e6, "clk")
		l.Cycles = &cycles
	}
	return l
}
