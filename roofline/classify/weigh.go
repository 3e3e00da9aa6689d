package classify

import (
	"strings"

	"ridgeline/roofline/profile"
)

// Weigh gives each group its share of the runs that timelines show, and what a
// run would gain if the kernel reached its roof. Where no timeline has the kernel,
// TimeShare stays of what was profiled and RunSpeedup is missing.
func Weigh(groups []Group, triages []profile.Triage) {
	for i := range groups {
		g := &groups[i]
		g.RunSpeedup = profile.Missing("no timeline has this kernel")
		share, found := shareOfRun(g.Name, triages)
		if !found {
			continue
		}
		g.TimeShare = share
		if g.RunSpeedup = share; share.Known() {
			g.RunSpeedup = runSpeedup(share.Or(0), g.Typical)
		}
	}
}

// runSpeedup is Amdahl's law for a kernel that reached its highest roof.
func runSpeedup(share float64, r Result) profile.Number {
	if r.Confidence == nil {
		return profile.Missing("the kernel has no verdict")
	}
	top := min(1, r.Uses[0].Share.Median)
	return profile.Known(profile.Amdahl(min(1, share), 1/top))
}

// shareOfRun finds a kernel in timelines: by its whole name, or else by the name
// without types and parameters where just one kernel has that.
func shareOfRun(name string, triages []profile.Triage) (share profile.Number, found bool) {
	alike := 0
	for _, t := range triages {
		for _, d := range t.Devices {
			for _, k := range d.Kernels {
				if k.Name == name {
					return k.ShareOfSpan, true
				}
				if baseName(k.Name) == baseName(name) {
					share = k.ShareOfSpan
					alike++
				}
			}
		}
	}
	return share, alike == 1
}

// baseName is a kernel's name without its return type, template and parameters.
func baseName(name string) string {
	name = strings.TrimPrefix(name, "void ")
	if end := strings.IndexAny(name, "<("); end > 0 {
		name = name[:end]
	}
	return name
}
