package bench

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
)

// Lacks says what a run on a device has to do without: what the device knows of
// that, and limits, where nobody knows its architecture.
func Lacks(dev cuda.Device) []string {
	var list []string
	if w, ok := dev.(cuda.Warner); ok {
		list = w.Warnings()
	}
	c := dev.Info().ComputeCapability
	if _, err := arch.Lookup(c.Major, c.Minor); err != nil {
		list = append(list, fmt.Sprintf("compute capability %s is of no known architecture: it runs the plainest PTX, "+
			"and its limits are those alone that the device tells", c))
	}
	return list
}
