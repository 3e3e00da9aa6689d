package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// drifting is a noise that moves with the sample number.
func drifting(n noise, seed uint64, length int, by func(i int) float64) []float64 {
	series := take(n.series(seeded(seed)), length)
	for i := range series {
		series[i] *= 1 + by(i)
	}
	return series
}

func TestDriftIsFlagged(t *testing.T) {
	const runs, length, precision = manyRuns, 400, 0.005
	linear := func(i int) float64 { return 0.08 * float64(i) / length }
	exponential := func(i int) float64 { return 0.15 * (1 - math.Exp(-float64(i)/200)) }
	for _, n := range []noise{independent("independent 2 %", 0.02), autoregressive("correlated 0.7", 0.004, 0.7), heavy("heavy tails 1 %", 0.01)} {
		for name, by := range map[string]func(int) float64{"linear": linear, "exponential": exponential} {
			flagged, steady := 0, 0
			for seed := range uint64(runs) {
				trend := TrendOf(drifting(n, seed, length, by))
				if trend.Drifts(precision / 2) {
					flagged++
				}
				if trend.Steady(4 * precision) {
					steady++
				}
			}
			t.Logf("%s, %s: flagged %d of %d", n.name, name, flagged, runs)
			assert.GreaterOrEqual(t, flagged, runs*99/100, "%s, %s", n.name, name)
			assert.Zero(t, steady, "%s, %s", n.name, name)
		}
	}
}

// A device at rest is hardly ever called drifting, whatever its noise. The worst is
// noise with a coefficient of 0.95 in 400 samples, with 2 %.
func TestRestIsNoDrift(t *testing.T) {
	const runs, precision = manyRuns, 0.005
	flagged := 0
	for _, n := range noises() {
		for _, length := range []int{30, 100, 400} {
			for seed := range uint64(runs) {
				if TrendOf(take(n.series(seeded(seed)), length)).Drifts(precision / 2) {
					flagged++
				}
			}
		}
	}
	t.Logf("flagged %d of %d", flagged, 3*runs*len(noises()))
	assert.LessOrEqual(t, flagged, 3*runs*len(noises())/300+2)
}

// A change at once at either end is seen, however long the rest lasts.
func TestChangeAtAnEndIsFlagged(t *testing.T) {
	for name, by := range map[string]func(i int) float64{
		"step at the start":       func(i int) float64 { return 0.2 * math.Min(0, float64(max(i, 9)-10)) },
		"decay at the start":      func(i int) float64 { return 0.1 * math.Exp(-float64(i)/40) },
		"step just before an end": func(i int) float64 { return 0.2 * math.Max(0, float64(min(i, 1000)-999)) },
	} {
		for _, n := range []noise{independent("", 0.004), heavy("", 0.003)} {
			flagged := 0
			for seed := range uint64(100) {
				if TrendOf(drifting(n, seed, 1010, by)).Drifts(0.0025) {
					flagged++
				}
			}
			assert.GreaterOrEqual(t, flagged, 99, name)
		}
	}
}

// The interval of the change holds it.
func TestTrendInterval(t *testing.T) {
	const runs = 1000
	held := 0
	for seed := range uint64(runs) {
		trend := TrendOf(drifting(independent("", 0.01), seed, 100, func(i int) float64 { return 0.03 * (float64(i)/100 - 0.5) }))
		if trend.Low <= 0.03 && 0.03 <= trend.High {
			held++
		}
	}
	assert.GreaterOrEqual(t, held, runs*90/100)
}

func TestTrendOfFew(t *testing.T) {
	assert.Equal(t, Trend{Chance: 1, EndsChance: 1}, TrendOf([]float64{1, 2, 3}))
	assert.Equal(t, Trend{Chance: 1, EndsChance: 1}, TrendOf([]float64{1, 1, 1, 1, 1, 1, 1, 1}))
}

func TestSettled(t *testing.T) {
	for name, c := range map[string]struct {
		series []float64
		want   bool
	}{
		"none":                      {nil, false},
		"one":                       {[]float64{1}, false},
		"three equal":               {[]float64{5, 1, 1, 1}, true},
		"three nearly equal":        {[]float64{1, 1.0004, 1.0002}, true},
		"three that differ":         {[]float64{1, 1.002, 1}, false},
		"falling":                   {[]float64{6, 5, 4, 3, 2, 1.5}, false},
		"falling by next to naught": {[]float64{1.005, 1.004, 1.003, 1.002, 1.001, 1}, true},
		"rising but for one pair":   {[]float64{1, 2, 3, 4, 6, 5}, false},
		"up and down":               {[]float64{1, 1.2, 0.9, 1.1, 1, 1.1}, true},
		"rest after a fall":         {[]float64{9, 8, 1, 1.2, 0.9, 1.1, 1, 1.1}, true},
	} {
		assert.Equal(t, c.want, Settled(c.series, 0.005), name)
	}
}

func TestModes(t *testing.T) {
	m, found := ModesOf([]float64{1, 1, 2, 1, 1, 2, 2, 2, 1, 2}, 0.005)
	assert.True(t, found)
	assert.Equal(t, Modes{1, 2, 0.5}, m)
	_, found = ModesOf([]float64{1, 1, 1.001, 1, 1, 1.001, 1.001, 1.001, 1, 1.001}, 0.005)
	assert.False(t, found, "two ticks of the timer")
	_, found = ModesOf([]float64{1, 1, 2, 1, 1, 2, 2}, 0.005)
	assert.False(t, found, "too few to tell")
	rng := seeded(1)
	two := make([]float64, 100)
	for i := range two {
		two[i] = 1 + 0.002*rng.NormFloat64()
		if rng.Float64() < 0.3 {
			two[i] += 0.04
		}
	}
	m, found = ModesOf(two, 0.005)
	assert.True(t, found)
	assert.InDelta(t, 1.04, m.High, 0.002)
	assert.InDelta(t, 0.3, m.Share, 0.1)
}

func TestNoiseHasOneMode(t *testing.T) {
	found := 0
	for _, n := range noises() {
		for _, length := range []int{10, 24, 100} {
			for seed := range uint64(manyRuns) {
				if _, two := ModesOf(take(n.series(seeded(seed)), length), 0.005); two {
					found++
				}
			}
		}
	}
	assert.LessOrEqual(t, found, 3*len(noises())*manyRuns/1000+2)
}

func TestPercentile(t *testing.T) {
	series := make([]float64, 300)
	for i := range series {
		series[i] = float64(299 - i)
	}
	p99, ok := Percentile(series, 0.99)
	assert.True(t, ok)
	assert.InDelta(t, 296.01, p99, 1e-9)
	_, ok = Percentile(series[:299], 0.99)
	assert.False(t, ok)
	p90, ok := Percentile(series[270:], 0.9)
	assert.True(t, ok)
	assert.InDelta(t, 26.1, p90, 1e-9)
	_, ok = Percentile(series[271:], 0.9)
	assert.False(t, ok)
}
