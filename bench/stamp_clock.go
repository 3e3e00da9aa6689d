package bench

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"ridgeline/results"
)

// stampBytes is what a block of the stamp kernel writes: four words of 64 bits.
const stampBytes = 32

// stamp is where the clock of an SM stood when the timer of the device stepped to a
// time: between two counts of its cycles.
type stamp struct {
	sm          uint64 // its number
	nanoseconds uint64 // 0 is that the timer was not seen to step
	from, to    uint64 // cycles
}

// stampsOf reads what the stamp kernel wrote, one stamp an SM in the order of their
// numbers, whichever block each of them had.
func stampsOf(raw []byte) []stamp {
	stamps := make([]stamp, len(raw)/stampBytes)
	for i := range stamps {
		word := func(j int) uint64 { return binary.LittleEndian.Uint64(raw[i*stampBytes+8*j:]) }
		stamps[i] = stamp{sm: word(0), nanoseconds: word(1), from: word(2), to: word(3)}
	}
	slices.SortFunc(stamps, func(a, b stamp) int { return cmp.Compare(a.sm, b.sm) })
	return slices.CompactFunc(stamps, func(a, b stamp) bool { return a.sm == b.sm })
}

// clockBetween is the mean clock of the SMs that were stamped twice, with the
// interval that holds the clock of each of them; or nil, and why.
//
// Both stamps are taken at a step of the timer, so that the time between them is
// exact, and the cycles between them are known up to those between two looks at it.
func clockBetween(before, after []stamp) (clock *results.ClockInterval, missing string) {
	c := results.ClockInterval{LowMHz: math.Inf(1)}
	sum := 0.0
	for _, first := range before {
		at, twice := slices.BinarySearchFunc(after, first.sm, func(s stamp, sm uint64) int { return cmp.Compare(s.sm, sm) })
		if !twice {
			continue
		}
		last, sm := after[at], first.sm
		if first.nanoseconds == 0 || last.nanoseconds == 0 {
			return nil, fmt.Sprintf("the timer of the device did not step while a stamp of SM %d looked at it", sm)
		}
		if last.nanoseconds <= first.nanoseconds || last.from <= first.to {
			return nil, fmt.Sprintf("the clock or the timer of SM %d stood still between two stamps", sm)
		}
		microseconds := float64(last.nanoseconds-first.nanoseconds) / 1e3
		low, high := float64(last.from-first.to)/microseconds, float64(last.to-first.from)/microseconds
		c.LowMHz, c.HighMHz = min(c.LowMHz, low), max(c.HighMHz, high)
		c.SMs++
		sum += (low + high) / 2
	}
	if c.SMs == 0 {
		return nil, "no SM was stamped both before and after a window"
	}
	c.MeanMHz = sum / float64(c.SMs)
	return &c, ""
}
