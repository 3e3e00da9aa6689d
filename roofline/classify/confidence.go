package classify

import (
	"fmt"
	"math"

	"ridgeline/roofline/profile"
)

// Confidence is how sure a verdict is: the product of its factors. They are
// rules of thumb with stated reasons, not probabilities.
type Confidence struct {
	Value   float64  `json:"value"`
	Level   string   `json:"level"` // "high", "medium" or "low"
	Factors []Factor `json:"factors"`
}

// Factor is one thing that a confidence depends on, from 0 to 1.
type Factor struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Why   string  `json:"why"`
}

const (
	highFrom   = 0.75
	mediumFrom = 0.50
	nearEdge   = 0.03
)

// confidence judges a verdict that follows from uses.
func confidence(k *profile.Kernel, c *Ceilings, u *uses, v Verdict) *Confidence {
	return newConfidence([]Factor{
		dataFactor(k, u, v), coverageFactor(k, c, u), marginFactor(u, v), edgeFactor(k, u), clockFactorOf(u), ceilingFactor(u), agreeFactor(u, v),
		deviceFactor(k), repeatFactor(1, 1),
	})
}

func newConfidence(factors []Factor) *Confidence {
	c := &Confidence{Value: 1, Factors: factors}
	for _, f := range factors {
		c.Value *= f.Value
	}
	c.Level = level(c.Value)
	return c
}

func level(value float64) string {
	const rounding = 1e-9 // a product of decimals is not exact
	switch {
	case value >= highFrom-rounding:
		return "high"
	case value >= mediumFrom-rounding:
		return "medium"
	}
	return "low"
}

// dataFactor is by what the input tells. Without stalls nothing shows whether a
// kernel at 60 to 80 % of a roof is held by it or by latency: chains of tensor
// instructions that wait for each other reach 75 % (docs/classify-proof.md).
func dataFactor(k *profile.Kernel, u *uses, v Verdict) Factor {
	tier := k.Tier
	if tier != profile.TierDeclared && u.top().ofPeak() {
		tier = profile.TierSOL
	}
	switch {
	case tier == profile.TierStalls:
		return Factor{"data", 1, "counters and stalls"}
	case tier == profile.TierCounters && v.Code == LikelyBound:
		return Factor{"data", 0.7, "counters without stalls, which alone would tell a roof at 60 to 80 % from latency"}
	case tier == profile.TierCounters:
		return Factor{"data", 0.8, "counters without stalls"}
	case tier == profile.TierSOL:
		return Factor{"data", 0.6, "percentages of theoretical peaks alone"}
	}
	return Factor{"data", 0.5, "work and bytes that the author declares"}
}

// marginFactor doubts a bound that is little ahead of the other side. For a
// latency verdict nothing is to be ahead.
func marginFactor(u *uses, v Verdict) Factor {
	margin := u.margin()
	why := fmt.Sprintf("%.1f points before the other side", 100*margin)
	if v.Code == Latency {
		return Factor{"margin", 1, "below every roof, whichever is the nearest"}
	}
	if margin >= marginFrom {
		return Factor{"margin", 1, why}
	}
	return Factor{"margin", 0.5 + 5*margin, why}
}

// edgeFactor doubts what a small change would turn over: a share whose interval
// comes near a threshold, a margin near the one that decides, a grid near a wave.
func edgeFactor(k *profile.Kernel, u *uses) Factor {
	const doubt = 0.7
	top := u.top().Share
	for _, edge := range []float64{latencyBelow, boundFrom, impossible} {
		if top.Low-nearEdge <= edge && edge <= top.High+nearEdge {
			return Factor{"edge", doubt, fmt.Sprintf("%.1f %% is within 3 points of %.0f %%", 100*top.Median, 100*edge)}
		}
	}
	if top.Median >= latencyBelow && marginDecides(u) && math.Abs(u.margin()-marginFrom) <= nearEdge {
		return Factor{"edge", doubt, "the margin is within 3 points of the 10 that decide"}
	}
	both := top.Median >= boundFrom && u.margin() < marginFrom+nearEdge
	if other := u.opposite(); other != nil && both && math.Abs(other.Share.Median-boundFrom) <= nearEdge {
		return Factor{"edge", doubt, fmt.Sprintf("the other side is at %.1f %%, within 3 points of 80 %%", 100*other.Share.Median)}
	}
	if waves, known := k.Launch.Waves.Get(); known && top.Median < latencyBelow && math.Abs(waves-1) <= nearEdge {
		return Factor{"edge", doubt, fmt.Sprintf("%.2f waves are close to 1", waves)}
	}
	return Factor{"edge", 1, "no threshold is near"}
}

// marginDecides tells whether the margin turns the verdict: between the
// thresholds, or where the other side comes near the upper one.
func marginDecides(u *uses) bool {
	other := u.opposite()
	return u.top().Share.Median < boundFrom || other != nil && other.Share.Median >= boundFrom-nearEdge
}

func clockFactorOf(u *uses) Factor {
	if u.top().ClockKnown {
		return Factor{"clock", 1, "kernel and ceiling are compared at one clock"}
	}
	return Factor{"clock", 0.6, "the clock of the kernel or of the ceiling is not known"}
}

func ceilingFactor(u *uses) Factor {
	cv, known := u.top().Variation.Get()
	switch {
	case !known && u.top().Roof == nil:
		return Factor{"ceiling", 1, "no measured ceiling is in it"}
	case !known:
		return Factor{"ceiling", 0.5, "how much the ceiling varies is not known: " + u.top().Variation.Why()}
	}
	why := fmt.Sprintf("the samples of the ceiling vary by %.2g %%", 100*cv)
	switch {
	case cv <= 0.02:
		return Factor{"ceiling", 1, why}
	case cv <= 0.05:
		return Factor{"ceiling", 0.8, why}
	}
	return Factor{"ceiling", 0.5, why}
}

// agreeFactor doubts a verdict against the classical roofline, which knows the
// paths and DRAM alone. That roofline says nothing of a kernel that another roof,
// such as that of L1, stops long before it reaches either, and nothing of latency.
func agreeFactor(u *uses, v Verdict) Factor {
	dram, path := u.find(profile.LevelDRAM), u.bestPath()
	if v.Code == Latency {
		return Factor{"agreement", 1, "below every roof, whichever is the nearest"}
	}
	if dram == nil || path == nil || dram.Roof == nil {
		return Factor{"agreement", 1, "there is no intensity at DRAM to compare with"}
	}
	side := SideMemory
	if path.Share.Median > dram.Share.Median {
		side = SideCompute
	}
	switch {
	case max(path.Share.Median, dram.Share.Median) < u.top().Share.Median-marginFrom-nearEdge:
		return Factor{"agreement", 1, "both roofs of the intensity at DRAM are far"}
	case side != u.top().Side && path.Share.Median != dram.Share.Median:
		return Factor{"agreement", 0.7, "the intensity at DRAM says " + string(side)}
	}
	return Factor{"agreement", 1, "the intensity at DRAM says the same"}
}

// bestPath is the math path with the highest share; nil where there is none.
func (u *uses) bestPath() *Use {
	for i := range u.list {
		if u.list[i].Side == SideCompute && u.list[i].Roof != nil {
			return &u.list[i]
		}
	}
	return nil
}

func deviceFactor(k *profile.Kernel) Factor {
	if namesDevice(k.Device) {
		return Factor{"device", 1, "what the input says of its GPU fits that of the ceilings"}
	}
	return Factor{"device", 0.8, "the input does not name its GPU: that of the ceilings is assumed"}
}

func repeatFactor(same, all int) Factor {
	return Factor{"repeat", float64(same) / float64(all), fmt.Sprintf("%d of %d launches have this verdict", same, all)}
}
