package classify

import (
	"fmt"
	"strings"

	"ridgeline/roofline/profile"
)

// launchFloors is how many times an empty launch a kernel must last.
const launchFloors = 5

// gate stops a launch that cannot be judged, before it is measured against any
// roof; ok is true where it may go on.
func gate(k *profile.Kernel, c *Ceilings) (v Verdict, ok bool) {
	seconds, known := k.TimeSeconds.Get()
	floor, hasFloor := c.LaunchSeconds.Get()
	switch reason := deviceMismatch(k, c); {
	case !known:
		return stop(Unusable, "no time: "+k.TimeSeconds.Why()), false
	case seconds <= 0:
		return stop(Unusable, fmt.Sprintf("the time is %g s", seconds)), false
	case reason != "":
		return stop(Uncalibrated, reason), false
	case hasFloor && seconds < launchFloors*floor:
		v := stop(LaunchFloor, fmt.Sprintf("%.3g µs is less than %d empty launches of %.3g µs: put more work into a launch, or use a graph",
			1e6*seconds, launchFloors, 1e6*floor))
		v.Class = ClassLatency
		return v, false
	case !counted(k):
		return stop(TriageOnly, "the input has the time alone, neither work nor bytes: profile it with ncu --set full"), false
	}
	return Verdict{}, true
}

func stop(code Code, reason string) Verdict {
	return Verdict{Code: code, Class: ClassUnknown, Reason: reason}
}

// counted tells whether any work, bytes or percentages are known.
func counted(k *profile.Kernel) bool {
	for _, w := range k.Work {
		if w.Operations > 0 {
			return true
		}
	}
	for _, t := range k.Traffic {
		if t.Bytes.Or(0) > 0 || t.OfPeakPercent.Known() {
			return true
		}
	}
	s := k.SpeedOfLight
	return s.SMPercent.Known() || s.DRAMPercent.Known() || s.L2Percent.Known() || s.L1Percent.Known()
}

// contradiction is the verdict on a share that cannot be; ok is true where all
// can.
func contradiction(u *uses) (v Verdict, ok bool) {
	top := u.top()
	if top == nil || top.Share.Median <= impossible {
		return Verdict{}, true
	}
	v = stop(Inconsistent, percentOf(*top)+": no kernel is that fast, so the ceiling or the profile is of something else")
	v.Roof = top.Name
	return v, false
}

// list joins names for a sentence.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
