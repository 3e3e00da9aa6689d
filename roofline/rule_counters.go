package roofline

import (
	"math"
	"strings"
)

// countersSlack is how far the work by formula may be from what was counted: a
// kernel does some integer operations beside those that it is about.
const countersSlack = 0.01

// countersRule holds the work by the formula of the case against what the device
// counted, where it counts: the operations of the path, and the bytes that the
// kernel asked global memory for, which DRAM cannot have moved without.
func countersRule(e evidence) finding {
	c, w := e.record.Counters, e.record.Work
	if c == nil {
		return finding{}
	}
	if counted := float64(c.Operations[w.Path]); w.Operations > 0 && counted > 0 {
		ratio := w.Operations / counted
		found := passed()
		if math.Abs(ratio-1) > countersSlack {
			found = refuse("the formula has %.4g operations on %s, and %.4g were counted", w.Operations, w.Path, counted)
		}
		return found.with("operations_over_counted", ratio)
	}
	moved := 0.0
	for kind, t := range c.Traffic {
		if strings.HasPrefix(kind, "global_") {
			moved += sectorBytes * float64(t.Sectors)
		}
	}
	if e.resource.level != "dram" || moved == 0 {
		return finding{}
	}
	ratio, found := w.Bytes["dram"]/moved, passed()
	if ratio > 1+countersSlack {
		found = refuse("the formula has %.4g bytes from and to DRAM, and the kernel asked for %.4g", w.Bytes["dram"], moved)
	}
	return found.with("bytes_over_counted", ratio)
}
