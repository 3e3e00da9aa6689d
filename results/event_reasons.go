package results

import "fmt"

// EventReasons names the bits of Sample.EventReasons that are set, from the
// lowest on, as nvml.h has them (nvmlClocksEventReasons). What has no name is
// the last, in hex: "unknown 0x8000000000000800".
func EventReasons(bits uint64) []string {
	known := [...]string{
		"idle",
		"application clocks",
		"software power cap",
		"hardware slowdown",
		"sync boost",
		"software thermal slowdown",
		"hardware thermal slowdown",
		"hardware power brake",
		"display clock",
		"board limit",
		"reliability limit",
	}
	var names []string
	for i, name := range known {
		if bits&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if unknown := bits &^ (1<<len(known) - 1); unknown != 0 {
		names = append(names, fmt.Sprintf("unknown %#x", unknown))
	}
	return names
}
