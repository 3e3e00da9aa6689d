package classify

import (
	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// Side is one of the two kinds of roof.
type Side string

const (
	SideCompute Side = "compute"
	SideMemory  Side = "memory"
)

// Use is how much of one roof a launch took.
type Use struct {
	Side Side   `json:"side"`
	Name string `json:"name"` // a path, a level, "issue" or "sm"
	// Amount is the operations or bytes; missing where only a percentage is known.
	Amount profile.Number `json:"amount"`
	Unit   string         `json:"unit"` // "FLOP", "OP" or "B"
	// Roof is the ceiling at the clock of the kernel; null where Share is of a
	// theoretical peak.
	Roof *roofline.Quantity `json:"roof"`
	// Share is the least time that the roof allows over the time it took.
	Share roofline.Quantity `json:"share"`
	// ClockKnown tells that the clock of kernel and ceiling is known, so that the
	// roof could be scaled by ClockFactor, which is 1 elsewhere.
	ClockKnown  bool    `json:"clock_known"`
	ClockFactor float64 `json:"clock_factor"`
	// Variation is of the ceiling's samples.
	Variation profile.Number `json:"variation"`
	// Basis is how the amount was counted.
	Basis string `json:"basis"`
}

// ofPeak tells a share that is a profiler's percentage of a theoretical peak. The
// issue slots are none: there are no more than they are counted against.
func (u Use) ofPeak() bool {
	return u.Roof == nil && u.Name != issueSlots && u.Name != tensorSum
}

// tensorSum is the name of the use of all tensor paths together.
const tensorSum = "tc (all types)"

const unitShare = "of roof"

// rated is the use of a measured ceiling. The highest ceiling gives the lowest
// share, so the ends of the interval change places.
func rated(u Use, amount, seconds float64, low, high Roof, k *profile.Kernel) Use {
	u.ClockFactor, u.ClockKnown = clockFactor(k, high)
	roof := scaled(high.PerSecond, u.ClockFactor)
	roof.Low = min(roof.Low, low.PerSecond.Low*u.ClockFactor)
	needed := amount / seconds
	u.Amount, u.Roof, u.Variation = profile.Known(amount), &roof, high.Variation
	u.Share = roofline.Quantity{Median: needed / roof.Median, Low: needed / roof.High, High: needed / roof.Low, Unit: unitShare}
	return u
}

func scaled(q roofline.Quantity, factor float64) roofline.Quantity {
	return roofline.Quantity{Median: q.Median * factor, Low: q.Low * factor, High: q.High * factor, Unit: q.Unit}
}

// clockFactor is the clock of the kernel over that of the ceiling: the DRAM clock
// for DRAM, the SM clock for all that is nearer.
func clockFactor(k *profile.Kernel, roof Roof) (factor float64, known bool) {
	ours, theirs := k.Clocks.SMHertz, roof.SMHertz
	if roof.Kind == roofline.KindLevel && roof.Name == profile.LevelDRAM {
		ours, theirs = k.Clocks.DRAMHertz, roof.MemoryHertz
	}
	a, okA := ours.Get()
	b, okB := theirs.Get()
	if !okA || !okB || a <= 0 || b <= 0 {
		return 1, false
	}
	return a / b, true
}

// percentUse is a share of a theoretical peak, held against the ceiling as far as
// the document knows how far that is from the peak.
func percentUse(side Side, name string, percent float64, roof *Roof) Use {
	share := percent / 100
	u := Use{
		Side: side, Name: name, Amount: profile.Missing("only the percentage is known"), ClockFactor: 1, ClockKnown: true,
		Variation: profile.Missing("it is a share of a theoretical peak"),
		Basis:     "the profiler's percentage of the theoretical peak",
	}
	if roof != nil && roof.OfLimit.Known() {
		share /= roof.OfLimit.Or(1)
		u.Variation = roof.Variation
		u.Basis += ", over what the ceiling is of it"
	}
	u.Share = roofline.Quantity{Median: share, Low: share, High: share, Unit: unitShare}
	return u
}
