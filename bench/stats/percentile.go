package stats

// beyond is how many samples must lie beyond a percentile for it to mean
// something: 300 samples for the 99th, 30 for the 90th.
const beyond = 3

// Percentile is the value that a part p of the samples, such as 0.99, do not
// exceed; ok is false where fewer than 3 samples lie beyond it.
func Percentile(series []float64, p float64) (value float64, ok bool) {
	const rounding = 1e-9
	n := float64(len(series))
	if n*(1-p) < beyond-rounding {
		return 0, false
	}
	return at(sortedOf(series), p*(n-1)), true
}
