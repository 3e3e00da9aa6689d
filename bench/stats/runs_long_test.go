//go:build long

package stats

const (
	manyRuns  = 1000
	leastHeld = 0.93 // of them
)
