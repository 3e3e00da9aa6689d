//go:build !long

package stats

const (
	manyRuns  = 200
	leastHeld = 0.89 // of them: 93 % less two deviations
)
