package bench

import (
	"fmt"

	"ridgeline/results"
)

// hostBound is the part of a window that the host may take to ask for its
// launches before it may be what was measured.
const hostBound = 0.9

// doubts are why samples may not show what the kernel can do: the driver's
// compiler warned of it, or the host was too slow to ask for the launches.
func doubts(r *results.Record) []string {
	var found []string
	if r.Kernel != nil {
		for _, warning := range r.Kernel.CompilerWarnings {
			found = append(found, "the driver's compiler: "+warning)
		}
	}
	host, device, launches := 0.0, 0.0, 0
	for _, s := range r.Samples {
		if s.LaunchesPerGraph == 0 {
			host, device, launches = host+s.HostSeconds, device+s.Seconds, launches+s.Launches
		}
	}
	if launches > 0 && host > hostBound*device {
		found = append(found, fmt.Sprintf("the host took %.3g µs to ask for a launch that took %.3g µs: the host may be what was measured",
			1e6*host/float64(launches), 1e6*device/float64(launches)))
	}
	return found
}
