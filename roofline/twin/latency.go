package twin

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

// warpThreads is the lanes of a warp.
const warpThreads = 32

// latencies takes those of the caches from the pointer chases, and those of the
// pipes from one warp on an SM with one chain of dependent instructions.
func (b *builder) latencies() {
	const kib = 1024
	l2 := float64(b.doc.Device.L2Bytes)
	chase := map[string]*results.Record{}
	for i := range b.doc.Records {
		r := &b.doc.Records[i]
		if r.Outcome != results.OutcomeOK || r.Work == nil || r.Estimate == nil || r.Estimate.SMClockMHz == nil {
			continue
		}
		bytes := float64(r.Axes["footprint_kib"]) * kib
		switch {
		case r.Case == "chase/ca" && bytes <= leastL1:
			chase["l1"] = r
		case r.Case == "chase/cg" && bytes >= 4*leastL1 && bytes <= l2/2:
			chase["l2"] = larger(chase["l2"], r)
		case strings.HasPrefix(r.Case, "chase/") && bytes >= 2*l2:
			chase["memory"] = larger(chase["memory"], r)
		case r.Axes["chains"] == 1 && r.Axes["warps_per_sm"] == 1:
			b.pipeLatency(r)
		}
	}
	for _, level := range slices.Sorted(maps.Keys(chase)) {
		cycles := hopCycles(chase[level])
		if behind := chase["l2"]; level == "l1" && behind != nil {
			cycles = withoutMisses(chase[level], cycles, hopCycles(behind))
		}
		b.add(cycles, measured(chase[level], roofline.OK), level, "latency_cycles")
	}
}

// hopCycles is the time of a load of a chase.
func hopCycles(r *results.Record) float64 {
	return r.Estimate.SecondsMedian / r.Work.DependentLoads * *r.Estimate.SMClockMHz * hertzPerMHz
}

// withoutMisses takes off that each node came from the level behind the first
// time that it was met.
func withoutMisses(r *results.Record, cycles, behind float64) float64 {
	const sectorBytes = 32
	part := r.Work.FootprintBytes / sectorBytes / r.Work.DependentLoads
	if part >= 1 {
		return cycles
	}
	return (cycles - float64(part*behind)) / (1 - part)
}

// leastL1 is a footprint that every L1 holds.
const leastL1 = 16 << 10

func larger(a, b *results.Record) *results.Record {
	if a != nil && a.Axes["footprint_kib"] >= b.Axes["footprint_kib"] {
		return a
	}
	return b
}

// pipeLatency is the cycles from one instruction of a chain to the next: a warp's
// operations of one, over those of an SM in a cycle. Where the pipe itself takes
// as long for a warp, the chain does not show the latency.
func (b *builder) pipeLatency(r *results.Record) {
	pipe, ok := pipes()[r.Work.Path]
	if !ok || pipe.field[2] != "lanes" || r.Estimate.SecondsMedian <= 0 || b.doc.Device.SMCount == 0 {
		return
	}
	cycles := (r.Estimate.SecondsMedian - b.emptySeconds()) * *r.Estimate.SMClockMHz * hertzPerMHz
	latency := warpThreads * pipe.operations * cycles * float64(b.doc.Device.SMCount) / r.Work.Operations
	for _, c := range b.derived.Ceilings {
		if c.Name != r.Work.Path || c.PerSMCycle == nil {
			continue
		}
		const subcores = 4 // of an SM, each with its part of the pipe
		if interval := warpThreads * pipe.operations / (c.PerSMCycle.Median / subcores); interval < 0.75*latency {
			b.add(latency, measured(r, roofline.OK), "pipes", pipe.field[1], "latency_cycles")
		}
	}
}

// emptySeconds is the cost of an empty launch; 0 where it was not measured.
func (b *builder) emptySeconds() float64 {
	for i := range b.doc.Records {
		if e := b.doc.Records[i].Evidence; e != nil && e.LaunchCostSeconds != nil {
			return *e.LaunchCostSeconds
		}
	}
	return 0
}

// record is the one with these axes; nil where there is none with an estimate.
func (b *builder) record(name string, axes map[string]int64) *results.Record {
	for i := range b.doc.Records {
		r := &b.doc.Records[i]
		if r.Case == name && maps.Equal(r.Axes, axes) && r.Estimate != nil && r.Work != nil {
			return r
		}
	}
	return nil
}

func axesText(axes map[string]int64) string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(axes)) {
		fmt.Fprintf(&text, " %s=%d", name, axes[name])
	}
	return text.String()
}
