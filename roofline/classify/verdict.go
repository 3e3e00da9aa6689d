package classify

import (
	"fmt"

	"ridgeline/roofline/profile"
)

// Code is the outcome of classifying a launch.
type Code string

const (
	Bound             Code = "BOUND"              // at 80 % of a roof or more
	LikelyBound       Code = "LIKELY_BOUND"       // at 60 to 80 %, clearly nearer to it than to the other side
	BalancedSaturated Code = "BALANCED_SATURATED" // at 80 % of both sides
	Mixed             Code = "MIXED"              // at 60 to 80 % with both sides close
	Undecided         Code = "UNDECIDED"          // the intervals of both sides overlap
	Latency           Code = "LATENCY"            // below 60 % of every roof

	Unusable     Code = "UNUSABLE"     // no time
	Uncalibrated Code = "UNCALIBRATED" // the ceilings are of another device
	LaunchFloor  Code = "LAUNCH_FLOOR" // little longer than an empty launch
	TriageOnly   Code = "TRIAGE_ONLY"  // a time and nothing else
	Inconsistent Code = "INCONSISTENT" // more than 110 % of a roof
	NoCeiling    Code = "NO_CEILING"   // the document lacks the ceiling that may bind
	NotCounted   Code = "NOT_COUNTED"  // the profile lacks what may bind
)

// Class is the code in the words of a roofline.
type Class string

const (
	ClassMemory  Class = "memory"
	ClassCompute Class = "compute"
	ClassLatency Class = "latency"
	ClassBoth    Class = "memory or compute"
	ClassUnknown Class = "unknown"
)

// Verdict is what binds a launch.
type Verdict struct {
	Code  Code   `json:"code"`
	Class Class  `json:"class"`
	Roof  string `json:"roof,omitempty"` // the path or level with the highest share
	// Cause is the sub-cause of LATENCY, such as "memory_latency".
	Cause string `json:"cause,omitempty"`
	// Between names the two that an undecided verdict cannot tell apart.
	Between []string `json:"between,omitempty"`
	Reason  string   `json:"reason"`
}

// Label is the verdict in one word, such as "BOUND(dram)".
func (v Verdict) Label() string {
	switch {
	case len(v.Between) == 2:
		return fmt.Sprintf("%s(%s, %s)", v.Code, v.Between[0], v.Between[1])
	case v.Cause != "":
		return string(v.Code) + "." + v.Cause
	case v.Code == Bound || v.Code == LikelyBound:
		return fmt.Sprintf("%s(%s)", v.Code, v.Roof)
	}
	return string(v.Code)
}

// The thresholds of the verdict. 60 % and 80 % are those of NVIDIA's guided
// analysis, here of measured ceilings.
const (
	latencyBelow  = 0.60
	boundFrom     = 0.80
	marginFrom    = 0.10
	aboveFrom     = 1.02
	impossible    = 1.10
	dominantStall = 0.30
)

// judge is the verdict of a launch that passed the gates.
func judge(k *profile.Kernel, u *uses) Verdict {
	top := u.top()
	if top == nil {
		return unknownFor(u)
	}
	other, share := u.opposite(), top.Share.Median
	switch {
	case len(u.missing) > 0 && share < boundFrom:
		return unknownFor(u)
	case len(u.uncounted) > 0 && share < boundFrom:
		return stop(NotCounted, fmt.Sprintf("%s; the profile has no metric of %s, which may be what binds: collect it with ncu --set full",
			percentOf(*top), list(u.uncounted)))
	case share < latencyBelow:
		return latency(k, top)
	case other != nil && overlap(*top, *other):
		v := between(Undecided, *top, *other)
		v.Reason += ": their intervals overlap, the intensity lies within the interval of the ridge"
		return v
	case other != nil && share >= boundFrom && other.Share.Median >= boundFrom && u.margin() < marginFrom:
		return between(BalancedSaturated, *top, *other)
	case share < boundFrom && u.margin() < marginFrom:
		return between(Mixed, *top, *other)
	}
	return bound(*top)
}

// top is the use with the highest share of all.
func (u *uses) top() *Use {
	if len(u.list) == 0 {
		return nil
	}
	return &u.list[0]
}

// opposite is the best of the side that top is not of; nil where there is none.
func (u *uses) opposite() *Use {
	if u.list[0].Side == SideCompute {
		return u.best(SideMemory)
	}
	return u.best(SideCompute)
}

// margin is how far the top is before the other side.
func (u *uses) margin() float64 {
	other := 0.0
	if o := u.opposite(); o != nil {
		other = o.Share.Median
	}
	return u.list[0].Share.Median - other
}

func overlap(a, b Use) bool {
	return a.Share.Low <= b.Share.High && b.Share.Low <= a.Share.High
}

func bound(top Use) Verdict {
	v := Verdict{Code: Bound, Class: classOf(top.Side), Roof: top.Name, Reason: percentOf(top)}
	if top.Share.Median < boundFrom {
		v.Code = LikelyBound
	}
	return v
}

func between(code Code, a, b Use) Verdict {
	return Verdict{
		Code: code, Class: ClassBoth, Roof: a.Name, Between: []string{a.Name, b.Name},
		Reason: percentOf(a) + " and " + percentOf(b),
	}
}

func classOf(side Side) Class {
	if side == SideMemory {
		return ClassMemory
	}
	return ClassCompute
}

func percentOf(u Use) string {
	return fmt.Sprintf("%.1f %% of the %s roof", 100*u.Share.Median, u.Name)
}

// unknownFor is the verdict where the roof that may bind is not known.
func unknownFor(u *uses) Verdict {
	reason := "the document has no usable ceiling of any path or level of the kernel"
	if len(u.missing) > 0 {
		reason = fmt.Sprintf("the document has no usable ceiling of %s, which may be what binds", list(u.missing))
	}
	if top := u.top(); top != nil {
		reason = percentOf(*top) + "; " + reason
	}
	return stop(NoCeiling, reason+": measure it with ridgeline run")
}
