package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// AboveCeiling is a use of more than 102 % of a roof, and what may be behind it,
// the likeliest first.
type AboveCeiling struct {
	Roof   string   `json:"roof"`
	Share  float64  `json:"share"`
	Causes []string `json:"causes"`
}

// cause is one explanation; the weight says how much of the input points to it.
type cause struct {
	weight  int
	applies bool
	text    string
}

const (
	pointedTo = 3 // the input itself points to it
	usual     = 2 // it is known to happen for such a roof
	possible  = 1
)

// above lists every roof that a launch is above of.
func above(k *profile.Kernel, c *Ceilings, u *uses) []AboveCeiling {
	found := []AboveCeiling{}
	for _, use := range u.list {
		if use.Share.Median > aboveFrom {
			found = append(found, AboveCeiling{use.Name, use.Share.Median, causes(k, c, use)})
		}
	}
	return found
}

func causes(k *profile.Kernel, c *Ceilings, u Use) []string {
	all := explanations(k, c, u)
	slices.SortStableFunc(all, func(a, b cause) int { return -cmp.Compare(a.weight, b.weight) })
	texts := []string{}
	for _, one := range all {
		if one.applies {
			texts = append(texts, one.text)
		}
	}
	return texts
}

// explanations is all that is known to put a point above its roof.
func explanations(k *profile.Kernel, c *Ceilings, u Use) []cause {
	roof := c.roofOf(u)
	declared := k.Tier == profile.TierDeclared
	dram := u.Name == profile.LevelDRAM
	return []cause{
		{pointedTo, roof != nil && roof.Status == roofline.Suspect, "the ceiling is suspect: it may be too low"},
		{pointedTo, declared && u.Side == SideMemory, "the declared bytes are more than the level moved: a cache served a part"},
		{pointedTo, declared && u.Side == SideCompute, "the declared operations are more than the kernel did, or of another path"},
		{pointedTo, !u.ClockKnown, "the clock of the kernel or the ceiling is unknown: the kernel may have run at a higher one"},
		{pointedTo, !namesDevice(k.Device), "the input does not name its GPU: it may be another than that of the ceilings"},
		{usual, u.Name == "fp16x2", "packed half instructions count 2 operations of each of 2 values: they may be counted twice"},
		{usual, !dram && u.Side == SideMemory && !declared, "the counters of this level count otherwise than the ceiling: " + u.Basis},
		{usual, dram && !declared, "data that compresses or fits the L2 cache moves fewer bytes than the ceiling's"},
		{possible, roof != nil && roof.OfLimit.Known(), ofLimitText(roof)},
		{possible, true, "the ceilings are stale: measured with another driver, clock or power limit"},
	}
}

func ofLimitText(roof *Roof) string {
	if roof == nil {
		return ""
	}
	return fmt.Sprintf("the ceiling reached %.0f %% of the physical limit: a better kernel may show more", 100*roof.OfLimit.Or(0))
}

// roofOf is the ceiling that a use is of; nil for one without.
func (c *Ceilings) roofOf(u Use) *Roof {
	kind := roofline.KindPath
	if u.Side == SideMemory {
		kind = roofline.KindLevel
	}
	return c.find(kind, strings.TrimSuffix(u.Name, " sparse"))
}
