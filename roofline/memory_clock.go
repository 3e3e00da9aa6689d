package roofline

import "ridgeline/results"

// MemoryClockMHz is the mean of the memory clocks of the samples, in MHz; 0 where
// one of them has none.
func MemoryClockMHz(samples []results.Sample) float64 {
	sum := 0.0
	for _, s := range samples {
		if s.MemoryClockMHz == nil {
			return 0
		}
		sum += *s.MemoryClockMHz
	}
	return sum / max(1, float64(len(samples)))
}
