package roofline

import (
	"fmt"
	"slices"

	"ridgeline/results"
)

// localKinds are the accesses of local memory: what the kernel itself keeps there,
// and registers that are spilled to it.
func localKinds() []string {
	return append(spillKinds(), "local_load", "local_store")
}

func spillKinds() []string { return []string{"spill_load", "spill_store"} }

// inLocalMemory says what a kernel with such accesses keeps in local memory.
func inLocalMemory(list []Access) string {
	for _, a := range list {
		if a.Share > 0 && slices.Contains(spillKinds(), a.Kind) {
			return "spilled registers"
		}
	}
	return "arrays in local memory"
}

// spilling is how many of them there are for each instruction.
func spilling(list []Access) float64 {
	share := 0.0
	for _, a := range list {
		for _, kind := range localKinds() {
			if a.Kind == kind {
				share += a.Share
			}
		}
	}
	return share
}

// localBytes is what local memory moves at L1, which keeps all of it that it has
// room for.
func localBytes(c *results.Counters) float64 {
	var sectors uint64
	if c != nil {
		for _, kind := range localKinds() {
			sectors += c.Traffic[kind].Sectors
		}
	}
	return sectorBytes * float64(sectors)
}

// spillLevel is a level behind L1 that carries about as many bytes a second as
// local memory moves.
type spillLevel struct {
	name      string
	ofCeiling float64
}

const (
	// spillLeast and spillMost bound what is "about as many": from where a roof
	// is the bound, and as much more, because some of the bytes may stay in L1.
	spillLeast = boundFrom
	spillMost  = 1 / boundFrom
)

// findSpillLevel is nil where no level is as busy as that. How much L1 passes on
// is not counted.
func findSpillLevel(bytesPerSecond float64, ceilings []Ceiling) *spillLevel {
	for _, name := range []string{"l2", "dram"} {
		c := findCeiling(ceilings, KindLevel, name)
		if c == nil {
			continue
		}
		share := bytesPerSecond / c.PerSecond.Median
		if spillLeast <= share && share <= spillMost {
			return &spillLevel{name, share}
		}
	}
	return nil
}

// spillVerdict is of a kernel that spills and is far below the roofs that were
// found.
func (p place) spillVerdict(where string) (Verdict, string) {
	if s := p.spills; s != nil {
		return MemoryBound, fmt.Sprintf("%s; %s go to memory, and likely beyond L1: at %.3g %% of what %s carries",
			where, inLocalMemory(p.accesses), 100*s.ofCeiling, s.name)
	}
	return LatencyBound, where + ", far below every roof: " + inLocalMemory(p.accesses) + " go to memory"
}
