package roofline

import (
	"fmt"
	"strings"

	"ridgeline/results"
)

// memoryClockHeld is how far the memory clock may move and still be said to have
// held.
const memoryClockHeld = 0.01

// eventsRule looks at why the device held its clocks back while it was measured.
// A power or thermal limit of the driver taints math paths, and memory levels
// only where the memory clock moved (software power cap in nearly all samples at a
// memory clock that never moves: ashalliants/ninfer-3090 pull request 72). What
// the hardware itself does taints everything. Idle counts only where every sample
// has it, which cannot be.
func eventsRule(e evidence) finding {
	seen, samples := eventsSeen(e.record.Samples)
	if samples == 0 {
		return finding{}
	}
	taints := Events(hardwareEvents)
	if e.resource.kind != KindLevel || !memoryHeld(e.record.Samples) {
		taints |= limitEvents
	}
	numbers := passed().with("samples", float64(samples))
	for bit, n := range seen {
		numbers = numbers.with(bit.String(), float64(n))
	}
	all := Events(0)
	for bit := range seen {
		all |= bit
	}
	found := passed()
	switch {
	case all&taints != 0:
		found = suspect("clocks were held back: %s", describeEvents(all&taints, seen, samples))
	case all&^(idleEvent|settingEvents) != 0:
		found = note("clocks were held back: %s", describeEvents(all&^(idleEvent|settingEvents), seen, samples))
	}
	found.numbers = numbers.numbers
	return found
}

// eventsSeen counts in how many samples each event was there, of those that tell.
func eventsSeen(samples []results.Sample) (seen map[Events]int, telling int) {
	seen = map[Events]int{}
	for _, s := range samples {
		if s.EventReasons == nil {
			continue
		}
		telling++
		for bit := range Events(*s.EventReasons).each() {
			seen[bit]++
		}
	}
	return seen, telling
}

func describeEvents(events Events, seen map[Events]int, samples int) string {
	var parts []string
	for bit := range events.each() {
		parts = append(parts, fmt.Sprintf("%s in %d of %d samples", bit, seen[bit], samples))
	}
	return strings.Join(parts, ", ")
}

// memoryHeld tells whether the memory clock is known and stayed where it was.
func memoryHeld(samples []results.Sample) bool {
	low, high := 0.0, 0.0
	for i, s := range samples {
		if s.MemoryClockMHz == nil {
			return false
		}
		if clock := *s.MemoryClockMHz; i == 0 {
			low, high = clock, clock
		} else {
			low, high = min(low, clock), max(high, clock)
		}
	}
	return high-low <= memoryClockHeld*high
}
