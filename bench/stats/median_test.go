package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The samples of N12: no interval is empty, infinite or claims more than the
// samples say.
func TestMedianOfOddSeries(t *testing.T) {
	repeat := func(v float64, n int) []float64 { return take(func() float64 { return v }, n) }
	for name, c := range map[string]struct {
		series           []float64
		value, low, high float64
		confidence       float64
	}{
		"one":               {[]float64{1}, 1, 1, 1, 0},
		"two equal":         {[]float64{1, 1}, 1, 1, 1, 0.5},
		"six equal":         {repeat(5, 6), 5, 5, 5, 1 - 1.0/32},
		"ten equal":         {repeat(0.0005, 10), 0.0005, 0.0005, 0.0005, 1 - 1.0/512},
		"a cold first":      {append([]float64{27}, repeat(0.001, 20)...), 0.001, 0.001, 0.001, 0.95},
		"two levels":        {append(repeat(1, 5), repeat(2, 5)...), 1.5, 1, 2, -1},
		"float32 at 9000ms": {[]float64{9000.0, 9000.001, 9000.0, 9000.001, 9000.001, 9000}, 9000.0005, 9000, 9000.001, -1},
	} {
		m := MedianOf(c.series)
		assert.InDelta(t, c.value, m.Value, 1e-9, name)
		assert.InDelta(t, c.low, m.Low, 1e-9, name)
		assert.InDelta(t, c.high, m.High, 1e-9, name)
		if c.confidence >= 0 {
			assert.InDelta(t, c.confidence, m.Confidence, 1e-9, name)
		}
		assert.Less(t, m.Confidence, 1.0, name)
	}
	million := MedianOf(repeat(1e-3, 1e6))
	assert.Equal(t, 1e-3, million.High)
}

func TestMedianProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		series := rapid.SliceOfN(rapid.Float64Range(1e-9, 1e9), 1, 60).Draw(t, "series")
		m := MedianOf(series)
		if !(m.Low <= m.Value && m.Value <= m.High) || math.IsNaN(m.Confidence) || m.Confidence < 0 || m.Confidence > 1 {
			t.Fatalf("%v gives %+v", series, m)
		}
		if m.Effective <= 0 || m.Effective > float64(len(series))+1e-9 {
			t.Fatalf("%d samples are worth %v", len(series), m.Effective)
		}
		doubled := make([]float64, len(series))
		for i, v := range series {
			doubled[i] = 2 * v
		}
		if d := MedianOf(doubled); d.Low != 2*m.Low || d.High != 2*m.High || d.Confidence != m.Confidence {
			t.Fatalf("twice %v gives %+v", series, d)
		}
		trend := TrendOf(series)
		if math.IsNaN(trend.Change) || math.IsNaN(trend.Low) || math.IsNaN(trend.High) || math.IsNaN(trend.Chance) {
			t.Fatalf("%v has the trend %+v", series, trend)
		}
	})
}

// Alternating values are worth no more than independent ones.
func TestCorrelationOfKnownSeries(t *testing.T) {
	up, down := 1.0, -1.0
	alternating := take(func() float64 { up, down = down, up; return up }, 100)
	assert.InDelta(t, 1, correlate(alternating, 0).time, 1e-9)
	// The first-order process with 0.5 has the time (1+0.5)/(1-0.5) = 3.
	n := autoregressive("", 1, 0.5)
	long := take(n.series(seeded(1)), 100000)
	assert.InDelta(t, 3, correlate(normalScores(long), 1).time, 0.1)
	// Signs of such normals: 1 + 4/pi * (asin 1/2 + asin 1/4 + asin 1/8 + …).
	assert.InDelta(t, 1+4/math.Pi*(math.Pi/6+0.252680+0.125328+0.062541+0.031255+0.015626+0.0078+0.0039+0.00195+0.00195), signTime(0.5), 1e-3)
}

func TestRuleAsksForMore(t *testing.T) {
	rule := Rule{Precision: 0.005}
	_, next := rule.Look([]float64{1})
	assert.Equal(t, MinSamples, next)
	m, next := rule.Look([]float64{1, 1, 1, 1, 1, 1})
	assert.Zero(t, next)
	assert.Equal(t, 0.96875, m.Confidence)
	_, next = rule.Look([]float64{1, 1, 1, 1, 1, 1.1})
	assert.Equal(t, pilotSamples, next)
	noisy := take(independent("", 0.1).series(seeded(1)), pilotSamples)
	_, next = rule.Look(noisy)
	assert.Equal(t, 45, next)
	coarse, _ := Rule{Precision: 0.005, Resolution: 0.001}.Look([]float64{1, 1, 1, 1, 1, 1})
	assert.Equal(t, [2]float64{0.999, 1.001}, [2]float64{coarse.Low, coarse.High}, "the timer tells no more")
}
