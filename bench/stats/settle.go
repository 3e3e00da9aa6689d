package stats

const (
	// settleWindows is how many windows a trend is looked for in.
	settleWindows = 6
	// settlePairs of their 15 pairs go one way, more than go the other, where there
	// is a trend: by chance this happens in 5.6 % of the series (Kendall's test).
	settlePairs = 11
	// alikeWindows that hardly differ are at rest without a test.
	alikeWindows = 3
)

// Settled tells whether the end of a series of warm-up windows is flat. Its last
// three values that differ by no more than a tenth of the precision are, relative
// to the median; else the last six are, where they have no trend (Kendall's
// test) or differ by no more than the precision.
func Settled(series []float64, precision float64) bool {
	n := len(series)
	if n >= alikeWindows && within(series[n-alikeWindows:], precision/10) {
		return true
	}
	if n < settleWindows {
		return false
	}
	last := series[n-settleWindows:]
	return within(last, precision) || !monotone(last)
}

// within tells whether a series stays in a range relative to its median.
func within(series []float64, part float64) bool {
	return rangeOf(series) <= part*median(series)
}

func monotone(series []float64) bool {
	rising := 0
	for i, a := range series {
		for _, b := range series[i+1:] {
			if b > a {
				rising++
			} else if b < a {
				rising--
			}
		}
	}
	return rising >= settlePairs || -rising >= settlePairs
}
