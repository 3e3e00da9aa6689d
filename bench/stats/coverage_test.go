package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The interval at which the rule stops holds the truth, and is hardly wider than
// that of one who knows the noise and took as many samples.
func TestRuleHoldsTheTruth(t *testing.T) {
	const runs = manyRuns
	rule := Rule{Precision: 0.005}
	for _, n := range noises() {
		held, wider, samples := 0, 0.0, 0
		for seed := range uint64(runs) {
			m, series := sampled(n, rule, seed)
			if m.Low <= 1 && 1 <= m.High {
				held++
			}
			wider += (m.High - m.Low) / 2 / (1.96 * n.oracle / math.Sqrt(float64(len(series))))
			samples += len(series)
			assert.LessOrEqual(t, m.HalfWidth(), rule.Precision)
			assert.GreaterOrEqual(t, m.Confidence, Confidence)
		}
		t.Logf("%-22s holds %.3f, width %.2f of the oracle's, %d samples", n.name, float64(held)/runs, wider/runs, samples/runs)
		assert.GreaterOrEqual(t, float64(held), leastHeld*runs, n.name)
		assert.LessOrEqual(t, wider/runs, 1.27, n.name)
	}
}

// Six samples that hardly differ are enough, correlated or not.
func TestQuickStopHoldsTheTruth(t *testing.T) {
	const runs = manyRuns
	rule := Rule{Precision: 0.005}
	for _, n := range []noise{
		independent("independent", 1e-5), autoregressive("correlated 0.95", 1e-5, 0.95), autoregressive("on the edge", 1e-3, 0.95),
	} {
		held, quick := 0, 0
		for seed := range uint64(runs) {
			m, series := sampled(n, rule, seed)
			if len(series) > MinSamples {
				continue
			}
			quick++
			if m.Low <= 1 && 1 <= m.High {
				held++
			}
		}
		t.Logf("%-16s %d of %d stop at once, and hold in %.3f", n.name, quick, runs, float64(held)/float64(quick))
		assert.Greater(t, quick, runs/4)
		assert.GreaterOrEqual(t, float64(held), leastHeld*float64(quick), n.name)
	}
}

// At a fixed length the interval is honest as well, where the budget ends first.
func TestIntervalOfAFixedLength(t *testing.T) {
	const runs = manyRuns
	for _, n := range noises() {
		for _, length := range []int{100, 400} {
			held := 0
			for seed := range uint64(runs) {
				m := MedianOf(take(n.series(seeded(seed)), length))
				if m.Low <= 1 && 1 <= m.High {
					held++
				}
			}
			assert.GreaterOrEqual(t, held, runs*87/100, "%s, %d", n.name, length)
		}
	}
}
